"""Writing RenLib libraries."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.libraries import ROOT, bare, copied, library, read, root_of, shape
from kit.records import records, written
from kit.strategies import modest

from tengen.errors import RecordError
from tengen.records.format import Feature
from tengen.records.game_tree import Mark, MarkKind, Node, Sign, Stone, visits
from tengen.records.reading import Writing
from tengen.records.record import Record, add_moves
from tengen.records.renlib import LIB, stream_lib_out
from tengen.rules.point import Point
from tengen.rules.rules import FREESTYLE_20, RENJU, Player

X, O = Player.FIRST, Player.SECOND  # noqa: E741
CENTRE, NEAR, FAR = Point(7, 7), Point(6, 8), Point(0, 0)
TEXTS = st.text(st.characters(codec="gbk", exclude_characters="\0\b\r"), min_size=1)


def of(*children: Node) -> Record:
    return Record(RENJU, Node(children=list(children)))


def again(record: Record) -> Node:
    return root_of(written(record, LIB))


def test_moves_and_variations_are_two_bytes_each() -> None:
    black = Node(X, CENTRE, [Node(O, NEAR), Node(O, FAR)])
    assert written(of(black, Node(X, Point(14, 14))), LIB) == bare("78 80 69 c0 01 40 ef 40")


def test_texts_and_signs_are_written() -> None:
    label = Mark(MarkKind.LABEL, CENTRE, "A")
    node = Node(X, CENTRE, [], "one\ntwo\nthree", (label,), (Sign.NOTED, Sign.START))
    texts = b"one\x08two\r\nthree\0\0", b"A\0"
    assert written(of(node), LIB) == library(ROOT, b"\x78\x5d\0\1", *texts)


def test_labels_on_other_points_are_leaves_before_the_moves() -> None:
    marks = tuple(Mark(MarkKind.LABEL, point, "x") for point in (NEAR, FAR))
    node = Node(X, CENTRE, [Node(O, NEAR)], marks=marks)
    leaves = b"\x69\xc3\0\1x\0", b"\x01\xc3\0\1x\0"
    assert written(of(node), LIB) == library(ROOT, b"\x78\x00", *leaves, b"\x69\x40")
    node.children.clear()
    leaves = b"\x69\xc3\0\1x\0", b"\x01\x43\0\1x\0"
    assert written(of(node), LIB) == library(ROOT, b"\x78\x00", *leaves)


def test_an_empty_record_is_a_root() -> None:
    assert written(of(), LIB) == library(b"\x00\x40")


@given(records(LIB.holds, RENJU), st.lists(TEXTS, min_size=8, max_size=8))
@modest
def test_any_text_of_the_code_page_is_the_same_after_writing_and_reading(
    record: Record, texts: list[str]
) -> None:
    for number, visit in enumerate(visits(record.root)):
        visit.node.comment = texts[number % 8]
        point = visit.node.point or FAR
        visit.node.marks = (Mark(MarkKind.LABEL, point, texts[(number + 1) % 8]),)
    assert again(record) == record.root


@given(records(LIB.holds - {Feature.LABELS}, RENJU))
@modest
def test_a_copy_made_node_by_node_has_the_same_bytes(record: Record) -> None:
    data = written(record, LIB)
    assert copied(data) == data


@given(st.text(st.characters(exclude_categories=())))
@modest
def test_any_text_can_be_written(text: str) -> None:
    node = Node(X, CENTRE, [Node(O, NEAR)], text, (Mark(MarkKind.LABEL, CENTRE, text),))
    root = again(of(node))
    assert shape(root) == ["0 -", "1 7,7", "2 6,8"]
    assert "\0" not in root.children[0].comment


def test_characters_that_are_not_in_the_code_page_are_reported_once() -> None:
    writing = Writing(encoding="cp1252")
    record = of(Node(X, CENTRE, [Node(O, NEAR, comment="五")], "五子"))
    data = written(record, LIB, writing)
    assert read(data, "cp1252")[0].root.children[0].comment == "??"
    assert len(writing.problems.kept) == 1
    assert "code page cp1252" in str(writing.problems.kept[0])


def test_a_very_long_text_is_shortened_and_reported() -> None:
    writing = Writing(encoding="utf-8")
    data = written(of(Node(X, CENTRE, comment="五" * 300_000)), LIB, writing)
    record, problems = read(data, "utf-8")
    assert len(record.root.children[0].comment) == 1 << 18
    assert (len(writing.problems.kept), problems) == (1, [])


def test_a_pass_is_inserted_before_a_move_out_of_turn() -> None:
    record = of(Node(X, CENTRE, [Node(X, NEAR, [Node(O, FAR)]), Node(O, FAR)]))
    root = again(record)
    assert shape(root) == ["0 -", "1 7,7", "2 -", "3 6,8", "4 0,0", "2 0,0"]
    passed = root.children[0].children[0]
    assert [passed.player, passed.children[0].player] == [O, X]


def test_a_game_that_the_second_player_begins_starts_with_a_pass() -> None:
    record = of(Node(O, CENTRE, [Node(X, NEAR)]))
    record.root.turn = O
    assert shape(again(record)) == ["0 -", "1 -", "2 7,7", "3 6,8"]


def test_a_comment_without_a_move_becomes_a_leaf_and_its_moves_siblings() -> None:
    silent = Node(children=[Node(O, FAR), Node(O, Point(0, 1))])
    commented = Node(children=[Node(O, NEAR)], comment="about")
    root = again(of(Node(X, CENTRE, [silent, commented]), Node(X, NEAR)))
    assert shape(root) == ["0 -", "1 7,7", "2 0,0", "2 0,1", "2 -", "2 6,8", "1 6,8"]
    assert root.children[0].children[2].comment == "about"


def test_a_set_up_after_the_start_is_skipped_with_everything_after_it() -> None:
    cut = Node(stones=(Stone(FAR, X),), children=[Node(O, NEAR, [Node(X, Point(3, 3))])])
    root = again(of(Node(X, CENTRE, [Node(O, NEAR), cut]), Node(X, NEAR, [cut])))
    assert shape(root) == ["0 -", "1 7,7", "2 6,8", "1 6,8"]


def test_a_set_up_at_the_start_and_another_board_size_are_refused() -> None:
    set_up = Record(RENJU, Node(stones=(Stone(FAR, X),)))
    for record, what in ((set_up, "set-up"), (Record(FREESTYLE_20), "15x15, not 20x20")):
        assert what in LIB.objection(record)
        with pytest.raises(RecordError, match=what):
            written(record, LIB)


def test_a_set_up_at_the_start_of_a_walk_is_refused() -> None:
    root = Node(stones=(Stone(FAR, X),))
    with pytest.raises(RecordError, match="set-up"):
        stream_lib_out(Record(RENJU), visits(root), io.BytesIO(), Writing())


def test_a_line_as_long_as_the_board_is_written_and_read() -> None:
    record = of()
    points = [Point(row, col) for row in range(15) for col in range(15)]
    add_moves(record.root, points)
    assert again(record) == record.root


def test_losses_are_counted() -> None:
    marks = (Mark(MarkKind.CIRCLE, FAR), Mark(MarkKind.LABEL, FAR, "a"))
    node = Node(X, CENTRE, marks=marks, time=5, comment="c", signs=(Sign.START,))
    lost = LIB.losses(Record(RENJU, Node(children=[node]), "one", "two"))
    assert lost == {Feature.MARKS: 1, Feature.TIMES: 1, Feature.PLAYERS: 2}
