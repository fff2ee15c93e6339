"""Who sits where in a game that somebody wants."""

from __future__ import annotations

import secrets

from tengen.game.setup import Computer, Person, PlayerSpec, Setup
from tengen.online.asks import MakeGame, Opponent, Side
from tengen.online.views import points_of
from tengen.storage.rooms import Holders
from tengen.web.play.names import clean_name


def seating(wanted: MakeGame, digest: bytes) -> tuple[Setup, Holders]:
    """What is to be played, and who holds which seat. Raises RuleError and Refused."""
    me = Person(clean_name(wanted.name))
    others: dict[Opponent, PlayerSpec] = {
        Opponent.COMPUTER: Computer(wanted.level),
        Opponent.FRIEND: Person(),
        Opponent.HERE: Person(clean_name(wanted.other_name)),
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
