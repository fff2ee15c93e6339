from __future__ import annotations

import math
from random import Random

import pytest

from tengen.arena.elo import Sample, Sprt, SprtVerdict, score_of


def run(sprt: Sprt, elo: float, seed: int) -> SprtVerdict:
    """The verdict on pairs of drawish games at a true difference."""
    random, counts, score = Random(seed), [0] * 5, score_of(elo)
    for _ in range(20_000):
        chance = 2 * (score - 0.5)
        kinds = random.choices(range(5), [0.05, 0.2 - chance, 0.5, 0.2 + chance, 0.05], k=25)
        for kind in kinds:
            counts[kind] += 1
        verdict = sprt.verdict(Sample(tuple(counts)))
        if verdict is not SprtVerdict.CONTINUE:
            return verdict
    return SprtVerdict.CONTINUE


def test_the_bounds_are_those_of_the_error_rates() -> None:
    sprt = Sprt(0, 10)
    assert sprt.upper == pytest.approx(math.log(19))
    assert sprt.lower == pytest.approx(-math.log(19))
    assert Sprt(0, 10, alpha=0.01).upper == pytest.approx(math.log(95))


def test_no_results_decide_nothing() -> None:
    sprt, empty = Sprt(0, 10), Sample((0, 0, 0, 0, 0))
    assert sprt.ratio(empty) == sprt.normal_ratio(empty) == 0
    assert sprt.verdict(empty) is SprtVerdict.CONTINUE


def test_the_ratio_of_wins_alone_is_worked_out_by_hand() -> None:
    sprt, won = Sprt(0, 100), Sample((0, 0, 0, 0, 12))
    assert sprt.ratio(won) == pytest.approx(12 * math.log(score_of(100) / 0.5))
    assert sprt.verdict(won) is SprtVerdict.ACCEPTED
    assert sprt.verdict(won.reversed()) is SprtVerdict.REJECTED


def test_many_results_are_as_good_as_normal() -> None:
    sprt, sample = Sprt(0, 5), Sample((500, 2000, 5100, 2200, 550))
    assert sprt.ratio(sample) == pytest.approx(sprt.normal_ratio(sample), rel=0.02)
    low, high = 0.5, score_of(5)
    by_hand = 10350 * (high - low) * (sample.mean - (high + low) / 2) / sample.variance
    assert sprt.normal_ratio(sample) == pytest.approx(by_hand)


def test_seen_from_the_other_side_the_ratio_changes_its_sign() -> None:
    sample = Sample((5, 20, 40, 25, 10))
    assert Sprt(-10, 0).ratio(sample.reversed()) == pytest.approx(-Sprt(0, 10).ratio(sample))


@pytest.mark.parametrize("elo, wanted", [(0, SprtVerdict.REJECTED), (40, SprtVerdict.ACCEPTED)])
def test_the_test_is_right_about_as_often_as_it_promises(elo: float, wanted: SprtVerdict) -> None:
    verdicts = [run(Sprt(0, 40), elo, seed) for seed in range(60)]
    assert SprtVerdict.CONTINUE not in verdicts
    assert verdicts.count(wanted) >= 52


@pytest.mark.parametrize("bounds", [(5, 5), (5, 0), (0, math.inf), (math.nan, 1), (0, 1e9)])
def test_bounds_that_make_no_test_are_refused(bounds: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match=r"cannot test .* Elo"):
        Sprt(*bounds)


@pytest.mark.parametrize("rate", [0, 0.5, -1, math.nan])
def test_error_rates_must_be_between_none_and_half(rate: float) -> None:
    with pytest.raises(ValueError, match="rates of errors"):
        Sprt(0, 5, alpha=rate)
    with pytest.raises(ValueError, match="rates of errors"):
        Sprt(0, 5, beta=rate)
