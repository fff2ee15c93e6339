"""Where an answer of the second player would change anything."""

from __future__ import annotations

from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Player
from tengen.search.zones import zone
from tengen.theorem.entry import RULES
from tengen.theorem.hunter import Hunter

NODES = 5_000_000


def has_zone(board: Board) -> bool:
    """Whether zones are known at all: in the theorem's game, with the second player to move."""
    is_second = board.turn is Player.SECOND and not board.outcome.is_over
    return is_second and board.rules == RULES


def find_zone(board: Board, hunter: Hunter, seconds: float) -> frozenset[Point] | None:
    """The points that matter: wherever else the second player answers, the same plan wins.

    The plan is what the first player would do if the second one passed. None if no plan is found,
    or if the second player can make five: then any answer may change something.
    """
    if not has_zone(board) or winning_point(board):
        return None
    passed = Board(RULES, board.stones, Player.FIRST)
    plan = hunter.find(passed, seconds, NODES)
    return None if plan is None else zone(passed, plan, 1)


def winning_point(board: Board) -> Point | None:
    """Where the side to move makes five at once, if anywhere."""
    board = board.copy()
    for point in board.legal_points():
        board.play_unchecked(point)
        if board.outcome.winner is not None:
            return point
        board.undo()
    return None
