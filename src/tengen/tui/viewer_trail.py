"""Where somebody is in a game tree, and the line that they follow."""

from __future__ import annotations

from tengen.core.board import Board
from tengen.core.point import Point
from tengen.records.node import Node
from tengen.records.position import board_at
from tengen.records.record import Record
from tengen.records.visits import main_line


class Trail:
    """A line from the root to an end of the tree, and a place on it.

    Going back does not leave the line; another move in the place of one does.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.line = main_line(record.root)
        self.at = 0

    @property
    def node(self) -> Node:
        """Where we are."""
        return self.line[self.at]

    @property
    def path(self) -> list[Node]:
        """All nodes up to here."""
        return self.line[: self.at + 1]

    @property
    def number(self) -> int:
        """How many moves have been played here."""
        return _count(self.path)

    @property
    def total(self) -> int:
        """How many moves the line has."""
        return _count(self.line)

    @property
    def siblings(self) -> list[Node]:
        """All nodes that may stand in the place of this one, itself among them."""
        return self.line[self.at - 1].children if self.at else [self.node]

    def board(self) -> Board:
        """The position here. Raises RuleError if there is no such position."""
        return board_at(self.record, self.path)

    def numbers(self) -> dict[Point, int]:
        """The number of the move that put a stone."""
        moves = [node for node in self.path if node.player is not None]
        return {node.point: at for at, node in enumerate(moves, 1) if node.point is not None}

    def step(self, by: int) -> bool:
        """Go along the line; whether there was somewhere to go."""
        before = self.at
        self.at = min(max(self.at + by, 0), len(self.line) - 1)
        return self.at != before

    def go_to(self, number: int) -> None:
        """Go to the position after so many moves of the line, or to its end."""
        count = 0
        for at, node in enumerate(self.line):
            count += node.player is not None
            self.at = at
            if count >= number:
                return

    def turn(self, by: int) -> bool:
        """Take the next of the other moves instead; whether there is one."""
        siblings = self.siblings
        index = next(at for at, node in enumerate(siblings) if node is self.node) + by
        if not 0 <= index < len(siblings):
            return False
        self._follow(self.at, siblings[index])
        return True

    def enter(self, index: int) -> bool:
        """Go on with one of the moves that follow; whether there is such a one."""
        children = self.node.children
        if not 0 <= index < len(children):
            return False
        if self.at + 1 >= len(self.line) or self.line[self.at + 1] is not children[index]:
            self._follow(self.at + 1, children[index])
        self.at += 1
        return True

    def _follow(self, at: int, node: Node) -> None:
        self.line[at:] = main_line(node)


def _count(nodes: list[Node]) -> int:
    return sum(node.player is not None for node in nodes)
