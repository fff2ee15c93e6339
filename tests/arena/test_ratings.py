from __future__ import annotations

import math
from itertools import combinations
from random import Random

import pytest

from tengen.arena.elo import Sample, elo_of, estimate, score_of
from tengen.arena.ratings import PairScore, Rating, rate

ELOS = {"weak": 0.0, "fair": 100.0, "good": 250.0}


def pair_scores(one: str, two: str, counts: tuple[int, ...]) -> list[PairScore]:
    """Return pairs by how many of them were worth 0, 1/2, 1, 3/2 and 2 points to the first."""
    return [
        PairScore(one, two, kind / 2) for kind, count in enumerate(counts) for _ in range(count)
    ]


def by_name(ratings: list[Rating]) -> dict[str, Rating]:
    return {rating.name: rating for rating in ratings}


def simulated(pairs: int, bias: float, random: Random) -> list[PairScore]:
    """Return a round robin without draws in which each opening favours a colour."""
    found = []
    for one, two in combinations(ELOS, 2):
        score = score_of(ELOS[one] - ELOS[two])
        for _ in range(pairs):
            points = sum(random.random() < score + side * bias for side in (-1, 1))
            found.append(PairScore(one, two, points))
    return found


@pytest.mark.parametrize("counts", [(2, 10, 50, 30, 8), (3, 0, 12, 0, 5), (1, 0, 4, 0, 5)])
def test_two_engines_are_rated_as_in_a_match(counts: tuple[int, ...]) -> None:
    rating = by_name(rate(pair_scores("one", "two", counts), "two"))["one"]
    found = estimate(Sample(counts))
    assert rating.elo == pytest.approx(elo_of(found.score), abs=0.01)
    assert rating.low == pytest.approx(found.elo_low, rel=0.1)
    assert rating.high == pytest.approx(found.elo_high, rel=0.1)


def test_winning_all_games_gives_the_bound_of_a_match() -> None:
    best, worst = rate(pair_scores("one", "two", (0, 0, 0, 0, 10)), "two")
    assert (best.name, best.elo, best.high) == ("one", math.inf, math.inf)
    assert best.low == pytest.approx(estimate(Sample((0, 0, 0, 0, 10))).elo_low, abs=0.1)
    assert (worst.low, worst.elo, worst.high) == (0, 0, 0)
    (_, loser) = rate(pair_scores("one", "two", (0, 0, 0, 0, 10)), "one")
    assert (loser.low, loser.elo) == (-math.inf, -math.inf)
    assert loser.high == pytest.approx(-best.low)


def test_ratings_are_relative_to_the_anchor_or_have_mean_0() -> None:
    scores = simulated(20, 0.1, Random(1))
    free, fixed = by_name(rate(scores)), by_name(rate(scores, "fair", 1500))
    assert sum(rating.elo for rating in free.values()) == pytest.approx(0, abs=1e-4)
    assert (fixed["fair"].low, fixed["fair"].elo, fixed["fair"].high) == (1500, 1500, 1500)
    for name, rating in free.items():
        assert rating.elo - free["fair"].elo == pytest.approx(fixed[name].elo - 1500, abs=1e-4)


def test_games_and_points_are_counted_and_the_best_comes_first() -> None:
    scores = pair_scores("a", "b", (0, 1, 1, 0, 0)) + pair_scores("c", "b", (0, 1, 0, 0, 1))
    found = rate([*scores, PairScore("a", "c", 1, games=1)])
    counted = {rating.name: (rating.games, rating.points) for rating in found}
    assert counted == {"a": (5, 2.5), "b": (8, 4), "c": (5, 2.5)}
    assert [rating.elo for rating in found] == sorted((r.elo for r in found), reverse=True)


def test_the_order_of_the_two_engines_does_not_matter() -> None:
    scores = simulated(8, 0.0, Random(3))
    turned = [PairScore(each.two, each.one, 2 - each.points) for each in scores]
    for one, two in zip(rate(scores), rate(turned), strict=True):
        assert one.name == two.name
        assert (one.low, one.elo, one.high) == pytest.approx((two.low, two.elo, two.high), abs=1e-3)


def test_an_engine_that_won_all_leaves_the_others_as_they_are() -> None:
    scores = simulated(10, 0.0, Random(2))
    more = scores + [PairScore("best", name, 2) for name in ELOS for _ in range(5)]
    before, after = by_name(rate(scores, "weak")), by_name(rate(more, "weak"))
    assert after["best"].elo == after["best"].high == math.inf
    assert after["good"].elo < after["best"].low < math.inf
    assert after["fair"].elo == pytest.approx(before["fair"].elo, abs=0.1)


def test_the_mean_is_that_of_the_engines_with_a_finite_rating() -> None:
    scores = simulated(10, 0.0, Random(2)) + [PairScore("best", name, 2) for name in ELOS]
    best, *others = rate(scores)
    assert (best.name, best.elo) == ("best", math.inf)
    assert sum(rating.elo for rating in others) == pytest.approx(0, abs=0.1)


@pytest.mark.parametrize("seed", range(20))
def test_whatever_the_results_each_rating_is_within_its_interval(seed: int) -> None:
    random = Random(seed)
    names = "abcdef"[: random.randint(2, 6)]
    scores = []
    for _ in range(random.randint(1, 12)):
        one, two = random.sample(names, 2)
        scores.append(PairScore(one, two, random.choice((0, 0.5, 1, 1, 1.5, 2, 2))))
    for rating in rate(scores, random.choice((None, "a"))):
        assert math.isnan(rating.elo) or rating.low <= rating.elo <= rating.high
        assert math.isinf(rating.elo) or math.isnan(rating.elo) or math.isfinite(rating.low)


def test_engines_without_common_opponents_are_in_groups_of_their_own() -> None:
    scores = pair_scores("a", "b", (1, 0, 3, 0, 2)) + pair_scores("c", "d", (2, 0, 4, 0, 3))
    found = by_name(rate(scores, "a", 100))
    assert found["a"].group == found["b"].group == 2
    assert found["c"].group == found["d"].group == 1
    assert found["a"].elo == 100
    assert found["c"].elo == pytest.approx(-found["d"].elo, abs=1e-4)


def test_results_that_do_not_compare_two_engines_give_no_rating() -> None:
    scores = [PairScore("a", "b", 2), PairScore("c", "b", 2)]
    found = by_name(rate(scores, "a"))
    assert (found["b"].low, found["b"].elo) == (-math.inf, -math.inf)
    assert math.isnan(found["c"].elo)
    assert (found["c"].low, found["c"].high) == (-math.inf, math.inf)


def test_openings_that_favour_a_colour_narrow_the_intervals() -> None:
    equal = pair_scores("a", "b", (2, 0, 36, 0, 2))  # nearly all pairs 1:1
    spread = pair_scores("a", "b", (10, 0, 20, 0, 10))
    assert rate(equal, "b")[0].high < 0.6 * rate(spread, "b")[0].high


@pytest.mark.parametrize("pairs, bias", [(5, 0.0), (20, 0.15)])
@pytest.mark.parametrize("anchor", ["weak", None])
def test_the_intervals_hold_the_true_ratings_about_95_times_in_100(
    pairs: int, bias: float, anchor: str | None
) -> None:
    random, held, all_bounds = Random(2026), 0, 0
    middle = 0.0 if anchor else sum(ELOS.values()) / len(ELOS)
    for _ in range(100):
        for rating in rate(simulated(pairs, bias, random), anchor):
            if rating.name != anchor:
                all_bounds += 1
                held += rating.low <= ELOS[rating.name] - middle <= rating.high
    assert 0.93 <= held / all_bounds <= 0.985


def test_without_games_there_are_no_ratings() -> None:
    assert rate([]) == []
