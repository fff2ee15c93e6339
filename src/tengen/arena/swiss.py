"""Swiss tournaments: in each round engines with equal scores meet, and nobody meets again.

An odd number of engines is made even by a bye: a seat that nobody has. Who meets it has a free
round, which counts as won, and nobody has two before all have had one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from tengen.arena.formats import (
    MOST_HALVES,
    FormatOptions,
    OpeningPair,
    Stage,
    TournamentPlan,
    add_scores,
    rank,
)

MAX_TRIES = 20_000
"""After so many tries to pair a round, more repeated meetings are allowed."""


def plan_swiss(options: FormatOptions) -> TournamentPlan:
    """Plan round after round: engines meet others of about their score, whom they met least."""
    order = list(range(options.engines))
    Random(options.seed).shuffle(order)  # noqa: S311 - who plays whom is not a secret
    bye = options.engines
    totals = [0] * options.engines
    met: Counter[frozenset[int]] = Counter()
    for number in range(options.rounds or default_rounds(options.engines)):
        by_score = sorted(order, key=lambda engine: -totals[engine])
        couples = pair_round([*by_score, bye] if len(order) % 2 else by_score, met)
        met.update(map(frozenset, couples))
        stage = _stage(couples, options.pairs, number, bye)
        scores = yield stage
        totals = add_scores(totals, stage, scores)
        for first, second in couples:
            if second == bye:
                totals[first] += MOST_HALVES * options.pairs
    return rank(totals)


def default_rounds(engines: int) -> int:
    """Return how many rounds a knock-out of so many engines has."""
    return (engines - 1).bit_length()


def _stage(couples: Sequence[tuple[int, int]], pairs: int, number: int, bye: int) -> Stage:
    return tuple(
        OpeningPair(first, second, number * pairs + opening)
        for opening in range(pairs)
        for first, second in couples
        if second != bye
    )


def pair_round(order: Sequence[int], met: Counter[frozenset[int]]) -> list[tuple[int, int]]:
    """Pair an even number of engines, given from the highest score to the lowest.

    The highest is paired first, with the next one that it has met least. Couples that have met
    more often than others are avoided, if there is another way.
    """
    most = 0
    while True:
        couples = _RoundPairing(met, most).pair(tuple(order))
        if couples is not None:
            return couples
        most += 1


class _RoundPairing:
    """The search for a pairing in which nobody has met more than `most` times."""

    def __init__(self, met: Counter[frozenset[int]], most: int) -> None:
        self._met = met
        self._most = most
        self._tries = 0
        self._hopeless: set[tuple[int, ...]] = set()

    def pair(self, order: tuple[int, ...]) -> list[tuple[int, int]] | None:
        if not order:
            return []
        self._tries += 1
        if order in self._hopeless or self._tries > MAX_TRIES:
            return None
        for other in self._opponents(order):
            rest = self.pair(tuple(each for each in order[1:] if each != other))
            if rest is not None:
                return [(order[0], other), *rest]
        self._hopeless.add(order)
        return None

    def _opponents(self, order: tuple[int, ...]) -> Iterator[int]:
        """Yield the possible opponents of the first: those met least, then those next to it."""
        counts = {other: self._met[frozenset((order[0], other))] for other in order[1:]}
        for count in range(self._most + 1):
            yield from (other for other in order[1:] if counts[other] == count)
