from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.strategies import modest

from tengen.arena.likelihood import (
    Contrast,
    Pairing,
    StrengthLikelihood,
    expected_score,
    identity,
    solve,
)

SQUARES = st.lists(st.lists(st.integers(-5, 5), min_size=4, max_size=4), min_size=4, max_size=4)


def test_two_equations_are_solved_as_by_hand() -> None:
    # 2x + y = 5 and x + 3y = 10
    assert solve([[2, 1], [1, 3]], [[5, 10], [2, 1]]) == [pytest.approx([1, 3]), [1, 0]]
    assert identity(2) == [[1, 0], [0, 1]]


@modest
@given(SQUARES)
def test_a_solution_times_the_matrix_is_the_right_side(root: list[list[int]]) -> None:
    matrix = [
        [0.0 + sum(a * b for a, b in zip(one, two, strict=True)) + (one is two) for two in root]
        for one in root
    ]
    for row, unit in zip(solve(matrix, identity(4)), identity(4), strict=True):
        product = [sum(a * b for a, b in zip(row, line, strict=True)) for line in matrix]
        assert product == pytest.approx(unit, abs=1e-6)


PAIRINGS = [Pairing(0, 1, 10, 7), Pairing(1, 2, 10, 6.5), Pairing(0, 2, 4, 3)]


def obvious_strengths() -> list[float]:
    """Return the most likely strengths by Zermelo's iteration, slowly."""
    force = [1.0] * 3
    won = [7 + 3, 3 + 6.5, 3.5 + 1]
    for _ in range(2000):
        loads = [
            sum(
                each.games / (force[each.one] + force[each.two])
                for each in PAIRINGS
                if at in {each.one, each.two}
            )
            for at in range(3)
        ]
        force = [points / load for points, load in zip(won, loads, strict=True)]
    return [math.log(each / force[0]) for each in force]


def test_the_most_likely_strengths_are_those_of_a_slow_reference() -> None:
    found, slope = StrengthLikelihood(3, PAIRINGS).maximise([0.0, 0.0, 0.0])
    assert found == pytest.approx(obvious_strengths(), abs=1e-5)
    assert slope == 0


def test_a_start_far_away_leads_to_the_same_strengths() -> None:
    likelihood = StrengthLikelihood(3, PAIRINGS)
    found, _ = likelihood.maximise([3.0, 20.0, -20.0])
    assert found == pytest.approx(obvious_strengths(), abs=1e-5)


def test_no_strengths_nearby_are_more_likely() -> None:
    likelihood = StrengthLikelihood(3, PAIRINGS)
    best = obvious_strengths()
    for step in ([0, 0.1, 0], [0, -0.1, 0.1], [0, 0, 0.05]):
        moved = [part + more for part, more in zip(best, step, strict=True)]
        assert likelihood.log_likelihood(moved) < likelihood.log_likelihood(best)


@pytest.mark.parametrize("value", [-6.0, -1.0, 0.5, 9.0])
def test_a_contrast_is_kept_and_its_slope_is_that_of_a_chord(value: float) -> None:
    likelihood = StrengthLikelihood(3, PAIRINGS)

    def best(at: float) -> tuple[float, float]:
        found, slope = likelihood.maximise([0.0] * 3, Contrast((-0.5, 1.0, -0.5), at))
        assert found[1] - (found[0] + found[2]) / 2 == pytest.approx(at)
        return likelihood.log_likelihood(found), slope

    (low, _), (_, slope), (high, _) = best(value - 1e-3), best(value), best(value + 1e-3)
    assert (high - low) / 2e-3 == pytest.approx(slope, rel=1e-3, abs=1e-4)


def test_the_covariance_of_two_engines_agrees_with_a_manual_calculation() -> None:
    likelihood = StrengthLikelihood(2, [Pairing(0, 1, 100, 50)])
    assert likelihood.covariance([0.0, 0.0])[1][1] == pytest.approx(1 / (100 * 0.25), rel=1e-3)


def test_an_expected_score_is_a_logistic_function() -> None:
    assert expected_score(0) == 0.5
    assert expected_score(math.log(3)) == pytest.approx(0.75)
    assert expected_score(-800) == pytest.approx(0)
