"""The formats of tournaments: who meets whom, and which openings they play.

A plan yields one stage after the other. A stage is all pairs of games that can be played before
more must be known, and the plan is sent their scores: for each pair of games the half points of
its first engine, from 0 to 4. At the end it returns the engines from the best to the worst. A plan
depends on nothing but its arguments and the scores, so that a tournament can be resumed.

In a knock-out, who loses a meeting is out. The engines are seeded in the order in which they were
given, so that the first two can meet only in the last round. If their number is not a power of two,
the highest seeds have a bye.

In a Swiss tournament, engines with equal scores meet in each round, and nobody meets again. An odd
number of engines is made even by a bye: a seat that nobody has. Who meets it has a free round,
which counts as won, and nobody has two before all have had one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

MOST_HALVES = 4
"""The half points of both games of a pair together."""


@dataclass(frozen=True, slots=True)
class OpeningPair:
    """A pair of games: the numbers of two engines, from 0, and that of the opening, from 0.

    `first` moves first in the first game, and second in the second.
    """

    first: int
    second: int
    opening: int


Stage: TypeAlias = tuple[OpeningPair, ...]
Scores: TypeAlias = Sequence[int]
Ranking: TypeAlias = tuple[int, ...]
TournamentPlan: TypeAlias = Generator[Stage, Scores, Ranking]


@dataclass(frozen=True, slots=True)
class FormatOptions:
    """What a format needs: how many engines, and how many pairs of games each meeting has."""

    engines: int
    pairs: int
    rounds: int = 0
    """Of a Swiss tournament; 0: as many as a knock-out would need."""
    hero: int = 0
    """The engine of a gauntlet that all others play against."""
    seed: int = 0

    def __post_init__(self) -> None:
        """Raise ValueError for a tournament that cannot be played."""
        if self.engines < 2:
            raise ValueError("a tournament needs two engines or more")
        if self.pairs < 1:
            raise ValueError("a meeting needs a pair of games or more")
        if not 0 <= self.hero < self.engines:
            raise ValueError(f"there is no engine {self.hero} to be the hero")


def plan_gauntlet(options: FormatOptions) -> TournamentPlan:
    """Let one engine meet all others; with two engines, this is a match."""
    others = [engine for engine in range(options.engines) if engine != options.hero]
    return _one_stage(options, [(options.hero, other) for other in others])


def plan_round_robin(options: FormatOptions) -> TournamentPlan:
    """Let each engine meet each other one, in the order of rounds."""
    return _one_stage(options, _circle(options.engines))


def _one_stage(options: FormatOptions, meetings: Sequence[tuple[int, int]]) -> TournamentPlan:
    """Plan these meetings, as often as wanted; each has the same openings."""
    stage = tuple(
        OpeningPair(first, second, opening)
        for opening in range(options.pairs)
        for first, second in meetings
    )
    scores = yield stage
    return rank(add_scores([0] * options.engines, stage, scores))


def _circle(engines: int) -> list[tuple[int, int]]:
    """Return all meetings, round by round: all engines but the first move around a table."""
    seats: list[int | None] = [*range(engines), *([None] if engines % 2 else [])]
    half = len(seats) // 2
    found: list[tuple[int, int]] = []
    for _ in range(len(seats) - 1):
        for one, two in zip(seats[:half], reversed(seats[half:]), strict=True):
            if one is not None and two is not None:
                found.append((min(one, two), max(one, two)))
        seats = [seats[0], seats[-1], *seats[1:-1]]
    return found


def add_scores(totals: Sequence[int], stage: Stage, scores: Scores) -> list[int]:
    """Return the half points of each engine with those of a stage."""
    sums = list(totals)
    for pairing, halves in zip(stage, scores, strict=True):
        sums[pairing.first] += halves
        sums[pairing.second] += MOST_HALVES - halves
    return sums


def rank(totals: Sequence[int]) -> Ranking:
    """Return the engines by their points; equal ones in the order in which they were given."""
    return tuple(sorted(range(len(totals)), key=lambda engine: (-totals[engine], engine)))


FormatPlanner: TypeAlias = Callable[[FormatOptions], TournamentPlan]


MAX_TIE_BREAKS = 3
"""After so many further pairs of games, the higher seed of a tied meeting goes on."""

Couple: TypeAlias = tuple[int, int]
"""Two engines that meet, the higher seed first."""


def plan_knock_out(options: FormatOptions) -> TournamentPlan:
    """Plan one round after the other until a single engine is left."""
    bracket = [seed if seed < options.engines else None for seed in seed_order(options.engines)]
    losers: list[int] = []
    opening = 0
    while len(bracket) > 1:
        slots = list(zip(bracket[::2], bracket[1::2], strict=True))
        couples = [(min(a, b), max(a, b)) for a, b in slots if a is not None and b is not None]
        winners, opening = yield from _play_round(couples, options.pairs, opening)
        losers += sorted((sum(couple) - winner for couple, winner in winners.items()), reverse=True)
        bracket = [_next(slot, winners) for slot in slots]
    (winner,) = bracket
    assert winner is not None
    return (winner, *reversed(losers))


def seed_order(engines: int) -> list[int]:
    """Return the seeds of a full bracket: 0 meets the lowest seed, and so on."""
    order = [0]
    while len(order) < engines:
        top = 2 * len(order) - 1
        order = [seed for high in order for seed in (high, top - high)]
    return order


def _play_round(
    couples: Sequence[Couple], pairs: int, opening: int
) -> Generator[Stage, Scores, tuple[dict[Couple, int], int]]:
    """Yield the stages of a round; return who has won, and the number of the next opening."""
    lead = dict.fromkeys(couples, 0)
    tied: Sequence[Couple] = couples
    for attempt in range(1 + MAX_TIE_BREAKS):
        count = 1 if attempt else pairs
        stage = tuple(
            OpeningPair(*couple, opening + number) for number in range(count) for couple in tied
        )
        scores = yield stage
        opening += count
        for pairing, halves in zip(stage, scores, strict=True):
            lead[pairing.first, pairing.second] += 2 * halves - MOST_HALVES
        tied = [couple for couple in tied if not lead[couple]]
        if not tied:
            break
    return {couple: couple[lead[couple] < 0] for couple in couples}, opening


def _next(slot: tuple[int | None, int | None], winners: dict[Couple, int]) -> int | None:
    """Return who of two slots of the bracket goes on."""
    one, two = slot
    if one is None or two is None:
        return two if one is None else one
    return winners[min(one, two), max(one, two)]


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
