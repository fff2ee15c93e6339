from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.strategies import modest

from tengen.errors import ParseError
from tengen.gomocup.text import (
    format_coordinates,
    format_points,
    parse_coordinates,
    parse_integers,
    parse_points,
)
from tengen.rules.point import Point

POINTS = st.builds(Point, st.integers(-99, 99), st.integers(-99, 99))


def test_the_column_comes_first_and_rows_count_from_the_top() -> None:
    assert parse_coordinates("7,0") == Point(row=0, col=7)
    assert format_coordinates(Point(row=0, col=7)) == "7,0"


@modest
@given(st.lists(POINTS, min_size=1, max_size=5))
def test_printed_points_are_read_as_the_same_points(points: list[Point]) -> None:
    text = format_points(tuple(points))
    assert parse_points(text) == tuple(points)
    assert parse_coordinates(text.split()[0]) == points[0]


@pytest.mark.parametrize("text", ["3,4", " 3,4 ", "3 , 4", "3,\t4", "03,4"])
def test_blanks_around_the_numbers_do_not_matter(text: str) -> None:
    assert parse_coordinates(text) == Point(4, 3)


@pytest.mark.parametrize(
    "text", ["", "3", "3,", ",4", "3,4,1", "3;4", "a,b", "٣,٤", "1e9,1", "3.0,4"]
)
def test_anything_else_is_no_point(text: str) -> None:
    with pytest.raises(ParseError, match="not a point"):
        parse_coordinates(text)


@pytest.mark.parametrize("text", ["", "3,4 5", "3,4,5,6", "3,4x5,6", "9999999999,1"])
def test_a_row_of_points_has_whole_points_only(text: str) -> None:
    with pytest.raises(ParseError, match="not a row of points"):
        parse_points(text)


def test_numbers_have_commas_between_them() -> None:
    assert parse_integers("7, 8,-1") == [7, 8, -1]
    for text in ("", "7,,8", "7 8", "x", "1" * 5000):
        with pytest.raises(ParseError):
            parse_integers(text)
