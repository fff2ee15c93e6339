"""Writing what people see: plain marks, or marks with a colour and a sign of their own."""

from __future__ import annotations

import io
from collections.abc import Callable

from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Player

Marker = Callable[[Point], str]
"""What an edition draws on a point: one character, perhaps with a colour around it."""

COLOURS = {Player.FIRST: "36", Player.SECOND: "33"}
REVERSED = ";7"


class Screen:
    """Where an edition writes; every write is passed on at once."""

    def __init__(self, sink: io.RawIOBase | io.BufferedIOBase, *, colour: bool = False) -> None:
        self._sink = sink
        self._colour = colour

    def write(self, text: str) -> None:
        """Show a text."""
        data = text.encode("ascii")
        while data:
            data = data[self._sink.write(data) :]

    def marker(self, board: Board, marks: dict[Player | None, str]) -> Marker:
        """How to draw a board: in colour, the last move and a winning line are reversed."""
        plain = plain_marker(board, marks)
        if not self._colour:
            return plain
        last = {*board.moves[-1:]}
        marked = last.union(*board.winning_lines())

        def painted(point: Point) -> str:
            player = board[point]
            if player is None:
                return plain(point)
            sign = REVERSED if point in marked else ""
            return f"\x1b[{COLOURS[player]}{sign}m{plain(point)}\x1b[0m"

        return painted


def plain_marker(board: Board, marks: dict[Player | None, str]) -> Marker:
    """How to draw the points of a board with marks alone."""
    return lambda point: marks[board[point]]
