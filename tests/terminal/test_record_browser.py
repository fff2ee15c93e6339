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


def test_games_are_read_when_they_are_asked_for_and_kept(tmp_path: Path) -> None:
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


def test_what_cannot_be_read_says_why(tmp_path: Path) -> None:
    (tmp_path / "odd").write_bytes(b"\x00\x01")
    reasons = {"nothing": "No such file or directory", "": "Is a directory", "odd": "no format"}
    for name, why in reasons.items():
        with pytest.raises(RecordError, match=why):
            RecordFile(str(tmp_path / name), Reading()).at(0)


def test_a_format_can_be_named(tmp_path: Path) -> None:
    path = tmp_path / "game"
    path.write_text("h8i9")
    with pytest.raises(RecordError, match="row 1"):
        RecordFile(str(path), Reading(), "moves").at(0)


def test_problems_are_those_of_the_file_so_far(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text(f"{LINE}15x15/5 freestyle h8 h8\n{LINE}")
    games = RecordFile(str(path), Reading())
    games.at(0)
    assert games.problems.count == 0
    games.at(2)
    assert games.problems.count == 1


def test_a_large_tree_is_read_with_news_on_the_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stream(_: BinaryIO, __: Reading) -> tuple[Record, Iterator[Visit]]:
        nodes = (Visit(min(at, 1), Node(), more=True) for at in range(2 * PROGRESS_STEP + 1))
        return Record(), nodes

    monkeypatch.setitem(FORMATS, "psq", replace(PSQ, stream=stream))
    (tmp_path / "big.psq").write_text("Piskvorky 15x15, 11:11, 0\n")
    games = RecordFile(str(tmp_path / "big.psq"), Reading())
    told: list[int] = []
    games.on_progress = lambda _bytes, count: told.append(count)
    record = games.at(0)
    assert record is not None
    assert (len(record.root.children), told) == (
        2 * PROGRESS_STEP,
        [0, PROGRESS_STEP, 2 * PROGRESS_STEP],
    )
    assert games.at(1) is None


def test_standard_input_is_a_file_like_others(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = io.BufferedReader(io.BytesIO(LINE.encode()))
    monkeypatch.setattr("tengen.terminal.record_browser.open_file", lambda _path: typed)
    assert RecordFile("-", Reading()).at(0) is not None


def names(trail: TreeCursor) -> list[object]:
    return [node.point for node in trail.path if node.point is not None]


def test_a_trail_follows_the_main_line_and_stops_at_its_ends() -> None:
    trail = TreeCursor(sample())
    assert not trail.step(-1)
    assert trail.step(3)
    assert names(trail) == [point("h8"), point("h9"), point("i9")]
    assert trail.step(100)
    assert (trail.number, trail.total) == (21, 21)
    assert not trail.step(1)


def test_another_move_instead_brings_its_own_line() -> None:
    trail = TreeCursor(sample())
    trail.go_to(4)
    assert trail.turn(1)
    assert (names(trail)[-1], trail.total) == (point("j8"), 6)
    assert trail.turn(1)
    assert not trail.turn(1)
    assert names(trail)[-1] == point("g9")
    trail.step(-1)
    trail.step(1)
    assert names(trail)[-1] == point("g9")


def test_equal_siblings_are_told_apart() -> None:
    record = Record()
    for _ in range(3):
        grow(record.root, "h8")
    trail = TreeCursor(record)
    trail.step(1)
    assert [trail.turn(1), trail.turn(1), trail.turn(1)] == [True, True, False]


def test_the_move_that_the_line_goes_on_with_keeps_the_line() -> None:
    trail = TreeCursor(sample())
    trail.go_to(4)
    trail.turn(1)
    trail.step(1)
    trail.turn(0)
    line = list(trail.line)
    trail.go_to(3)
    assert trail.enter(1)
    assert all(one is other for one, other in zip(trail.line, line, strict=True))
    assert not trail.enter(7)


def test_nodes_without_moves_are_not_counted() -> None:
    record = Record(root=Node(children=[Node(comment="nothing")]))
    grow(record.root.children[0], "h8 i9")
    trail = TreeCursor(record)
    trail.step(1)
    assert (trail.number, trail.total) == (0, 2)
    trail.go_to(1)
    assert (trail.at, trail.numbers()) == (2, {point("h8"): 1})
    trail.go_to(99)
    assert trail.at == 3


def test_a_pass_counts_as_a_move() -> None:
    record = Record(root=Node(children=[Node(Player.FIRST)]))
    trail = TreeCursor(record)
    trail.step(1)
    assert (trail.number, trail.board().turn) == (1, Player.SECOND)


@modest
@given(records(), st.lists(st.tuples(st.sampled_from("stgb"), st.integers(-3, 9)), max_size=30))
def test_wherever_one_goes_it_is_a_path_of_the_tree(
    record: Record, walk: list[tuple[str, int]]
) -> None:
    trail, known = TreeCursor(record), {id(visit.node) for visit in visits(record.root)}
    for word, number in walk:
        step = {"s": trail.step, "t": trail.turn, "g": trail.go_to, "b": trail.enter}[word]
        step(number)
        assert all(id(node) in known for node in trail.line)
        assert trail.line[0] is record.root
        pairs = zip(trail.line, trail.line[1:], strict=False)
        assert all(any(child is node for child in parent.children) for parent, node in pairs)
        assert not trail.line[-1].children
        assert 0 <= trail.number <= trail.total


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
