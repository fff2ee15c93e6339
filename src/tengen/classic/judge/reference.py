"""The rules once more, slow and obvious: what is on the board, and who has won.

The judge does not use `core`, so that a bug there cannot hide the same bug in a program.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from tengen.rules.rules import Player

DIRECTIONS = {"across": (0, 1), "down": (1, 0), "diagonal": (1, 1), "antidiagonal": (1, -1)}
"""The four directions of a line; the diagonals go down to the right and down to the left."""


class Cell(NamedTuple):
    """A place on the board, counted from 0 at the top left; quicker than `rules.point`."""

    row: int
    col: int


class Position:
    """Marks on a board of `rows` and `columns`, where `k` in a row win."""

    def __init__(self, rows: int, columns: int, k: int, *, longer_wins: bool = True) -> None:
        self.rows = rows
        self.columns = columns
        self.k = k
        self.longer_wins = longer_wins
        self.marks: dict[Cell, Player] = {}

    @property
    def is_full(self) -> bool:
        """Whether no cell is empty."""
        return len(self.marks) == self.rows * self.columns

    def points(self) -> list[Cell]:
        """All cells in reading order."""
        return list(_points(self.rows, self.columns))

    def free(self) -> list[Cell]:
        """The empty cells in reading order."""
        return [point for point in _points(self.rows, self.columns) if point not in self.marks]

    def contains(self, point: Cell) -> bool:
        """Whether the point is on the board."""
        return 0 <= point.row < self.rows and 0 <= point.col < self.columns

    def run(self, point: Cell, step: tuple[int, int]) -> int:
        """How many marks of one player stand in a row through the point, in one direction."""
        player = self.marks[point]
        length = 1
        for sign in (1, -1):
            at = _moved(point, step, sign)
            while self.marks.get(at) is player:
                length += 1
                at = _moved(at, step, sign)
        return length

    def wins(self, point: Cell) -> dict[str, int]:
        """The directions in which the mark at the point has won, with the length of each line."""
        runs = {name: self.run(point, step) for name, step in DIRECTIONS.items()}
        return {
            name: length
            for name, length in runs.items()
            if length == self.k or (length > self.k and self.longer_wins)
        }

    def would_win(self, point: Cell, player: Player) -> bool:
        """Whether a mark of the player there would win."""
        self.marks[point] = player
        won = bool(self.wins(point))
        del self.marks[point]
        return won


@cache
def _points(rows: int, columns: int) -> tuple[Cell, ...]:
    return tuple(Cell(row, col) for row in range(rows) for col in range(columns))


def _moved(point: Cell, step: tuple[int, int], times: int) -> Cell:
    return Cell(point.row + step[0] * times, point.col + step[1] * times)
