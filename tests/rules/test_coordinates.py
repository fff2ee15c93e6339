from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.reference import all_points
from kit.strategies import modest, rules_and_points, some_rules, thorough

from tengen.errors import ParseError
from tengen.rules.coordinates import (
    RowOne,
    format_lettered,
    format_numbered,
    format_pair,
    format_points,
    grid_points,
    parse_lettered,
    parse_numbered,
    parse_pair,
    point_names,
    points_by_name,
)
from tengen.rules.point import Point, column_name, format_algebraic, parse_algebraic
from tengen.rules.rules import Rules

Parser = Callable[[str, Rules], Point]
Printer = Callable[[Point, Rules], str]

NOTATIONS: dict[str, tuple[Parser, Printer]] = {
    "algebraic": (parse_algebraic, format_algebraic),
    "pair": (parse_pair, lambda point, _: format_pair(point)),
    "lettered": (parse_lettered, lambda point, _: format_lettered(point)),
    "numbered": (parse_numbered, format_numbered),
}
GOMOKU = Rules(15, 15, 5)
BIG = Rules(52, 40, 5)
ALMOST_POINTS = st.text("aAhHzZ0123456789,+-_ \u0663\u00b2\n", max_size=6)


def read(notation: str, text: str, rules: Rules) -> Point | ParseError:
    """Parse a text, and return the value or the error."""
    try:
        return NOTATIONS[notation][0](text, rules)
    except ParseError as error:
        return error


each_notation = pytest.mark.parametrize("notation", NOTATIONS)


@each_notation
@thorough
@given(rules_and_points())
def test_a_printed_point_is_read_as_the_same_point(
    notation: str, place: tuple[Rules, Point]
) -> None:
    parse, print_ = NOTATIONS[notation]
    rules, point = place
    assert parse(print_(point, rules), rules) == point


@each_notation
@thorough
@given(st.text() | ALMOST_POINTS, some_rules())
def test_any_other_text_is_a_parse_error(notation: str, text: str, rules: Rules) -> None:
    found = read(notation, text, rules)
    if isinstance(found, ParseError):
        assert (found.what, found.text) == ("point", text)
        assert found.at is None or 0 <= found.at <= len(text)
    else:
        assert 0 <= found.row < rules.height
        assert 0 <= found.col < rules.width
        expected = text.lower() if notation == "algebraic" else text
        assert NOTATIONS[notation][1](found, rules) == expected


@each_notation
def test_all_points_of_a_board_have_different_texts(notation: str) -> None:
    texts = {NOTATIONS[notation][1](point, BIG) for point in all_points(BIG)}
    assert len(texts) == BIG.area


@each_notation
@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "h", "8h", "8h8", "h8 ", " h8", "h 8", "h8\n", "h-8", "h+8", "h8.0", "h1_0"),
        *("h08", "h00", "H08", "07,7", "7,07", "-0,0", "+1,1", "1,-1", "1, 1", "1,1,1", ","),
        *("1,", ",1", "1;1", "1.1", "01", "+1", "-1", "1 ", " 1", "1_0", "0x1", "1e1", "00"),
        *("h\u0668", "\u0667,\u0667", "H\u0667", "\u0661\u0661\u0663", "\u0663"),  # Arabic-Indic
        *("h\u00b2", "\u00b2,\u00b2", "H\u00b2", "\u00b2", "h\u2078"),  # superscripts
        *("\uff488", "h\uff18", "\uff18", "\ufb018", "\u01318", "\u212a9", "\u00df1", "\u04308"),
        *("\x00", "h8\x00", "h\u200b8", "\ud800", "\u00e98"),
    ],
)
def test_texts_that_are_not_a_point_in_any_notation(notation: str, text: str) -> None:
    assert isinstance(read(notation, text, GOMOKU), ParseError)


@pytest.mark.parametrize(
    "notation, top_left, bottom_right, middle",
    [
        ("algebraic", "a15", "o1", "h8"),
        ("pair", "0,0", "14,14", "7,7"),
        ("lettered", "A0", "O14", "H7"),
        ("numbered", "1", "225", "113"),
    ],
)
def test_the_corners_and_the_centre_have_their_usual_names(
    notation: str, top_left: str, bottom_right: str, middle: str
) -> None:
    parse, print_ = NOTATIONS[notation]
    for point, text in ((Point(0, 0), top_left), (Point(14, 14), bottom_right)):
        assert print_(point, GOMOKU) == text
        assert parse(text, GOMOKU) == point
    assert print_(Point(7, 7), GOMOKU) == middle
    assert parse(middle, GOMOKU) == Point(7, 7)


@pytest.mark.parametrize(
    "notation, text, at",
    [
        ("algebraic", "p8", 0),
        ("algebraic", "aa8", 0),
        ("algebraic", "h16", 1),
        ("algebraic", "h0", 1),
        ("pair", "15,0", 0),
        ("pair", "0,15", 2),
        ("lettered", "P7", 0),
        ("lettered", "H15", 1),
        ("lettered", "h7", 0),
        ("numbered", "0", 0),
        ("numbered", "226", 0),
    ],
)
def test_a_point_off_the_board_is_an_error_that_names_the_place(
    notation: str, text: str, at: int
) -> None:
    with pytest.raises(ParseError) as caught:
        NOTATIONS[notation][0](text, GOMOKU)
    assert (caught.value.what, caught.value.text, caught.value.at) == ("point", text, at)
    assert str(caught.value).startswith(f"not a point: '{text}' at character {at + 1}: ")


@modest
@given(rules_and_points())
def test_algebraic_accepts_capitals_and_lettered_requires_them(
    place: tuple[Rules, Point],
) -> None:
    rules, point = place
    assert parse_algebraic(format_algebraic(point, rules).upper(), rules) == point
    with pytest.raises(ParseError):
        parse_lettered(format_lettered(point).lower(), rules)


def test_the_column_after_z_is_aa() -> None:
    names = [column_name(col) for col in range(52)]
    assert names[0] == "a"
    assert names[24:29] == ["y", "z", "aa", "ab", "ac"]
    assert names[51] == "az"
    assert len(set(names)) == 52
    assert parse_algebraic("az1", BIG) == Point(39, 51)
    assert parse_lettered("AZ0", BIG) == Point(0, 51)


@each_notation
@pytest.mark.parametrize(
    "text", ["9" * 100_000, "a" * 100_000, "1," + "9" * 99_999, "h" + "9" * 99_999]
)
def test_a_huge_text_gives_a_short_message_in_one_line(notation: str, text: str) -> None:
    with pytest.raises(ParseError) as caught:
        NOTATIONS[notation][0](text, GOMOKU)
    assert caught.value.text == text
    assert len(str(caught.value)) < 250
    assert "\n" not in str(caught.value)


def test_the_points_of_a_board_are_in_reading_order() -> None:
    assert grid_points(3, 2) == (
        *(Point(0, 0), Point(0, 1), Point(0, 2)),
        *(Point(1, 0), Point(1, 1), Point(1, 2)),
    )
    assert len(grid_points(52, 40)) == 52 * 40


@pytest.mark.parametrize(
    "row_one, names",
    [(RowOne.BOTTOM, "a2 b2 c2 a1 b1 c1"), (RowOne.TOP, "a1 b1 c1 a2 b2 c2")],
)
def test_names_of_points_count_from_the_row_that_is_row_one(row_one: RowOne, names: str) -> None:
    rules = Rules(3, 2, 2)
    points = grid_points(3, 2)
    assert point_names(3, 2, row_one) == tuple(names.split())
    assert points_by_name(3, 2, row_one) == dict(zip(names.split(), points, strict=True))
    assert format_points(reversed(points), rules, row_one) == names.split()[::-1]


def test_a_pair_without_a_comma_is_an_error_that_says_what_was_expected() -> None:
    with pytest.raises(ParseError, match="a row and a column with a comma between were expected"):
        parse_pair("77", GOMOKU)
    with pytest.raises(ParseError, match="the row must be a number from 0 to"):
        parse_pair(",7", GOMOKU)
