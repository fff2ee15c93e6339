"""Moves as a reader finds them, one after the other, put into a record."""

from __future__ import annotations

from tengen.core.player import Player
from tengen.core.point import Point
from tengen.notation.points import format_algebraic
from tengen.records.grid import grid
from tengen.records.node import Node
from tengen.records.problems import Problems
from tengen.records.record import Record


class MainLine:
    """The end of a game whose players take turns; it grows move by move."""

    def __init__(self, record: Record, problems: Problems) -> None:
        self._record = record
        self._problems = problems
        self._width, self._height = record.rules.width, record.rules.height
        self._grid = grid(self._width, self._height)
        self._taken: set[Point] = set()
        self._node = record.root
        self._player = Player.FIRST

    def add(self, row: int, col: int, place: str, time: int | None = None) -> bool:
        """Let a move follow. False, and a problem, if its point is taken or off the board."""
        if not (0 <= row < self._height and 0 <= col < self._width):
            self._refuse(place, f"row {row + 1} of column {col + 1} is not on the board")
            return False
        point = self._grid[row * self._width + col]
        if point in self._taken:
            name = format_algebraic(point, self._record.rules)
            self._refuse(place, f"a second stone on {name}")
            return False
        self._taken.add(point)
        node = Node(self._player, point, time=time)
        self._node.children.append(node)
        self._node, self._player = node, self._player.other
        return True

    def _refuse(self, place: str, what: str) -> None:
        self._problems.add(place, f"{what}; the game is read as far as the move before")
