from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from kit.records import records
from kit.strategies import modest
from kit.viewers import grow, point, sample

from tengen.records.game_tree import Node, visits
from tengen.records.record import Record
from tengen.rules.rules import Player
from tengen.terminal.record_browser import TreeCursor


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
