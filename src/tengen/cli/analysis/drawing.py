"""The board as rows: coordinates as in a diagram, the last move in brackets, best moves numbered.

3 . 1 X
2 .(O).
1 X . 2
  a b c
"""

from __future__ import annotations

from collections.abc import Sequence

from tengen.cli.analysis.row import Role, Row, Span
from tengen.core.board import Board
from tengen.core.player import Player
from tengen.core.point import Point
from tengen.notation.points import column_name

STONES = {Player.FIRST: Role.FIRST, Player.SECOND: Role.SECOND}
LAST = {Player.FIRST: Role.FIRST_LAST, Player.SECOND: Role.SECOND_LAST}
MOST_HINTS = 9


def draw(board: Board, hints: Sequence[Point] = ()) -> list[Row]:
    """The rows of a board; the first hint is shown as 1."""
    return Drawing(board, hints).rows()


class Drawing:
    """A board, what is marked on it, and how wide its columns are."""

    def __init__(self, board: Board, hints: Sequence[Point]) -> None:
        self._board = board
        self._margin = len(str(board.rules.height))
        self._cell = len(column_name(board.rules.width - 1))
        self._hints = {point: str(number) for number, point in enumerate(hints[:MOST_HINTS], 1)}
        self._last = board.moves[-1] if board.moves else None
        self._lines = set().union(*board.winning_lines())

    def rows(self) -> list[Row]:
        """All rows, that of the column names last."""
        rules = self._board.rules
        names = [column_name(col).rjust(self._cell) for col in range(rules.width)]
        footer: Row = [(" ".join([" " * self._margin, *names]), Role.QUIET)]
        return [*(self._row(row) for row in range(rules.height)), footer]

    def _row(self, row: int) -> Row:
        spans: Row = [(str(self._board.rules.height - row).rjust(self._margin), Role.QUIET)]
        for col in range(self._board.rules.width):
            spans += [self._gap(Point(row, col)), self._mark(Point(row, col))]
        return [*spans, self._gap(Point(row, self._board.rules.width))]

    def _gap(self, point: Point) -> Span:
        """What stands before a point: blanks, or a bracket around the last move."""
        after = ")" if Point(point.row, point.col - 1) == self._last else " "
        before = "(" if point == self._last else " "
        if self._cell == 1:
            return before if before != " " else after, Role.PLAIN
        return after + before, Role.PLAIN

    def _mark(self, point: Point) -> Span:
        player = self._board[point]
        if player is not None:
            roles = LAST if point == self._last or point in self._lines else STONES
            return player.value, roles[player]
        if point in self._hints:
            return self._hints[point], Role.HINT
        return ".", Role.QUIET
