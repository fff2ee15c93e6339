"""What a position is worth under rules that no certificate is made for."""

from __future__ import annotations

from tengen.core.board import Board
from tengen.core.player import Player
from tengen.core.point import Point
from tengen.core.rules import WinRule
from tengen.search.analysis import Limits
from tengen.search.engine import Engine
from tengen.solver.small_memory import Memory
from tengen.solver.small_meter import Meter, Stopped
from tengen.solver.small_oracle import Oracle

SMALL = 64

Worth = tuple[Player | None, int, Point | None]
"""The winner, or None for a draw; in how many plies, 0 if that is not known; a move to play."""


def value_without_proof(board: Board, meter: Meter, memory: Memory | None) -> Worth:
    """The value of a position as the search sees it. Raises Stopped, and RuleError."""
    if board.rules.win is WinRule.RENJU or board.rules.area > SMALL:
        return _by_engine(board, meter)
    oracle = Oracle(board, meter, memory)
    mover = int(board.turn is Player.SECOND)
    move = oracle.winning(mover)
    if move is not None:
        return board.turn, 0, _point(board, move)
    move = oracle.holding(mover)
    return (board.turn.other, 0, None) if move is None else (None, 0, _point(board, move))


def _by_engine(board: Board, meter: Meter) -> Worth:
    """A win or loss that the engine proves by the way; it never proves a draw."""
    engine = Engine()
    nodes = [0]
    meter.join(lambda: nodes[0], engine.stop)
    for analysis in engine.analyse(board, Limits(nodes=meter.nodes_left)):
        nodes[0] = analysis.nodes
        meter.check()
        if analysis.plies:
            winner = board.turn if analysis.plies > 0 else board.turn.other
            return winner, abs(analysis.plies), analysis.move if analysis.plies > 0 else None
    raise Stopped


def _point(board: Board, cell: int) -> Point:
    return Point(*divmod(cell, board.rules.width))
