"""Full boards: with no winner at all, or with one who wins by the very last mark."""

from __future__ import annotations

import random

from tengen.classic.judge.reference import DIRECTIONS, Cell
from tengen.rules.rules import Player

ATTEMPTS = 60
Board = dict[Cell, Player]
Line = tuple[Cell, ...]


def all_lines(rows: int, columns: int, k: int) -> list[Line]:
    """Every line of k cells on the board."""
    lines = []
    for step_row, step_col in DIRECTIONS.values():
        for row in range(rows):
            for col in range(columns):
                end_row, end_col = row + step_row * (k - 1), col + step_col * (k - 1)
                if 0 <= end_row < rows and 0 <= end_col < columns:
                    lines.append(
                        tuple(Cell(row + step_row * i, col + step_col * i) for i in range(k))
                    )
    return lines


class Arranger:
    """Finds full boards by chance and repair."""

    def __init__(self, rows: int, columns: int, k: int, rng: random.Random) -> None:
        self._points = [Cell(row, col) for row in range(rows) for col in range(columns)]
        self._lines = all_lines(rows, columns, k)
        self._rng = rng

    def tie(self) -> list[Cell] | None:
        """Moves that fill the board with no line for anybody; None if none are found."""
        for _ in range(ATTEMPTS):
            board = self._arrange(set(), None)
            if board is not None:
                return self._in_order(board, None)
        return None

    def last_cell_win(self) -> list[Cell] | None:
        """Moves that fill the board, of which the last one makes the only line."""
        last_mover = Player.FIRST if len(self._points) % 2 else Player.SECOND
        for _ in range(ATTEMPTS):
            line = self._rng.choice(self._lines)
            last = self._rng.choice(line)
            board = self._arrange(set(line), last, last_mover)
            if board is not None:
                return self._in_order(board, last)
        return None

    def _arrange(
        self, fixed: set[Cell], last: Cell | None, owner: Player = Player.FIRST
    ) -> Board | None:
        """A full board on which every line goes through `last`, and `fixed` belongs to one."""
        board = {
            point: Player.FIRST if (point.col // 2 + point.row) % 2 == 0 else Player.SECOND
            for point in self._points
        }
        board.update(dict.fromkeys(fixed, owner))
        movable = [point for point in self._points if point not in fixed]
        for _ in range(20 * len(self._points)):
            wrong = self._wrong_line(board, last)
            if wrong is None and (excess := self._excess(board)) is None:
                return board
            choices = [point for point in wrong or movable if point not in fixed]
            if wrong is None:
                choices = [point for point in choices if board[point] is excess]
            if not choices:
                return None
            point = self._rng.choice(choices)
            board[point] = board[point].other
        return None

    def _wrong_line(self, board: Board, last: Cell | None) -> Line | None:
        for line in self._lines:
            owner = board[line[0]]
            if last not in line and all(board[point] is owner for point in line):
                return line
        return None

    def _excess(self, board: Board) -> Player | None:
        """The player with too many marks, if there is one."""
        first = sum(owner is Player.FIRST for owner in board.values())
        wanted = (len(board) + 1) // 2
        if first == wanted:
            return None
        return Player.FIRST if first > wanted else Player.SECOND

    def _in_order(self, board: Board, last: Cell | None) -> list[Cell]:
        """The marks in a random order of moves, the last one at its end."""
        queues: dict[Player, list[Cell]] = {player: [] for player in Player}
        for point, owner in board.items():
            queues[owner].append(point)
        for queue in queues.values():
            self._rng.shuffle(queue)
        if last is not None:
            queue = queues[board[last]]
            queue.remove(last)
            queue.insert(0, last)
        players = [Player.FIRST, Player.SECOND]
        return [queues[players[turn % 2]].pop() for turn in range(len(board))]
