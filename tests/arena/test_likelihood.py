from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.strategies import modest

from tengen.arena.elo import Sample

COUNTS = st.lists(st.integers(0, 40), min_size=5, max_size=5).map(tuple)
SAMPLES = COUNTS.filter(any).map(Sample)
MEANS = st.floats(0.01, 0.99)


def likelihood(sample: Sample, chances: list[float]) -> float:
    return sum(
        count * math.log(chance)
        for count, chance in zip(sample.counts, chances, strict=True)
        if count
    )


def test_mean_and_variance_are_those_of_the_scores() -> None:
    sample = Sample((1, 2, 5, 3, 1))  # 0, 1/4 1/4, five halves, 3/4 3/4 3/4, 1
    assert sample.size == 12
    assert sample.mean == pytest.approx(6.25 / 12)
    assert sample.variance == pytest.approx((0.125 + 1.25 + 1.6875 + 1) / 12 - (6.25 / 12) ** 2)


def test_of_nothing_the_mean_is_one_half() -> None:
    empty = Sample((0, 0, 0))
    assert (empty.size, empty.mean, empty.variance) == (0, 0.5, 0.0)
    assert empty.distance(0.3) == 0


def test_the_distance_for_wins_and_losses_is_that_of_a_coin() -> None:
    sample = Sample((30, 0, 70))
    expected = 30 * math.log(0.3 / 0.5) + 70 * math.log(0.7 / 0.5)
    assert sample.distance(0.5) == pytest.approx(expected)
    assert sample.distance(0.7) == pytest.approx(0, abs=1e-9)


def test_results_that_never_happened_can_explain_another_mean() -> None:
    # A mean of 0.6 needs a fifth of wins beside four fifths of draws, all of which were drawn.
    assert Sample((0, 10, 0)).distance(0.6) == pytest.approx(-10 * math.log(0.8))
    assert Sample((0, 0, 10)).distance(0.9) == pytest.approx(-10 * math.log(0.9))


@modest
@given(SAMPLES, MEANS)
def test_the_distance_is_zero_at_the_mean_and_not_below_it_elsewhere(
    sample: Sample, mean: float
) -> None:
    assert sample.distance(sample.mean) == pytest.approx(0, abs=1e-6)
    assert sample.distance(mean) >= 0
    between = (mean + sample.mean) / 2
    assert sample.distance(between) <= sample.distance(mean) + 1e-9


@modest
@given(SAMPLES, st.lists(st.floats(0.01, 1), min_size=5, max_size=5))
def test_no_frequencies_with_a_mean_do_better_than_its_distance(
    sample: Sample, weights: list[float]
) -> None:
    chances = [weight / sum(weights) for weight in weights]
    mean = sum(chance * kind / 4 for kind, chance in enumerate(chances))
    best = likelihood(sample, [count / sample.size for count in sample.counts])
    assert best - likelihood(sample, chances) >= sample.distance(mean) - 1e-6


@modest
@given(SAMPLES, MEANS)
def test_the_opponent_sees_the_same_distances(sample: Sample, mean: float) -> None:
    other = sample.reversed()
    assert other.mean == pytest.approx(1 - sample.mean)
    assert other.distance(1 - mean) == pytest.approx(sample.distance(mean), abs=1e-6)


def test_the_ends_are_possible_only_if_everything_lies_there() -> None:
    assert Sample((0, 0, 3)).distance(1) == Sample((3, 0, 0)).distance(0) == 0
    assert Sample((0, 1, 3)).distance(1) == Sample((0, 0, 3)).distance(0) == math.inf
