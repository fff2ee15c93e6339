"""Which games a match consists of: every opening twice, with colours swapped."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random

from tengen.arena.openings import Opening
from tengen.rules.rules import Player, Rules
from tengen.rules.symmetry import symmetries


class Side(enum.Enum):
    """The two engines of a match, as the user named them."""

    ONE = 1
    TWO = 2

    @property
    def other(self) -> Side:
        """The opponent."""
        return Side.TWO if self is Side.ONE else Side.ONE


@dataclass(frozen=True, slots=True)
class Planned:
    """A game to be played: its number from 1, its pair from 1, its opening and who moves first."""

    number: int
    pair: int
    opening: Opening
    first: Side

    def seat_of(self, player: Player) -> Side:
        """Which engine plays as the first or the second player."""
        return self.first if player is Player.FIRST else self.first.other

    def player_of(self, side: Side) -> Player:
        """As which player an engine plays."""
        return Player.FIRST if side is self.first else Player.SECOND


def make_schedule(
    openings: Sequence[Opening], rules: Rules, games: int, seed: int = 0
) -> list[Planned]:
    """So many games in pairs, the same for the same seed; `games` must be even.

    When the openings are used up they come again in another order, turned or flipped.
    """
    if games % 2 or games < 0:
        raise ValueError(f"{games} games cannot be played in pairs")
    if not openings:
        raise ValueError("there is no opening to play from")
    plan: list[Planned] = []
    chosen = islice(_endless(openings, rules, seed), games // 2)
    for pair, opening in enumerate(chosen, start=1):
        plan.append(Planned(2 * pair - 1, pair, opening, Side.ONE))
        plan.append(Planned(2 * pair, pair, opening, Side.TWO))
    return plan


def _endless(openings: Sequence[Opening], rules: Rules, seed: int) -> Iterator[Opening]:
    """All openings in a random order, again and again, each time under another symmetry."""
    random = Random(seed)  # noqa: S311 - an order of games is no secret
    while True:
        for symmetry in symmetries(rules):
            order = list(openings)
            random.shuffle(order)
            for opening in order:
                yield tuple(symmetry.apply(point, rules) for point in opening)
