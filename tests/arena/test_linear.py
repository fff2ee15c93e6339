from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.strategies import modest

from tengen.arena.linear import identity, solve

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
