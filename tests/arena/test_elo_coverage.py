"""How often intervals hold the true score, and tests err: computed from all possible results."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator

import pytest

from tengen.arena.elo import (
    Sample,
    Sprt,
    SprtVerdict,
    estimate,
    likelihood_limit,
    score_of,
)

KINDS = 5
NEGLIGIBLE = 1e-6
Chances = tuple[float, ...]


def pair_chances(score: float, draws: float, bias: float) -> Chances:
    """Return the chances of 0 to 4 half points if each opening favours a colour by the bias."""
    found = [0.0] * KINDS
    for favour in (-bias, bias):
        won, drawn = score - draws / 2 + favour, draws
        first = (1 - won - drawn, drawn, won)
        second = (1 - (won - 2 * favour) - drawn, drawn, won - 2 * favour)
        for one, chance in enumerate(first):
            for two, other in enumerate(second):
                found[one + two] += chance * other / 2
    return tuple(found)


def splits(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Yield all ways to share out a number."""
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in splits(total - first, parts - 1):
            yield (first, *rest)


def outcomes(pairs: int, chances: Chances) -> Iterator[tuple[Sample, float]]:
    """Yield all results that so many pairs can have, with their probabilities."""
    possible = [kind for kind, chance in enumerate(chances) if chance > NEGLIGIBLE]
    logs = [math.log(chances[kind]) for kind in possible]
    for split in splits(pairs, len(possible)):
        log = math.lgamma(pairs + 1) - sum(math.lgamma(count + 1) for count in split)
        log += sum(count * part for count, part in zip(split, logs, strict=True))
        if log > math.log(NEGLIGIBLE):
            found = dict(zip(possible, split, strict=True))
            yield Sample(tuple(found.get(kind, 0) for kind in range(KINDS))), math.exp(log)


def coverage(pairs: int, chances: Chances) -> float:
    """Return the probability that the interval holds the true score."""
    score = sum(chance * kind / 4 for kind, chance in enumerate(chances))
    limit, held, total = likelihood_limit(pairs), 0.0, 0.0
    for sample, chance in outcomes(pairs, chances):
        total += chance
        held += chance * (sample.distance(score) <= limit)
    return held / total


DRAWLESS = [(0.5, 0.0), (0.5, 0.2), (0.5, 0.4), (0.6, 0.0), (0.6, 0.2), (0.75, 0.0), (0.75, 0.2)]
"""Scores without draws, and how much an opening favours a colour."""
DRAWISH = [(0.0, 0.2, 0.6, 0.2, 0.0), (0.0, 0.1, 0.6, 0.3, 0.0), (0.0, 0.3, 0.0, 0.7, 0.0)]
"""Chances of pairs in which at most one game is decided."""


@pytest.mark.parametrize("score, bias", DRAWLESS)
def test_intervals_of_25_drawless_pairs_hold_the_true_score(score: float, bias: float) -> None:
    assert 0.94 <= coverage(25, pair_chances(score, 0, bias)) <= 0.975


@pytest.mark.parametrize("score, bias", DRAWLESS)
def test_intervals_of_100_drawless_pairs_hold_the_true_score(score: float, bias: float) -> None:
    assert 0.94 <= coverage(100, pair_chances(score, 0, bias)) <= 0.96


@pytest.mark.parametrize("chances", DRAWISH)
@pytest.mark.parametrize("pairs", [25, 100])
def test_intervals_of_drawish_pairs_hold_the_true_score(pairs: int, chances: Chances) -> None:
    assert 0.94 <= coverage(pairs, chances) <= 0.975


@pytest.mark.parametrize("chances", [pair_chances(0.6, 0, 0.4), DRAWISH[2]])
def test_intervals_of_400_pairs_hold_the_true_score(chances: Chances) -> None:
    assert 0.94 <= coverage(400, chances) <= 0.96


@pytest.mark.parametrize("score, draws, bias", [(0.5, 0, 0), (0.6, 0, 0), (0.5, 0.2, 0)])
def test_intervals_of_ten_pairs_are_rather_too_wide(
    score: float, draws: float, bias: float
) -> None:
    assert 0.94 <= coverage(10, pair_chances(score, draws, bias)) <= 0.98


def test_the_limit_decides_what_the_interval_holds() -> None:
    for sample, _ in outcomes(10, pair_chances(0.6, 0, 0.2)):
        found, is_near = estimate(sample), sample.distance(0.6) <= likelihood_limit(10)
        assert (found.low <= 0.6 <= found.high) is is_near


def verdicts(sprt: Sprt, chances: Chances, results: int) -> dict[SprtVerdict, float]:
    """Return the probability of each verdict; very unlikely ways are left out."""
    found: dict[SprtVerdict, float] = defaultdict(float)
    running = {(0,) * KINDS: 1.0}
    for _ in range(results):
        after: dict[tuple[int, ...], float] = defaultdict(float)
        for counts, likely in running.items():
            for kind, chance in enumerate(chances):
                more = (*counts[:kind], counts[kind] + 1, *counts[kind + 1 :])
                after[more] += likely * chance
        running = {}
        for counts, likely in after.items():
            if likely > NEGLIGIBLE:
                verdict = sprt.verdict(Sample(counts))
                found[verdict] += likely
                if verdict is SprtVerdict.CONTINUE:
                    running[counts] = likely
    return found


@pytest.mark.parametrize("alpha, beta", [(0.05, 0.05), (0.1, 0.02), (0.02, 0.2)])
def test_a_sequential_test_errs_as_seldom_as_it_was_told(alpha: float, beta: float) -> None:
    sprt = Sprt(0, 200, alpha, beta)
    stronger = (1 - score_of(200), 0, 0, 0, score_of(200))
    wrongly_accepted = verdicts(sprt, (0.5, 0, 0, 0, 0.5), 100)[SprtVerdict.ACCEPTED]
    wrongly_rejected = verdicts(sprt, stronger, 100)[SprtVerdict.REJECTED]
    assert 0.7 * alpha <= wrongly_accepted <= alpha
    assert 0.7 * beta <= wrongly_rejected <= beta


def test_a_sequential_test_on_pairs_errs_about_as_seldom() -> None:
    sprt, equal, stronger = Sprt(0, 150), pair_chances(0.5, 0, 0.2), score_of(150)
    assert 0.035 <= verdicts(sprt, equal, 60)[SprtVerdict.ACCEPTED] <= 0.06
    wrong = verdicts(sprt, pair_chances(stronger, 0, 0.2), 60)[SprtVerdict.REJECTED]
    assert 0.035 <= wrong <= 0.06
