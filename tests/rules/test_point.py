"""Points and their names, and the messages about wrong names."""

from __future__ import annotations

import operator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.reference import all_points
from kit.strategies import modest, some_rules

from tengen.errors import ParseError
from tengen.rules.point import (
    Point,
    cell_of,
    column_name,
    format_algebraic,
    parse_algebraic,
    point_of,
)
from tengen.rules.rules import Rules

ANYWHERE = st.builds(Point, st.integers(-3, 60), st.integers(-3, 60))


@modest
@given(st.lists(ANYWHERE))
def test_points_sort_from_the_top_and_from_the_left(points: list[Point]) -> None:
    expected = sorted((point.row, point.col) for point in points)
    assert [(point.row, point.col) for point in sorted(points)] == expected
    assert not any(point < Point(point.row, point.col) for point in points)


def test_the_points_of_a_board_are_different() -> None:
    points = all_points(Rules(52, 52, 5))
    assert len(set(points)) == 52 * 52
    assert {Point(0, 1): "here"}[Point(0, 1)] == "here"
    assert Point(0, 1) != Point(1, 0)


def test_a_point_shows_row_then_column() -> None:
    assert str(Point(7, 11)) == "7,11"
    assert repr(Point(7, 11)) == "Point(7, 11)"


def test_a_point_cannot_be_compared_with_other_types() -> None:
    with pytest.raises(TypeError):
        operator.lt(Point(0, 0), (0, 1))


@modest
@given(some_rules())
def test_cells_number_the_points_in_reading_order(rules: Rules) -> None:
    points = all_points(rules)
    assert [cell_of(point, rules) for point in points] == list(range(rules.area))
    assert [point_of(cell, rules) for cell in range(rules.area)] == points


WIDEST = Rules(52, 52, 5)
USUAL = Rules(15, 15, 5)


def test_columns_are_named_a_to_z_and_then_aa_to_az() -> None:
    names = [column_name(col) for col in range(52)]
    assert (names[0], names[25], names[26], names[51]) == ("a", "z", "aa", "az")
    assert len(set(names)) == 52


@pytest.mark.parametrize("point", [Point(0, 0), Point(51, 51), Point(0, 26), Point(26, 25)])
def test_a_name_is_read_as_its_point(point: Point) -> None:
    assert parse_algebraic(format_algebraic(point, WIDEST), WIDEST) == point


@pytest.mark.parametrize(
    "name, at, why",
    [
        ("88", 0, "a letter and a number were expected, as in h8"),
        ("", 0, "a letter and a number were expected, as in h8"),
        ("\u212a8", None, "a letter and a number were expected, as in h8"),
        ("p8", 0, "the columns are a to o"),
        ("hh8", 0, "the columns are a to o"),
        ("h", 1, "the row must be a number from 1 to 15"),
        ("h08", 1, "the row must be a number from 1 to 15"),
        ("h8x", 1, "the row must be a number from 1 to 15"),
        ("h0", 1, "the row must be from 1 to 15"),
        ("h16", 1, "the row must be from 1 to 15"),
        ("h100", 1, "the row must be from 1 to 15"),
    ],
)
def test_a_name_that_is_not_a_point_is_reported_with_its_place(
    name: str, at: int | None, why: str
) -> None:
    with pytest.raises(ParseError) as found:
        parse_algebraic(name, USUAL)
    assert (found.value.why, found.value.at) == (why, at)
