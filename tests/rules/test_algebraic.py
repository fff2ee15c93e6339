"""Points by name: columns, rows, and what is wrong with a name."""

from __future__ import annotations

import pytest

from tengen.errors import ParseError
from tengen.rules.point import Point, column_name, format_algebraic, parse_algebraic
from tengen.rules.rules import Rules

WIDEST = Rules(52, 52, 5)
USUAL = Rules(15, 15, 5)


def test_columns_go_from_a_to_z_and_on_from_aa_to_az() -> None:
    names = [column_name(col) for col in range(52)]
    assert (names[0], names[25], names[26], names[51]) == ("a", "z", "aa", "az")
    assert len(set(names)) == 52


@pytest.mark.parametrize("point", [Point(0, 0), Point(51, 51), Point(0, 26), Point(26, 25)])
def test_a_name_leads_back_to_its_point(point: Point) -> None:
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
def test_a_name_that_is_no_point_is_told_with_the_place(
    name: str, at: int | None, why: str
) -> None:
    with pytest.raises(ParseError) as found:
        parse_algebraic(name, USUAL)
    assert (found.value.why, found.value.at) == (why, at)
