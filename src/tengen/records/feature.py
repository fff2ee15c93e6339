"""What a record has in it, and what of that a format cannot hold."""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Iterable, Iterator

from tengen.core.player import Player
from tengen.records.node import MarkKind, Node
from tengen.records.record import Record
from tengen.records.result import ON_THE_BOARD, UNKNOWN
from tengen.records.visits import Visit, visits


class Feature(enum.Enum):
    """Something that a record may have; the value is its name, one and many."""

    MOVES = ("the order of the moves", "the order of the moves")
    SETUP = ("set-up stone", "set-up stones")
    TURNS = ("pass or move out of turn", "passes and moves out of turn")
    VARIATIONS = ("variation", "variations")
    COMMENTS = ("comment", "comments")
    LABELS = ("label", "labels")
    MARKS = ("mark", "marks")
    SIGNS = ("noted position", "noted positions")
    TIMES = ("time of a move", "times of moves")
    SIZE = ("the size of the board", "the size of the board")
    RULES = ("the rules", "the rules")
    PLAYERS = ("name of a player", "names of players")
    OPENING = ("the opening rule", "the opening rule")
    CLOCK = ("the clock", "the clock")
    RESULT = ("the result", "the result")
    TAGS = ("fact about the game", "facts about the game")

    def count_words(self, count: int) -> str:
        """As in `3 comments`."""
        one, many = self.value
        if one == many:
            return one
        return f"{count} {one if count == 1 else many}"


class Survey:
    """Counts what a record has, while it is read or written."""

    def __init__(self, record: Record) -> None:
        self.found: Counter[Feature] = Counter()
        self._count_facts(record)

    def _count_facts(self, record: Record) -> None:
        found = self.found
        found[Feature.PLAYERS] = bool(record.first) + bool(record.second)
        found[Feature.OPENING] = int(bool(record.opening))
        found[Feature.CLOCK] = int(bool(record.clock))
        result = record.result
        found[Feature.RESULT] = int(result.reason not in ON_THE_BOARD and result != UNKNOWN)
        found[Feature.TAGS] = sum(map(bool, record.tags.values()))

    def watch(self, walk: Iterable[Visit]) -> Iterator[Visit]:
        """The same walk, counted."""
        players: list[Player] = []
        for visit in walk:
            depth, node, more = visit
            del players[depth:]
            due = players[-1] if players else Player.FIRST
            players.append(self._count(node, due))
            self.found[Feature.VARIATIONS] += more
            yield visit

    def _count(self, node: Node, due: Player) -> Player:
        """Count what a node has, and tell whose turn it is after it."""
        found = self.found
        if node.comment:
            found[Feature.COMMENTS] += 1
        if node.time is not None:
            found[Feature.TIMES] += 1
        if node.marks or node.signs:
            labels = sum(mark.kind is MarkKind.LABEL for mark in node.marks)
            found[Feature.LABELS] += labels
            found[Feature.MARKS] += len(node.marks) - labels
            found[Feature.SIGNS] += len(node.signs)
        if node.stones:
            found[Feature.SETUP] += len(node.stones)
        if node.player is None:
            after = node.turn or due
            found[Feature.TURNS] += after is not due and not node.stones
            return after
        found[Feature.MOVES] = 1
        found[Feature.TURNS] += node.player is not due or node.point is None
        return node.turn or node.player.other


def survey(record: Record) -> Counter[Feature]:
    """How many of each a record has."""
    counts = Survey(record)
    for _ in counts.watch(visits(record.root)):
        pass
    return +counts.found
