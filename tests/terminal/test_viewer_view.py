from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.records import records
from kit.strategies import modest
from kit.viewers import grow, point, sample

from tengen.errors import RuleError
from tengen.records.game_tree import Mark, MarkKind
from tengen.records.record import Record
from tengen.rules.point import Point
from tengen.terminal.canvas import (
    ASCII_GLYPHS,
    BIG,
    LETTER_GLYPHS,
    MIDDLE,
    SMALL,
    STONE_GLYPHS,
    BoardView,
    Canvas,
    CellSize,
    TerminalGlyphs,
)
from tengen.terminal.record_browser import TreeCursor, make_record_view


def view_at(record: Record, move: int, hints: dict[Point, int] | None = None) -> BoardView:
    trail = TreeCursor(record)
    trail.go_to(move)
    return make_record_view(trail, trail.board(), STONE_GLYPHS, hints, shows_numbers=True)


def test_the_last_move_and_the_winning_line_are_seen() -> None:
    view = view_at(sample(), 21)
    assert view.last == point("k5")
    assert view.line == {point(name) for name in ("g9", "h8", "i7", "j6", "k5")}
    assert view.numbers[point("h8")] == 1
    assert view_at(sample(), 0).last is None


def test_moves_that_follow_are_numbered_where_there_are_several() -> None:
    view = view_at(sample(), 3)
    assert view.hints == {point("g7"): 1, point("j8"): 2, point("g9"): 3}
    assert view_at(sample(), 2).hints == {}


def test_the_tenth_and_further_have_a_sign_of_their_own() -> None:
    record = Record()
    for col in "abcdefghijkl":
        grow(record.root, f"{col}1")
    view = view_at(record, 0)
    assert sorted(view.hints.values()) == list(range(1, 10))
    assert view.labels == {point("j1"): ">", point("k1"): ">", point("l1"): ">"}


def test_labels_of_the_record_go_before_numbers_and_hints_before_labels() -> None:
    record = sample()
    third = record.line()[2]
    third.marks = (Mark(MarkKind.LABEL, point("g7"), "B"),)
    view = view_at(record, 3)
    assert (view.labels[point("g7")], point("g7") in view.hints) == ("B", False)
    assert view_at(record, 3, {point("g7"): 1}).labels == {}


@pytest.mark.parametrize(
    "text, shown", [("\u9ed1a", "?a"), ("e\u0301", "e"), ("\x1b", ""), ("", "")]
)
def test_labels_are_as_wide_as_they_are_long(text: str, shown: str) -> None:
    record = Record()
    record.root.marks = (Mark(MarkKind.LABEL, point("h8"), text),)
    assert view_at(record, 0).labels == ({point("h8"): shown} if shown else {})


def test_marks_off_the_board_are_left_out() -> None:
    record = Record()
    record.root.marks = (Mark(MarkKind.CIRCLE, Point(0, 15)), Mark(MarkKind.CIRCLE, Point(15, 0)))
    assert view_at(record, 0).labels == {}


@pytest.mark.parametrize(
    "cell, text, shown",
    [
        (SMALL, "AB", "A"),
        (MIDDLE, "ABCD", "ABC"),
        (MIDDLE, "A", "A"),
        (BIG, "ABCDEF", "ABCDE"),
    ],
)
def test_as_much_of_a_label_is_drawn_as_fits(cell: CellSize, text: str, shown: str) -> None:
    view = BoardView(sample().rules, labels={point("h8"): text})
    runs = [run for row in Canvas(view, STONE_GLYPHS, cell).runs() for run in row]
    assert [text for role, text in runs if role == "hint"] == [shown]


@pytest.mark.parametrize("cell", [SMALL, MIDDLE, BIG])
def test_a_label_on_a_stone_keeps_the_colour_of_the_stone(cell: CellSize) -> None:
    stones = view_at(sample(), 2).stones
    view = BoardView(sample().rules, stones, labels={point("h8"): "A", point("h9"): "B"})
    runs = [run for row in Canvas(view, STONE_GLYPHS, cell).runs() for run in row]
    roles = {text.strip(): role for role, text in runs if role.startswith("number-")}
    assert roles == {"A": "number-black", "B": "number-white"}


@pytest.mark.parametrize("glyphs", [STONE_GLYPHS, LETTER_GLYPHS, ASCII_GLYPHS])
def test_every_mark_has_a_shape_of_its_own(glyphs: TerminalGlyphs) -> None:
    shapes = {*glyphs.marks.values(), *glyphs.stones.values(), glyphs.forbidden, *glyphs.grid}
    assert set(glyphs.marks) == {kind.value for kind in MarkKind} - {"label"}
    assert len(shapes) == 4 + 2 + 1 + len(set(glyphs.grid))


@modest
@given(records(), st.integers(0, 9), st.sampled_from([SMALL, MIDDLE, BIG]))
def test_any_place_of_any_record_can_be_drawn(record: Record, move: int, cell: CellSize) -> None:
    try:
        rows = Canvas(view_at(record, move), STONE_GLYPHS, cell).runs()
    except RuleError:
        return
    assert len({sum(len(text) for _, text in row) for row in rows}) == 1
