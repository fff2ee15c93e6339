from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.strategies import modest

from tengen.arena.elo import Sample, elo_of, estimate, score_of, superiority

COUNTS = st.lists(st.integers(0, 40), min_size=5, max_size=5).map(tuple)
SAMPLES = COUNTS.map(Sample)
SOME = COUNTS.filter(any).map(Sample)


def simulate(random: Random, pairs: int, strength: float, bias: float) -> tuple[Sample, Sample]:
    """Pairs and games of an engine that scores `strength` where openings favour one colour."""
    worths = []
    for _ in range(pairs):
        favour = random.choice([-bias, bias])
        worths.append([random.random() < strength + favour, random.random() < strength - favour])
    sums = [2 * sum(worth) for worth in worths]
    wins = sum(map(sum, worths))
    paired = Sample(tuple(sums.count(total) for total in range(5)))
    return paired, Sample((2 * pairs - wins, 0, wins))


def test_elo_and_score_are_each_others_inverse() -> None:
    assert elo_of(0.5) == 0
    assert elo_of(10 / 11) == pytest.approx(400)
    assert elo_of(0.75) == pytest.approx(190.848, abs=0.001)
    assert all(score_of(elo_of(score)) == pytest.approx(score) for score in (0.01, 0.4, 0.9))
    assert (elo_of(0), elo_of(1)) == (-math.inf, math.inf)


def test_an_interval_agrees_with_one_worked_out_by_hand() -> None:
    # 250 lost, 500 drawn, 250 won: variance 1/8, error sqrt(1/8/1000) = 0.01118, times 1.96.
    found = estimate(Sample((250, 500, 250)))
    assert found.score == 0.5
    assert found.low == pytest.approx(0.5 - 0.02191, abs=2e-5)
    assert found.high == pytest.approx(0.5 + 0.02191, abs=2e-5)
    assert found.elo_high == pytest.approx(15.24, abs=0.02)


def test_superiority_agrees_with_one_worked_out_by_hand() -> None:
    # 520 of 1000 without draws: 20 wins too many, error sqrt(1000) / 2, so 1.265 errors.
    assert superiority(Sample((480, 0, 520))) == pytest.approx(0.8970, abs=0.001)
    assert superiority(Sample((7, 3, 7))) == pytest.approx(0.5)


def test_all_won_gives_a_lower_bound_and_no_number() -> None:
    found = estimate(Sample((0, 0, 0, 0, 10)))
    assert (found.score, found.high, found.elo) == (1, 1, math.inf)
    assert found.low == pytest.approx(math.exp(-1.9207 / 10), abs=1e-4)
    assert 0.99 < found.superiority < 1


def test_equal_results_do_not_make_an_interval_of_no_width() -> None:
    few, many = estimate(Sample((0, 0, 4, 0, 0))), estimate(Sample((0, 0, 400, 0, 0)))
    assert few.low < 0.4
    assert few.high > 0.6
    assert 0 < many.high - many.low < 0.01


def test_of_nothing_everything_is_possible() -> None:
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
def test_more_of_the_same_narrows_the_interval(sample: Sample) -> None:
    often = estimate(Sample(tuple(4 * count for count in sample.counts)))
    once = estimate(sample)
    assert often.score == pytest.approx(once.score)
    assert often.high - often.low < once.high - once.low + 1e-9


@pytest.mark.parametrize(
    "pairs, strength, bias", [(20, 0.5, 0.3), (50, 0.6, 0.3), (100, 0.8, 0.1), (100, 0.5, 0.0)]
)
def test_the_interval_holds_the_truth_about_95_times_in_100(
    pairs: int, strength: float, bias: float
) -> None:
    random, trials, held = Random(2026), 200, 0
    for _ in range(trials):
        found = estimate(simulate(random, pairs, strength, bias)[0])
        held += found.low <= strength <= found.high
    assert 0.9 <= held / trials <= 0.995


def test_pairs_tell_more_than_games_when_openings_favour_a_colour() -> None:
    paired, single = simulate(Random(7), 400, 0.55, 0.4)
    by_pairs, by_games = estimate(paired), estimate(single)
    assert by_pairs.score == pytest.approx(by_games.score)
    assert by_pairs.high - by_pairs.low < 0.8 * (by_games.high - by_games.low)
