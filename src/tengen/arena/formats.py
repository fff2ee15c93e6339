"""The formats of tournaments: who meets whom, and which openings they play.

A plan yields one stage after the other. A stage is all pairs of games that can be played before
more must be known, and the plan is sent their scores: for each pair of games the half points of
its first engine, from 0 to 4. At the end it returns the engines from the best to the worst. A plan
depends on nothing but its arguments and the scores, so that a tournament can be resumed.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
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
