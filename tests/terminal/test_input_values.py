from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.strategies import some_rules

from tengen.errors import ParseError, UsageError
from tengen.game.setup import TimeControl, format_time_control
from tengen.rules.coordinates import format_pair
from tengen.rules.point import Point, format_algebraic
from tengen.rules.rules import FIVE_IN_A_ROW, Rules
from tengen.terminal.input import (
    CLOCK_PRESETS,
    MAX_POINT_LENGTH,
    PointEntry,
    describe_clock,
    describe_clock_text,
    describe_time,
    format_time_left,
    parse_clock,
    parse_number,
    parse_point,
)


def typed(keys: str, rules: Rules = FIVE_IN_A_ROW) -> PointEntry:
    """An entry after these keys, taken or not."""
    entry = PointEntry(rules)
    for key in keys:
        entry.type(key)
    return entry


@pytest.mark.parametrize("keys", ["h8", "H8", "7,7", "h7,7", "h!8", "h 8"])
def test_a_point_is_typed_key_by_key(keys: str) -> None:
    assert typed(keys).point() == Point(7, 7)


def test_a_key_that_belongs_to_no_point_is_left_to_others() -> None:
    entry = PointEntry(FIVE_IN_A_ROW)
    assert entry.type("h")
    assert not entry.type("-")
    assert not entry.type("\u0668")
    assert not entry.type("")
    assert not entry.type("12")
    assert entry.text == "h"


def test_an_entry_does_not_grow_for_ever() -> None:
    assert len(typed("1" * 100).text) == MAX_POINT_LENGTH


def test_the_last_character_is_rubbed_out() -> None:
    entry = typed("h8")
    entry.rub_out()
    assert entry.text == "h"
    entry.rub_out()
    entry.rub_out()
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
def test_what_is_no_number_within_bounds_is_refused_with_the_bounds(text: str) -> None:
    with pytest.raises(UsageError, match=r"^things can be 3 to 99, not '"):
        parse_number(text, 3, 99, "things")


def test_where_only_one_number_is_possible_it_is_named() -> None:
    with pytest.raises(UsageError, match=r"^moves can be 0, not '1'$"):
        parse_number("1", 0, 0, "moves")


SECONDS = st.integers(1, 9999).map(lambda seconds: seconds * 1000)
CONTROLS = st.builds(TimeControl, st.none() | SECONDS) | st.builds(
    TimeControl,
    st.none() | SECONDS,
    st.integers(1, 999).map(lambda minutes: minutes * 60_000),
    st.integers(0, 999).map(lambda seconds: seconds * 1000),
)


@given(CONTROLS)
def test_a_clock_is_read_as_it_is_printed(clock: TimeControl) -> None:
    assert parse_clock(format_time_control(clock)) == clock


@pytest.mark.parametrize("text", CLOCK_PRESETS)
def test_every_clock_that_is_offered_is_printed_as_it_is_read(text: str) -> None:
    assert format_time_control(parse_clock(text)) == text
    assert describe_clock(parse_clock(text)) == describe_clock_text(text)


@pytest.mark.parametrize(
    "text, clock",
    [
        (" 30s ", TimeControl(30_000)),
        ("30s, 5+3", TimeControl(30_000, 300_000, 3_000)),
        ("9999s 999+999", TimeControl(9_999_000, 59_940_000, 999_000)),
        ("007s", TimeControl(7_000)),
    ],
)
def test_a_clock_may_be_written_in_other_ways(text: str, clock: TimeControl) -> None:
    assert parse_clock(text) == clock


@pytest.mark.parametrize("text", ["0s", "0+0", "0+5", "000s", "30s 0+5", "0s 5+3"])
def test_a_clock_without_time_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="has run out before the game begins"):
        parse_clock(text)


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", ",", "5", "5+", "+5", "s", "30 s", "30s5+3", "30s,", "5+3 30s", "-5+3"),
        *("1.5+3", "10000s", "1000+0", "5+1000", "\u0663\u0660s", "\uff15+\uff13", "5+3\n5+3"),
        *("None", "none 5+3", "1e3s", "x" * 99),
    ],
)
def test_what_is_no_clock_is_refused_with_examples(text: str) -> None:
    with pytest.raises(UsageError, match=r"is not a clock: .* as in 30s, .* as in 5\+3"):
        parse_clock(text)


@given(st.text() | st.text("0123456789s+, none"))
def test_any_text_is_a_clock_or_a_usage_error(text: str) -> None:
    try:
        clock = parse_clock(text)
    except UsageError:
        return
    assert parse_clock(format_time_control(clock)) == clock


@pytest.mark.parametrize(
    "clock, words",
    [
        (TimeControl(), "no clock"),
        (TimeControl(30_000), "30 seconds a move"),
        (TimeControl(500), "0.5 seconds a move"),
        (TimeControl(game=60_000, increment=1_000), "1 min each and 1 second a move"),
        (TimeControl(game=300_000), "5 min each"),
        (
            TimeControl(10_000, 90_000, 3_000),
            "10 seconds a move, 1.5 min each and 3 seconds a move",
        ),
    ],
)
def test_a_clock_in_words(clock: TimeControl, words: str) -> None:
    assert describe_clock(clock) == words


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
def test_what_is_left_is_shown_and_spoken(left: int, shown: str, words: str) -> None:
    assert format_time_left(left) == shown
    assert describe_time(left) == words
