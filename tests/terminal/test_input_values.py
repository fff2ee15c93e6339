from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.strategies import some_rules

from tengen.errors import ParseError, UsageError
from tengen.game.clock import format_time_control, parse_time_control
from tengen.rules.coordinates import format_pair
from tengen.rules.point import Point, format_algebraic
from tengen.rules.rules import FIVE_IN_A_ROW, Rules
from tengen.terminal.input import (
    CLOCK_PRESETS,
    MAX_POINT_LENGTH,
    PointEntry,
    describe_time,
    format_time_left,
    parse_number,
    parse_point,
)


def typed(keys: str, rules: Rules = FIVE_IN_A_ROW) -> PointEntry:
    """Return an entry after these keys, including refused ones."""
    entry = PointEntry(rules)
    for key in keys:
        entry.type(key)
    return entry


@pytest.mark.parametrize("keys", ["h8", "H8", "7,7", "h7,7", "h!8", "h 8"])
def test_a_point_is_typed_key_by_key(keys: str) -> None:
    assert typed(keys).point() == Point(7, 7)


def test_other_keys_are_not_part_of_a_point() -> None:
    entry = PointEntry(FIVE_IN_A_ROW)
    assert entry.type("h")
    assert not entry.type("-")
    assert not entry.type("\u0668")
    assert not entry.type("")
    assert not entry.type("12")
    assert entry.text == "h"


def test_an_entry_has_a_maximum_length() -> None:
    assert len(typed("1" * 100).text) == MAX_POINT_LENGTH


def test_the_last_character_can_be_deleted() -> None:
    entry = typed("h8")
    entry.delete_last()
    assert entry.text == "h"
    entry.delete_last()
    entry.delete_last()
    assert entry.text == ""


def test_the_point_is_known_as_soon_as_it_is_one() -> None:
    points = [typed("h14"[:end]).point_so_far() for end in range(4)]
    assert points == [None, None, Point(14, 7), Point(1, 7)]


@given(st.data(), some_rules())
def test_every_point_can_be_typed_in_both_forms(data: st.DataObject, rules: Rules) -> None:
    row, col = (
        data.draw(st.integers(0, rules.height - 1)),
        data.draw(st.integers(0, rules.width - 1)),
    )
    point = Point(row, col)
    assert typed(format_algebraic(point, rules), rules).point() == point
    assert typed(format_pair(point), rules).point() == point


@given(st.text(), some_rules())
def test_any_text_is_a_point_of_the_board_or_a_parse_error(text: str, rules: Rules) -> None:
    try:
        point = parse_point(text, rules)
    except ParseError:
        return
    assert 0 <= point.row < rules.height
    assert 0 <= point.col < rules.width


@given(st.text(), st.integers(0, 10), st.integers(0, 1000))
def test_any_text_is_a_number_within_bounds_or_a_usage_error(
    text: str, low: int, more: int
) -> None:
    try:
        number = parse_number(text, low, low + more, "things")
    except UsageError:
        return
    assert low <= number <= low + more


@given(st.integers(3, 99))
def test_numbers_are_read_as_they_are_printed(number: int) -> None:
    assert parse_number(str(number), 3, 99, "things") == number


@pytest.mark.parametrize(
    "text", ["", "2", "100", "1_0", "+5", " 5", "\uff15", "\u0665", "\u00b2", "9" * 5000]
)
def test_an_invalid_number_is_refused_with_the_bounds(text: str) -> None:
    with pytest.raises(UsageError, match=r"^things must be 3 to 99, not '"):
        parse_number(text, 3, 99, "things")


def test_a_single_possible_number_is_named() -> None:
    with pytest.raises(UsageError, match=r"^moves must be 0, not '1'$"):
        parse_number("1", 0, 0, "moves")


@pytest.mark.parametrize("text", CLOCK_PRESETS)
def test_every_offered_clock_is_printed_as_it_is_read(text: str) -> None:
    assert format_time_control(parse_time_control(text)) == text


@pytest.mark.parametrize(
    "left, shown, words",
    [
        (0, "0.0", "0 seconds"),
        (9_999, "9.9", "9 seconds"),
        (1_000, "1.0", "1 second"),
        (10_000, "0:10", "10 seconds"),
        (60_000, "1:00", "1 minute"),
        (299_999, "4:59", "4 minutes 59 seconds"),
        (7_261_000, "121:01", "121 minutes 1 second"),
    ],
)
def test_the_time_left_is_shown_and_described(left: int, shown: str, words: str) -> None:
    assert format_time_left(left) == shown
    assert describe_time(left) == words
