"""Who sits where in a game that somebody wants."""

from __future__ import annotations

import secrets

from tengen.online.asks import MakeGame, Opponent, Side
from tengen.online.views import points_of
from tengen.session.setup import Setup
from tengen.session.sitters import Computer, Person, Sitter
from tengen.store.room import Holders


def seating(wanted: MakeGame, digest: bytes) -> tuple[Setup, Holders]:
    """What is to be played, and who holds which seat. Raises RuleError."""
    me = Person(clean(wanted.name))
    others: dict[Opponent, Sitter] = {
        Opponent.COMPUTER: Computer(wanted.level),
        Opponent.FRIEND: Person(),
        Opponent.HERE: Person(clean(wanted.other_name)),
    }
    sitters = (me, others[wanted.opponent])
    holders = (digest, digest if wanted.opponent is Opponent.HERE else None)
    is_swapped = wanted.side is Side.SECOND or (
        wanted.side is Side.RANDOM and secrets.randbelow(2) == 1
    )
    one, two = sitters[::-1] if is_swapped else sitters
    first, second = holders[::-1] if is_swapped else holders
    setup = Setup(
        wanted.rules,
        wanted.opening,
        one,
        two,
        wanted.clock,
        points_of(wanted.moves, wanted.rules),
        fouls_lose=wanted.fouls_lose,
        consent=wanted.opponent is Opponent.FRIEND,
    )
    return setup, (first, second)


def clean(name: str) -> str:
    """A name without what cannot be seen, or would turn the letters around it."""
    shown = "".join(letter if letter.isprintable() else " " for letter in name)
    return " ".join(shown.split())
