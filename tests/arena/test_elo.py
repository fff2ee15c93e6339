from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.strategies import modest

from tengen.arena.elo import (
    Sample,
    Sprt,
    SprtVerdict,
    elo_of,
    estimate,
    find_root,
    likelihood_limit,
    score_of,
    superiority,
)

COUNTS = st.lists(st.integers(0, 40), min_size=5, max_size=5).map(tuple)
SAMPLES = COUNTS.map(Sample)
SOME = COUNTS.filter(any).map(Sample)


def simulate(random: Random, pairs: int, strength: float, bias: float) -> tuple[Sample, Sample]:
    """Simulate pairs and games of an engine that scores `strength` if openings favour a colour."""
    worths = []
    for _ in range(pairs):
        favour = random.choice([-bias, bias])
        worths.append([random.random() < strength + favour, random.random() < strength - favour])
    sums = [2 * sum(worth) for worth in worths]
    wins = sum(map(sum, worths))
    paired = Sample(tuple(sums.count(total) for total in range(5)))
    return paired, Sample((2 * pairs - wins, 0, wins))


def test_elo_and_score_are_inverse_functions() -> None:
    assert elo_of(0.5) == 0
    assert elo_of(10 / 11) == pytest.approx(400)
    assert elo_of(0.75) == pytest.approx(190.848, abs=0.001)
    assert all(score_of(elo_of(score)) == pytest.approx(score) for score in (0.01, 0.4, 0.9))
    assert (elo_of(0), elo_of(1)) == (-math.inf, math.inf)


def test_an_interval_agrees_with_a_manual_calculation() -> None:
    # 250 lost, 500 drawn, 250 won: variance 1/8, error sqrt(1/8/1000) = 0.01118, times 1.9624.
    found = estimate(Sample((250, 500, 250)))
    assert found.score == 0.5
    assert found.low == pytest.approx(0.5 - 0.02194, abs=2e-5)
    assert found.high == pytest.approx(0.5 + 0.02194, abs=2e-5)
    assert found.elo_high == pytest.approx(15.26, abs=0.02)


@pytest.mark.parametrize("size, quantile", [(10, 2.228), (25, 2.060), (100, 1.984)])
def test_the_limit_is_nearly_that_of_students_distribution(size: int, quantile: float) -> None:
    assert math.sqrt(2 * likelihood_limit(size)) == pytest.approx(quantile, rel=0.02)
    assert likelihood_limit(10**9) == pytest.approx(1.959964**2 / 2)


def test_superiority_agrees_with_a_manual_calculation() -> None:
    # 520 of 1000 without draws: 20 wins too many, error sqrt(1000) / 2, so 1.265 errors.
    assert superiority(Sample((480, 0, 520))) == pytest.approx(0.8970, abs=0.001)
    assert superiority(Sample((7, 3, 7))) == pytest.approx(0.5)


def test_winning_all_games_gives_only_a_lower_bound() -> None:
    found = estimate(Sample((0, 0, 0, 0, 10)))
    assert (found.score, found.high, found.elo) == (1, 1, math.inf)
    assert found.low == pytest.approx(math.exp(-1.9207 * 1.2421 / 10), abs=1e-4)
    assert 0.99 < found.superiority < 1


def test_equal_results_have_an_interval_with_a_width() -> None:
    few, many = estimate(Sample((0, 0, 4, 0, 0))), estimate(Sample((0, 0, 400, 0, 0)))
    assert few.low < 0.4
    assert few.high > 0.6
    assert 0 < many.high - many.low < 0.01


def test_without_results_the_interval_is_everything() -> None:
    found = estimate(Sample((0, 0, 0, 0, 0)))
    assert (found.size, found.low, found.score, found.high) == (0, 0, 0.5, 1)
    assert found.superiority == 0.5


@modest
@given(SAMPLES)
def test_an_interval_contains_its_estimate(sample: Sample) -> None:
    found = estimate(sample)
    assert 0 <= found.low <= found.score <= found.high <= 1
    assert found.elo_low <= found.elo <= found.elo_high
    assert 0 <= found.superiority <= 1


@modest
@given(SAMPLES)
def test_swapping_the_engines_negates_elo(sample: Sample) -> None:
    ours, theirs = estimate(sample), estimate(sample.reversed())
    assert ours.elo == pytest.approx(-theirs.elo, abs=1e-6)
    assert ours.low == pytest.approx(1 - theirs.high, abs=1e-6)
    assert ours.superiority == pytest.approx(1 - theirs.superiority, abs=1e-6)


@modest
@given(SOME)
def test_one_more_win_never_lowers_the_score(sample: Sample) -> None:
    more = Sample((*sample.counts[:-1], sample.counts[-1] + 1))
    before, after = estimate(sample), estimate(more)
    assert after.score >= before.score
    assert after.superiority >= before.superiority - 1e-9


@modest
@given(SOME)
def test_more_of_the_same_results_narrow_the_interval(sample: Sample) -> None:
    often = estimate(Sample(tuple(4 * count for count in sample.counts)))
    once = estimate(sample)
    assert often.score == pytest.approx(once.score)
    assert often.high - often.low < once.high - once.low + 1e-9


def test_pairs_give_a_narrower_interval_if_openings_favour_a_colour() -> None:
    paired, single = simulate(Random(7), 400, 0.55, 0.4)
    by_pairs, by_games = estimate(paired), estimate(single)
    assert by_pairs.score == pytest.approx(by_games.score)
    assert by_pairs.high - by_pairs.low < 0.8 * (by_games.high - by_games.low)


def test_a_root_is_found_even_if_newtons_steps_fail() -> None:
    assert find_root(lambda x: (2 - x**3, -3 * x**2), 0, 2, 0.001) == pytest.approx(2 ** (1 / 3))
    assert find_root(lambda x: (math.copysign(1, 0.3 - x), 0.0), 0, 1, 0.9) == pytest.approx(0.3)
    assert find_root(lambda x: (1 / x, -1 / x**2), 0, 5, 1) == pytest.approx(5)


RANDOM_SAMPLES = COUNTS.filter(any).map(Sample)
MEANS = st.floats(0.01, 0.99)


def likelihood(sample: Sample, chances: list[float]) -> float:
    return sum(
        count * math.log(chance)
        for count, chance in zip(sample.counts, chances, strict=True)
        if count
    )


@modest
@given(RANDOM_SAMPLES, MEANS)
def test_the_slope_of_the_distance_is_that_of_its_chord(sample: Sample, mean: float) -> None:
    (before, _), (_, slope), (after, _) = (
        sample.distance_and_slope(mean + step) for step in (-1e-5, 0, 1e-5)
    )
    assert (after - before) / 2e-5 == pytest.approx(slope, rel=0.01, abs=0.01)


def test_mean_and_variance_are_those_of_the_scores() -> None:
    sample = Sample((1, 2, 5, 3, 1))  # 0, 1/4 1/4, five halves, 3/4 3/4 3/4, 1
    assert sample.size == 12
    assert sample.mean == pytest.approx(6.25 / 12)
    assert sample.variance == pytest.approx((0.125 + 1.25 + 1.6875 + 1) / 12 - (6.25 / 12) ** 2)


def test_the_mean_of_no_results_is_one_half() -> None:
    empty = Sample((0, 0, 0))
    assert (empty.size, empty.mean, empty.variance) == (0, 0.5, 0.0)
    assert empty.distance(0.3) == 0


def test_the_distance_of_wins_and_losses_is_that_of_coin_tosses() -> None:
    sample = Sample((30, 0, 70))
    expected = 30 * math.log(0.3 / 0.5) + 70 * math.log(0.7 / 0.5)
    assert sample.distance(0.5) == pytest.approx(expected)
    assert sample.distance(0.7) == pytest.approx(0, abs=1e-9)


def test_kinds_of_results_that_did_not_occur_can_explain_another_mean() -> None:
    # A mean of 0.6 needs a fifth of wins beside four fifths of draws, all of which were drawn.
    assert Sample((0, 10, 0)).distance(0.6) == pytest.approx(-10 * math.log(0.8))
    assert Sample((0, 0, 10)).distance(0.9) == pytest.approx(-10 * math.log(0.9))


@modest
@given(RANDOM_SAMPLES, MEANS)
def test_the_distance_is_zero_at_the_mean_and_never_negative(sample: Sample, mean: float) -> None:
    assert sample.distance(sample.mean) == pytest.approx(0, abs=1e-6)
    assert sample.distance(mean) >= 0
    between = (mean + sample.mean) / 2
    assert sample.distance(between) <= sample.distance(mean) + 1e-9


@modest
@given(RANDOM_SAMPLES, st.lists(st.floats(0.01, 1), min_size=5, max_size=5))
def test_no_frequencies_with_a_mean_are_more_likely_than_its_distance_says(
    sample: Sample, weights: list[float]
) -> None:
    chances = [weight / sum(weights) for weight in weights]
    mean = sum(chance * kind / 4 for kind, chance in enumerate(chances))
    best = likelihood(sample, [count / sample.size for count in sample.counts])
    assert best - likelihood(sample, chances) >= sample.distance(mean) - 1e-6


@modest
@given(RANDOM_SAMPLES, MEANS)
def test_the_distances_are_the_same_from_the_opponents_side(sample: Sample, mean: float) -> None:
    other = sample.reversed()
    assert other.mean == pytest.approx(1 - sample.mean)
    assert other.distance(1 - mean) == pytest.approx(sample.distance(mean), abs=1e-6)


def test_means_of_0_and_1_are_possible_only_if_all_results_are_equal() -> None:
    assert Sample((0, 0, 3)).distance(1) == Sample((3, 0, 0)).distance(0) == 0
    assert Sample((0, 1, 3)).distance(1) == Sample((0, 0, 3)).distance(0) == math.inf


def test_the_bounds_are_those_of_the_error_rates() -> None:
    sprt = Sprt(0, 10)
    assert sprt.upper == pytest.approx(math.log(19))
    assert sprt.lower == pytest.approx(-math.log(19))
    assert Sprt(0, 10, alpha=0.01).upper == pytest.approx(math.log(95))


def test_without_results_the_test_continues() -> None:
    sprt, empty = Sprt(0, 10), Sample((0, 0, 0, 0, 0))
    assert sprt.ratio(empty) == sprt.normal_ratio(empty) == 0
    assert sprt.verdict(empty) is SprtVerdict.CONTINUE


def test_the_ratio_of_wins_agrees_with_a_manual_calculation() -> None:
    sprt, won = Sprt(0, 100), Sample((0, 0, 0, 0, 12))
    assert sprt.ratio(won) == pytest.approx(12 * math.log(score_of(100) / 0.5))
    assert sprt.verdict(won) is SprtVerdict.ACCEPTED
    assert sprt.verdict(won.reversed()) is SprtVerdict.REJECTED


def test_the_normal_approximation_is_good_for_many_results() -> None:
    sprt, sample = Sprt(0, 5), Sample((500, 2000, 5100, 2200, 550))
    assert sprt.ratio(sample) == pytest.approx(sprt.normal_ratio(sample), rel=0.02)
    low, high = 0.5, score_of(5)
    by_hand = 10350 * (high - low) * (sample.mean - (high + low) / 2) / sample.variance
    assert sprt.normal_ratio(sample) == pytest.approx(by_hand)


def test_the_ratio_changes_its_sign_from_the_opponents_side() -> None:
    sample = Sample((5, 20, 40, 25, 10))
    assert Sprt(-10, 0).ratio(sample.reversed()) == pytest.approx(-Sprt(0, 10).ratio(sample))


@pytest.mark.parametrize("bounds", [(5, 5), (5, 0), (0, math.inf), (math.nan, 1), (0, 1e9)])
def test_impossible_bounds_are_refused(bounds: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match=r"cannot test .* Elo"):
        Sprt(*bounds)


@pytest.mark.parametrize("rate", [0, 0.5, -1, math.nan])
def test_error_rates_must_be_between_0_and_one_half(rate: float) -> None:
    with pytest.raises(ValueError, match="error rates"):
        Sprt(0, 5, alpha=rate)
    with pytest.raises(ValueError, match="error rates"):
        Sprt(0, 5, beta=rate)
