from __future__ import annotations

from tengen.records.game_tree import Mark, MarkKind, Node, main_line
from tengen.records.record import Record, add_moves
from tengen.render import MarkShape as Shape
from tengen.render.record_pictures import view_at, views_along
from tengen.rules.notation import parse_moves
from tengen.rules.point import Point
from tengen.rules.rules import FIVE_IN_A_ROW, Player


def make_record() -> Record:
    record = Record()
    last = add_moves(record.root, parse_moves("h8 i9 g9", FIVE_IN_A_ROW))
    last.marks = (
        Mark(MarkKind.LABEL, Point(0, 0), "A"),
        Mark(MarkKind.TRIANGLE, Point(0, 1)),
    )
    return record


def test_a_view_has_the_marks_and_labels_of_its_position() -> None:
    record = make_record()
    view = view_at(record, main_line(record.root))
    assert view.labels == {Point(0, 0): "A"}
    assert view.marks == {Point(0, 1): Shape.TRIANGLE}
    assert not view_at(record, main_line(record.root)[:-1]).labels


def test_options_override_the_record() -> None:
    record = make_record()
    assert not view_at(record, main_line(record.root), labels={}).labels


def test_there_is_a_view_for_every_node_of_a_line() -> None:
    record = make_record()
    views = list(views_along(record, main_line(record.root)))
    assert [len(view.stones) for view in views] == [0, 1, 2, 3]
    assert views[-1].last == Point(6, 6)


def test_a_variation_can_be_shown() -> None:
    record = make_record()
    other = Node(Player.FIRST, Point(14, 14))
    record.root.children.append(other)
    assert view_at(record, [record.root, other]).stones == {Point(14, 14): Player.FIRST}
