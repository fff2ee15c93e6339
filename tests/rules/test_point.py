from __future__ import annotations

import operator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.reference import all_points
from kit.strategies import modest, some_rules

from tengen.rules.point import Point, cell_of, point_of
from tengen.rules.rules import Rules

ANYWHERE = st.builds(Point, st.integers(-3, 60), st.integers(-3, 60))


@modest
@given(st.lists(ANYWHERE))
def test_points_sort_from_the_top_and_from_the_left(points: list[Point]) -> None:
    expected = sorted((point.row, point.col) for point in points)
    assert [(point.row, point.col) for point in sorted(points)] == expected


def test_the_points_of_a_board_are_all_different_in_a_set() -> None:
    points = all_points(Rules(52, 52, 5))
    assert len(set(points)) == 52 * 52
    assert {Point(0, 1): "here"}[Point(0, 1)] == "here"
    assert Point(0, 1) != Point(1, 0)


def test_a_point_shows_row_then_column() -> None:
    assert str(Point(7, 11)) == "7,11"
    assert repr(Point(7, 11)) == "Point(7, 11)"


def test_a_point_has_no_order_with_anything_else() -> None:
    with pytest.raises(TypeError):
        operator.lt(Point(0, 0), (0, 1))


@modest
@given(some_rules())
def test_cells_number_the_points_in_reading_order(rules: Rules) -> None:
    points = all_points(rules)
    assert [cell_of(point, rules) for point in points] == list(range(rules.area))
    assert [point_of(cell, rules) for cell in range(rules.area)] == points
