from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.records import RULES, records
from kit.strategies import modest

from tengen.errors import RecordError
from tengen.records.conversion import merge_records
from tengen.records.format import Feature
from tengen.records.game_tree import Node, visits
from tengen.records.record import Record, add_moves
from tengen.rules.notation import parse_moves
from tengen.rules.point import Point
from tengen.rules.rules import FIVE_IN_A_ROW, RENJU

TREES = records(frozenset({Feature.MOVES, Feature.VARIATIONS, Feature.COMMENTS}), RULES[0])


def game(text: str) -> Record:
    record = Record(first="somebody")
    add_moves(record.root, parse_moves(text, FIVE_IN_A_ROW))
    return record


def lines(root: Node) -> set[tuple[Point, ...]]:
    """Every position as the moves that lead to it."""
    found, path = set(), list[Point]()
    for depth, node, _ in visits(root):
        del path[max(0, depth - 1) :]
        if node.point is not None:
            path.append(node.point)
        found.add(tuple(path))
    return found


def test_what_games_have_in_common_is_there_once() -> None:
    merged = merge_records([game("h8 i9 g9"), game("h8 i9 j10"), game("a1")])
    assert len(merged.root.children) == 2
    (fork,) = merged.root.children[0].children
    assert len(fork.children) == 2
    assert merged.first == ""


@given(st.lists(TREES, min_size=1, max_size=3))
@modest
def test_every_line_of_every_game_is_there_and_no_other(games: list[Record]) -> None:
    expected = set[tuple[Point, ...]]().union(*(lines(record.root) for record in games))
    merged = merge_records(games)
    assert lines(merged.root) == expected
    assert sum(1 for _ in visits(merged.root)) == len(expected)


def test_comments_on_the_same_position_are_put_below_each_other() -> None:
    one, two, three = game("h8"), game("h8"), game("h8")
    for record, words in ((one, "good"), (two, "bad"), (three, "good")):
        record.root.children[0].comment = words
    assert merge_records([one, two, three]).root.children[0].comment == "good\n\nbad"


def test_games_of_different_rules_are_not_merged() -> None:
    with pytest.raises(RecordError, match="cannot be in one tree"):
        merge_records([game("h8"), Record(RENJU)])


def test_no_game_is_an_empty_tree() -> None:
    assert merge_records([]) == Record()
