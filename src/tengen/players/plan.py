"""Stones that were thought of together and are put one by one."""

from __future__ import annotations

from tengen.rules.board import Board
from tengen.rules.point import Point


class Plan:
    """The moves of a game, some of them still to come."""

    def __init__(self) -> None:
        self._moves: tuple[Point, ...] = ()

    def make(self, board: Board, points: tuple[Point, ...]) -> None:
        """Have these moves come next."""
        self._moves = (*board.moves, *points)

    def next(self, board: Board) -> Point | None:
        """The next move if all went as planned; every game begins without a plan."""
        made = board.moves
        if not made or self._moves[: len(made)] != made or len(self._moves) == len(made):
            return None
        point = self._moves[len(made)]
        return point if board.is_legal(point) else None
