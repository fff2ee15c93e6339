"""Second players of several kinds: random, greedy, searching, and following the book."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tengen.engine.levels import Opponent
from tengen.prove.theorem_book import the_book
from tengen.rules.board import Board
from tengen.rules.point import Point

Defender = Callable[[Board, Random], Point]


def play_anywhere(board: Board, random: Random) -> Point:
    """Return any free point."""
    return random.choice(board.legal_points())


def play_near(board: Board, random: Random) -> Point:
    """Return a free point at most two steps from a stone."""
    stones = list(board.stones)
    near = [point for point in board.legal_points() if _distance(point, stones) <= 2]
    return random.choice(near)


def play_greedily(board: Board, random: Random) -> Point:
    """Return a good point at a glance."""
    return Opponent(4, random.randrange(1000)).choose(board)


def think_ahead(board: Board, random: Random) -> Point:
    """Return the move of a short search."""
    return Opponent(8, random.randrange(1000)).choose(board)


def stay_in_the_book(board: Board, random: Random) -> Point:
    """Return a move near the stones that does not lose to threats, if there is one."""
    stones = list(board.stones)
    near = [point for point in board.legal_points() if _distance(point, stones) <= 2]
    known = [point for point in near if _is_known(board, point)]
    return random.choice(known) if known else think_ahead(board, random)


def _is_known(board: Board, point: Point) -> bool:
    board.play(point)
    try:
        return the_book().find(board) is not None
    finally:
        board.undo()


def _distance(point: Point, stones: list[Point]) -> int:
    return min(max(abs(point.row - other.row), abs(point.col - other.col)) for other in stones)


DEFENDERS: dict[str, Defender] = {
    "anywhere": play_anywhere,
    "near": play_near,
    "greedy": play_greedily,
    "engine": think_ahead,
    "book": stay_in_the_book,
}
