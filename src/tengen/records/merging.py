"""Many games in one tree: what they have in common stands there once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tengen.errors import RecordError
from tengen.records.feature import Feature, survey
from tengen.records.node import Node
from tengen.records.record import Record
from tengen.records.result import Score

FACTS = (Feature.PLAYERS, Feature.OPENING, Feature.CLOCK, Feature.TAGS)


def merge(records: Iterable[Record]) -> Record:
    """A record whose variations are all of these games, in their order.

    It has no players and no result. Comments on the same position are put below each other.
    Raises RecordError for games of different rules, or from different set-ups.
    """
    merged: Record | None = None
    for record in records:
        if merged is None:
            merged = Record(record.rules, record.root)
        elif (record.rules, _start(record)) != (merged.rules, _start(merged)):
            raise RecordError(
                f"a game of {record.rules} cannot be in one tree with games of {merged.rules}, "
                "nor can games from different positions"
            )
        else:
            _merge_trees(merged.root, record.root)
    return merged or Record()


def lost_in_merging(record: Record) -> Counter[Feature]:
    """What a game has that a tree of many games has not."""
    found = survey(record)
    lost = Counter({feature: found[feature] for feature in FACTS})
    lost[Feature.RESULT] = int(record.result.score is not Score.UNKNOWN)
    return +lost


def _start(record: Record) -> object:
    return record.root.stones, record.root.turn


def _merge_trees(root: Node, other: Node) -> None:
    """Put one tree into another, however deep they are."""
    waiting = [(root, other)]
    while waiting:
        node, more = waiting.pop()
        _merge_details(node, more)
        known = {_key(child): child for child in node.children}
        for child in more.children:
            same = known.get(_key(child))
            if same is None:
                node.children.append(child)
                known[_key(child)] = child
            else:
                waiting.append((same, child))


def _key(node: Node) -> object:
    """What makes two nodes the same."""
    point = None if node.point is None else (node.point.row, node.point.col)
    return node.player, point, node.stones, node.turn


def _merge_details(node: Node, more: Node) -> None:
    if more.comment and more.comment not in node.comment:
        node.comment = "\n\n".join(filter(None, (node.comment, more.comment)))
    node.marks = tuple(dict.fromkeys((*node.marks, *more.marks)))
    node.signs = tuple(dict.fromkeys((*node.signs, *more.signs)))
    if node.time != more.time:
        node.time = None
