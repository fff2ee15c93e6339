from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.records import records
from kit.strategies import modest
from kit.viewers import grow, point, sample

from tengen.errors import RecordError, RuleError
from tengen.records.formats import FORMATS, PROGRESS_STEP
from tengen.records.game_tree import Mark, MarkKind, Node, Visit, visits
from tengen.records.psq import PSQ
from tengen.records.reading import Reading
from tengen.records.record import Record
from tengen.rules.point import Point
from tengen.rules.rules import Player
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
from tengen.terminal.record_browser import RecordFile, TreeCursor, make_record_view

LINE = "15x15/5 freestyle h8 i9\n"


def test_games_are_read_when_needed_and_cached(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text(LINE * 1000)
    games = RecordFile(str(path), Reading())
    assert games.known == []
    first = games.at(0)
    assert (len(games.known), games.is_complete) == (1, False)
    assert games.at(9) is not None
    assert games.at(0) is first
    assert (games.at(1000), len(games.known), games.is_complete) == (None, 1000, True)
    assert games.at(-1) is None


def test_an_unreadable_file_gives_a_reason(tmp_path: Path) -> None:
    (tmp_path / "odd").write_bytes(b"\x00\x01")
    reasons = {
        "nothing": "No such file or directory",
        "": "Is a directory",
        "odd": "cannot detect the format",
    }
    for name, why in reasons.items():
        with pytest.raises(RecordError, match=why):
            RecordFile(str(tmp_path / name), Reading()).at(0)


def test_a_format_can_be_named(tmp_path: Path) -> None:
    path = tmp_path / "game"
    path.write_text("h8i9")
    with pytest.raises(RecordError, match="row 1"):
        RecordFile(str(path), Reading(), "moves").at(0)


def test_problems_are_those_read_so_far(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text(f"{LINE}15x15/5 freestyle h8 h8\n{LINE}")
    games = RecordFile(str(path), Reading())
    games.at(0)
    assert games.problems.count == 0
    games.at(2)
    assert games.problems.count == 1


def test_reading_a_large_tree_reports_progress(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stream(_: BinaryIO, __: Reading) -> tuple[Record, Iterator[Visit]]:
        nodes = (Visit(min(at, 1), Node(), more=True) for at in range(2 * PROGRESS_STEP + 1))
        return Record(), nodes

    monkeypatch.setitem(FORMATS, "psq", replace(PSQ, stream=stream))
    (tmp_path / "big.psq").write_text("Piskvorky 15x15, 11:11, 0\n")
    games = RecordFile(str(tmp_path / "big.psq"), Reading())
    reported: list[int] = []
    games.on_progress = lambda _bytes, count: reported.append(count)
    record = games.at(0)
    assert record is not None
    assert (len(record.root.children), reported) == (
        2 * PROGRESS_STEP,
        [0, PROGRESS_STEP, 2 * PROGRESS_STEP],
    )
    assert games.at(1) is None


def test_standard_input_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = io.BufferedReader(io.BytesIO(LINE.encode()))
    monkeypatch.setattr("tengen.terminal.record_browser.open_file", lambda _path: typed)
    assert RecordFile("-", Reading()).at(0) is not None


def names(cursor: TreeCursor) -> list[object]:
    return [node.point for node in cursor.path if node.point is not None]


def test_a_cursor_follows_the_main_line_and_stops_at_its_ends() -> None:
    cursor = TreeCursor(sample())
    assert not cursor.step(-1)
    assert cursor.step(3)
    assert names(cursor) == [point("h8"), point("h9"), point("i9")]
    assert cursor.step(100)
    assert (cursor.number, cursor.total) == (21, 21)
    assert not cursor.step(1)


def test_another_variation_has_its_own_line() -> None:
    cursor = TreeCursor(sample())
    cursor.go_to(4)
    assert cursor.turn(1)
    assert (names(cursor)[-1], cursor.total) == (point("j8"), 6)
    assert cursor.turn(1)
    assert not cursor.turn(1)
    assert names(cursor)[-1] == point("g9")
    cursor.step(-1)
    cursor.step(1)
    assert names(cursor)[-1] == point("g9")


def test_equal_siblings_are_told_apart() -> None:
    record = Record()
    for _ in range(3):
        grow(record.root, "h8")
    cursor = TreeCursor(record)
    cursor.step(1)
    assert [cursor.turn(1), cursor.turn(1), cursor.turn(1)] == [True, True, False]


def test_entering_the_next_move_of_the_line_keeps_the_line() -> None:
    cursor = TreeCursor(sample())
    cursor.go_to(4)
    cursor.turn(1)
    cursor.step(1)
    cursor.turn(0)
    line = list(cursor.line)
    cursor.go_to(3)
    assert cursor.enter(1)
    assert all(one is other for one, other in zip(cursor.line, line, strict=True))
    assert not cursor.enter(7)


def test_nodes_without_moves_are_not_counted() -> None:
    record = Record(root=Node(children=[Node(comment="nothing")]))
    grow(record.root.children[0], "h8 i9")
    cursor = TreeCursor(record)
    cursor.step(1)
    assert (cursor.number, cursor.total) == (0, 2)
    cursor.go_to(1)
    assert (cursor.at, cursor.numbers()) == (2, {point("h8"): 1})
    cursor.go_to(99)
    assert cursor.at == 3


def test_a_pass_counts_as_a_move() -> None:
    record = Record(root=Node(children=[Node(Player.FIRST)]))
    cursor = TreeCursor(record)
    cursor.step(1)
    assert (cursor.number, cursor.board().turn) == (1, Player.SECOND)


@modest
@given(records(), st.lists(st.tuples(st.sampled_from("stgb"), st.integers(-3, 9)), max_size=30))
def test_the_path_is_always_a_path_of_the_tree(record: Record, walk: list[tuple[str, int]]) -> None:
    cursor, known = TreeCursor(record), {id(visit.node) for visit in visits(record.root)}
    for word, number in walk:
        step = {"s": cursor.step, "t": cursor.turn, "g": cursor.go_to, "b": cursor.enter}[word]
        step(number)
        assert all(id(node) in known for node in cursor.line)
        assert cursor.line[0] is record.root
        pairs = zip(cursor.line, cursor.line[1:], strict=False)
        assert all(any(child is node for child in parent.children) for parent, node in pairs)
        assert not cursor.line[-1].children
        assert 0 <= cursor.number <= cursor.total


def view_at(record: Record, move: int, hints: dict[Point, int] | None = None) -> BoardView:
    cursor = TreeCursor(record)
    cursor.go_to(move)
    return make_record_view(cursor, cursor.board(), STONE_GLYPHS, hints, shows_numbers=True)


def test_the_last_move_and_the_winning_line_are_shown() -> None:
    view = view_at(sample(), 21)
    assert view.last == point("k5")
    assert view.line == {point(name) for name in ("g9", "h8", "i7", "j6", "k5")}
    assert view.numbers[point("h8")] == 1
    assert view_at(sample(), 0).last is None


def test_several_next_moves_are_numbered() -> None:
    view = view_at(sample(), 3)
    assert view.hints == {point("g7"): 1, point("j8"): 2, point("g9"): 3}
    assert view_at(sample(), 2).hints == {}


def test_next_moves_from_the_tenth_on_have_a_sign() -> None:
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
def test_every_mark_has_its_own_shape(glyphs: TerminalGlyphs) -> None:
    shapes = {*glyphs.marks.values(), *glyphs.stones.values(), glyphs.forbidden, *glyphs.grid}
    assert set(glyphs.marks) == {kind.value for kind in MarkKind} - {"label"}
    assert len(shapes) == 4 + 2 + 1 + len(set(glyphs.grid))


@modest
@given(records(), st.integers(0, 9), st.sampled_from([SMALL, MIDDLE, BIG]))
def test_any_position_of_any_record_can_be_drawn(record: Record, move: int, cell: CellSize) -> None:
    try:
        rows = Canvas(view_at(record, move), STONE_GLYPHS, cell).runs()
    except RuleError:
        return
    assert len({sum(len(text) for _, text in row) for row in rows}) == 1
