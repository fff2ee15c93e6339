"""Random lists of moves that test programs: wins, near misses and full boards.

A near miss looks like a winning line but is not one: too short, with a gap, or around an edge. A
full board has no winner, or a win with the last mark.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import pairwise

from tengen.classic.judge.conventions import DIRECTIONS, Conventions, GridCell, ReferencePosition
from tengen.rules import Player

WIN_ATTEMPTS = 30


class MoveGenerator:
    """Generates games for one assignment."""

    def __init__(self, conventions: Conventions, rng: random.Random) -> None:
        self._conventions = conventions
        self._rng = rng

    def position(self) -> ReferencePosition:
        """Return an empty board."""
        rules = self._conventions
        return ReferencePosition(rules.rows, rules.columns, rules.k, longer_wins=rules.longer_wins)

    def with_stones(self, stones: Sequence[GridCell], winner: Player) -> list[GridCell] | None:
        """Return a game in which `winner` plays these points in order and wins with the last."""
        for _ in range(WIN_ATTEMPTS):
            moves = self._try_stones(list(stones), winner)
            if moves is not None:
                return moves
        return None

    def random_game(self, longest: int) -> list[GridCell]:
        """Return a random game of at most `longest` moves, in which players tend to make lines."""
        position = self.position()
        moves: list[GridCell] = []
        player = Player.FIRST
        while not position.is_full and len(moves) < longest:
            point = self._choose(position, player)
            position.marks[point] = player
            moves.append(point)
            if position.wins(point):
                break
            player = player.other
        return moves

    def quick_win(self, winner: Player) -> list[GridCell]:
        """Return a game that ends with a simple win."""
        for _ in range(WIN_ATTEMPTS):
            line = self._rng.choice(self.lines())
            order = self._rng.sample(line, len(line))
            moves = self.with_stones(order, winner)
            if moves is not None:
                return moves
        return []

    def lines(self) -> list[list[GridCell]]:
        """Return every line of k cells on the board."""
        return [line for name in DIRECTIONS for line in self.lines_in(name)]

    def lines_in(self, direction: str, length: int | None = None) -> list[list[GridCell]]:
        """Return every line of k cells, or of another length, in one direction."""
        position = self.position()
        step = DIRECTIONS[direction]
        count = length or position.k
        lines = [
            [GridCell(start.row + step[0] * i, start.col + step[1] * i) for i in range(count)]
            for start in position.points()
        ]
        return [line for line in lines if position.contains(line[-1])]

    def _try_stones(self, stones: list[GridCell], winner: Player) -> list[GridCell] | None:
        position = self.position()
        moves: list[GridCell] = []
        player = Player.FIRST
        left = list(reversed(stones))
        while left:
            point = left.pop() if player is winner else self._filler(position, player, stones)
            if point is None or (left and position.would_win(point, player)):
                return None
            position.marks[point] = player
            moves.append(point)
            player = player.other
        return moves if position.wins(moves[-1]) else None

    def _filler(
        self, position: ReferencePosition, player: Player, stones: list[GridCell]
    ) -> GridCell | None:
        """Return a move that neither wins nor uses one of the stones."""
        free = [point for point in position.free() if point not in stones]
        self._rng.shuffle(free)
        return next((one for one in free if not position.would_win(one, player)), None)

    def _choose(self, position: ReferencePosition, player: Player) -> GridCell:
        free = position.free()
        some = self._rng.sample(free, min(len(free), 8))
        return max(some, key=lambda point: self._longest(position, point, player))

    @staticmethod
    def _longest(position: ReferencePosition, point: GridCell, player: Player) -> int:
        position.marks[point] = player
        longest = max(position.run(point, step) for step in DIRECTIONS.values())
        del position.marks[point]
        return longest


NearMiss = tuple[str, list[GridCell]]


def near_misses(generator: MoveGenerator, columns: int, rng: random.Random) -> Iterator[NearMiss]:
    """Yield near misses of each kind, as a name and the marks of one player."""
    k = generator.position().k
    for direction in DIRECTIONS:
        short = generator.lines_in(direction, k - 1) if k > 2 else []
        for line in rng.sample(short, min(2, len(short))):
            yield f"only {k - 1} in a row {direction}", line
        long = generator.lines_in(direction, k + 1) if k > 2 else []
        for line in rng.sample(long, min(1, len(long))):
            gap = rng.randrange(1, k)
            yield f"a gap in a line {direction}", line[:gap] + line[gap + 1 :]
    yield from _around_edges(generator, columns, rng)


def _around_edges(generator: MoveGenerator, columns: int, rng: random.Random) -> Iterator[NearMiss]:
    """Yield cells at equal distances in reading order that continue at the opposite edge."""
    position = generator.position()
    points = position.points()
    for step in (1, columns + 1, columns - 1):
        found = []
        for start in range(len(points) - step * (position.k - 1)):
            cells = [points[start + step * index] for index in range(position.k)]
            jumps = {abs(one.col - other.col) for one, other in pairwise(cells)}
            if jumps - {0, 1}:
                found.append(cells)
        for cells in rng.sample(found, min(2, len(found))):
            yield f"{position.k} in a row only around an edge", cells


FULL_BOARD_ATTEMPTS = 60
CellOwners = dict[GridCell, Player]
CellLine = tuple[GridCell, ...]


def all_lines(rows: int, columns: int, k: int) -> list[CellLine]:
    """Return every line of k cells on the board."""
    lines = []
    for step_row, step_col in DIRECTIONS.values():
        for row in range(rows):
            for col in range(columns):
                end_row, end_col = row + step_row * (k - 1), col + step_col * (k - 1)
                if 0 <= end_row < rows and 0 <= end_col < columns:
                    lines.append(
                        tuple(GridCell(row + step_row * i, col + step_col * i) for i in range(k))
                    )
    return lines


class FullBoardGenerator:
    """Generates full boards: fills them at random, then repairs unwanted lines."""

    def __init__(self, rows: int, columns: int, k: int, rng: random.Random) -> None:
        self._points = [GridCell(row, col) for row in range(rows) for col in range(columns)]
        self._lines = all_lines(rows, columns, k)
        self._rng = rng

    def tie(self) -> list[GridCell] | None:
        """Return moves that fill the board without a line; None if none are found."""
        for _ in range(FULL_BOARD_ATTEMPTS):
            board = self._arrange(set(), None)
            if board is not None:
                return self._in_order(board, None)
        return None

    def last_cell_win(self) -> list[GridCell] | None:
        """Return moves that fill the board and make a line only with the last one."""
        last_mover = Player.FIRST if len(self._points) % 2 else Player.SECOND
        for _ in range(FULL_BOARD_ATTEMPTS):
            line = self._rng.choice(self._lines)
            last = self._rng.choice(line)
            board = self._arrange(set(line), last, last_mover)
            if board is not None:
                return self._in_order(board, last)
        return None

    def _arrange(
        self, fixed: set[GridCell], last: GridCell | None, owner: Player = Player.FIRST
    ) -> CellOwners | None:
        """Return a full board on which every line contains `last`, and `owner` has `fixed`."""
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

    def _wrong_line(self, board: CellOwners, last: GridCell | None) -> CellLine | None:
        for line in self._lines:
            owner = board[line[0]]
            if last not in line and all(board[point] is owner for point in line):
                return line
        return None

    def _excess(self, board: CellOwners) -> Player | None:
        """Return the player with too many marks, or None."""
        first = sum(owner is Player.FIRST for owner in board.values())
        wanted = (len(board) + 1) // 2
        if first == wanted:
            return None
        return Player.FIRST if first > wanted else Player.SECOND

    def _in_order(self, board: CellOwners, last: GridCell | None) -> list[GridCell]:
        """Return the marks in a random order of moves, with `last` at the end."""
        queues: dict[Player, list[GridCell]] = {player: [] for player in Player}
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
