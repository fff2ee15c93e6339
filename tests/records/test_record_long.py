"""Copies, pickles, comparisons and texts of long and deep records."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from kit.full_records import records
from kit.strategies import modest

from tengen.records.game_tree import Node, Stone, main_line, visits
from tengen.records.record import Record, Result, Score, add_moves
from tengen.rules.notation import parse_moves
from tengen.rules.outcome import Termination
from tengen.rules.point import Point
from tengen.rules.rules import FIVE_IN_A_ROW, Player

DEEP = 10_000


def deep_record() -> Record:
    record = Record(first="Ann")
    add_moves(record.root, [Point(number // 15, number % 15) for number in range(DEEP)])
    return record


def as_lists(node: Node) -> list[object]:
    """Return a small tree as nested lists, field by field."""
    fields = [getattr(node, name) for name in Node.__struct_fields__ if name != "children"]
    return [*fields, [as_lists(child) for child in node.children]]


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_long_record_can_be_pickled(protocol: int) -> None:
    record = deep_record()
    assert pickle.loads(pickle.dumps(record, protocol)) == record


def test_a_long_record_can_be_copied_and_compared() -> None:
    record = deep_record()
    twin = copy.deepcopy(record)
    assert twin == record
    main_line(twin.root)[-1].comment = "the last"
    assert twin != record
    assert main_line(record.root)[-1].comment == ""


@modest
@given(records())
def test_copies_and_pickles_are_equal_and_independent(record: Record) -> None:
    before = as_lists(record.root)
    for twin in (copy.deepcopy(record), pickle.loads(pickle.dumps(record))):
        assert (twin, as_lists(twin.root)) == (record, before)
        twin.tags["new"] = "tag"
        for visit in list(visits(twin.root)):
            visit.node.comment += "!"
            visit.node.children.clear()
        assert "new" not in record.tags
        assert as_lists(record.root) == before


@modest
@given(records(), records())
def test_records_are_equal_if_all_their_nodes_are_equal(one: Record, two: Record) -> None:
    assert (one.root == two.root) == (as_lists(one.root) == as_lists(two.root))


@pytest.mark.parametrize(
    "name, value",
    [
        ("player", Player.SECOND),
        ("point", Point(0, 0)),
        ("comment", "x"),
        ("time", 7),
        ("turn", Player.FIRST),
        ("stones", (Stone(Point(1, 1), None),)),
        ("children", [Node()]),
    ],
)
def test_a_change_in_any_field_makes_nodes_differ(name: str, value: object) -> None:
    one, two = Node(children=[Node()]), Node(children=[Node()])
    assert one == two
    setattr(two.children[0], name, value)
    assert one != two


def test_a_node_equals_only_nodes_and_is_not_hashable() -> None:
    assert Node() != "a node"
    with pytest.raises(TypeError):
        hash(Node())


def test_a_part_of_a_tree_can_be_copied() -> None:
    record = deep_record()
    part = record.root.children[0].children[0]
    twin = copy.deepcopy([part, part])
    assert twin[0] is twin[1]
    assert twin[0] == part


def test_a_record_is_printed_as_one_line() -> None:
    record = Record(first="Ann", result=Result(Score.FIRST, Termination.RESIGNED))
    add_moves(record.root, parse_moves("h8 i9 g9", FIVE_IN_A_ROW))
    assert str(record) == "Ann - ?, 15x15/5 freestyle, 1-0 (resigned): h8 i9 g9"
    assert repr(record) == "<Record Ann - ?, 15x15/5 freestyle, 1-0 (resigned), 3 moves>"
    assert str(Record()) == "15x15/5 freestyle, *"
    assert str(Record(second="B\x1b[2J\nen")) == "? - B [2J en, 15x15/5 freestyle, *"


def test_the_repr_of_a_node_does_not_show_the_tree() -> None:
    root = deep_record().root
    assert repr(root) == "<Node, 1 child>"
    assert repr(root.children[0]) == "<Node X 0,0, 1 child>"
    node = Node(Player.SECOND, comment="a\nb", stones=(Stone(Point(7, 7), Player.FIRST),))
    assert repr(node) == "<Node O passes, 1 stone set up, 'a\\nb', 0 children>"
