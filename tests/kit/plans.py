"""Plans of tournaments, played with made-up scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

from hypothesis import strategies as st

from tengen.arena.formats import OpeningPair, Ranking, Stage, TournamentPlan

ENGINES = st.integers(2, 13)
PAIRS = st.integers(1, 3)
ScoreJudge = Callable[[OpeningPair], int]


def stronger(pairing: OpeningPair) -> int:
    """Let the engine with the lower number win."""
    return 4 if pairing.first < pairing.second else 0


def draw(_: OpeningPair) -> int:
    """Let both score the same."""
    return 2


def chance(seed: int) -> ScoreJudge:
    """Return random scores, the same ones for the same seed."""
    random = Random(seed)
    return lambda _: random.randrange(5)


def played(plan: TournamentPlan, judge: ScoreJudge) -> tuple[list[Stage], Ranking]:
    """Return all stages of a plan, and its ranking."""
    stages = [next(plan)]
    while True:
        try:
            stages.append(plan.send([judge(pairing) for pairing in stages[-1]]))
        except StopIteration as end:
            return stages, end.value


def meetings(stages: list[Stage]) -> Counter[frozenset[int]]:
    """Count the pairs of games of each meeting."""
    return Counter(frozenset((each.first, each.second)) for stage in stages for each in stage)
