"""Lists of moves that end in a win at their last move, made by chance and checked."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tengen.classic.judge.conventions import Conventions
from tengen.classic.judge.reference import DIRECTIONS, Cell, Position
from tengen.rules.rules import Player

ATTEMPTS = 30


class MoveMaker:
    """Makes games for one assignment."""

    def __init__(self, conventions: Conventions, rng: random.Random) -> None:
        self._conventions = conventions
        self._rng = rng

    def position(self) -> Position:
        """An empty board."""
        rules = self._conventions
        return Position(rules.rows, rules.columns, rules.k, longer_wins=rules.longer_wins)

    def with_stones(self, stones: Sequence[Cell], winner: Player) -> list[Cell] | None:
        """A game in which `winner` plays these points in this order and wins with the last."""
        for _ in range(ATTEMPTS):
            moves = self._try_stones(list(stones), winner)
            if moves is not None:
                return moves
        return None

    def by_chance(self, longest: int) -> list[Cell]:
        """A game by chance, in which players like to make lines; it may be cut at `longest`."""
        position = self.position()
        moves: list[Cell] = []
        player = Player.FIRST
        while not position.is_full and len(moves) < longest:
            point = self._choose(position, player)
            position.marks[point] = player
            moves.append(point)
            if position.wins(point):
                break
            player = player.other
        return moves

    def quick_win(self, winner: Player) -> list[Cell]:
        """A game that ends with a plain win somewhere."""
        for _ in range(ATTEMPTS):
            line = self._rng.choice(self.lines())
            order = self._rng.sample(line, len(line))
            moves = self.with_stones(order, winner)
            if moves is not None:
                return moves
        return []

    def lines(self) -> list[list[Cell]]:
        """Every line of k cells on the board."""
        return [line for name in DIRECTIONS for line in self.lines_in(name)]

    def lines_in(self, direction: str, length: int | None = None) -> list[list[Cell]]:
        """Every line of k cells, or of another length, in one direction."""
        position = self.position()
        step = DIRECTIONS[direction]
        count = length or position.k
        lines = [
            [Cell(start.row + step[0] * i, start.col + step[1] * i) for i in range(count)]
            for start in position.points()
        ]
        return [line for line in lines if position.contains(line[-1])]

    def _try_stones(self, stones: list[Cell], winner: Player) -> list[Cell] | None:
        position = self.position()
        moves: list[Cell] = []
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

    def _filler(self, position: Position, player: Player, stones: list[Cell]) -> Cell | None:
        """A move that disturbs nobody."""
        free = [point for point in position.free() if point not in stones]
        self._rng.shuffle(free)
        return next((one for one in free if not position.would_win(one, player)), None)

    def _choose(self, position: Position, player: Player) -> Cell:
        free = position.free()
        some = self._rng.sample(free, min(len(free), 8))
        return max(some, key=lambda point: self._longest(position, point, player))

    @staticmethod
    def _longest(position: Position, point: Cell, player: Player) -> int:
        position.marks[point] = player
        longest = max(position.run(point, step) for step in DIRECTIONS.values())
        del position.marks[point]
        return longest
