"""What a position is worth under rules that no certificate is made for."""

from __future__ import annotations

from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Player, WinRule
from tengen.search.analysis import Limits
from tengen.search.engine import Engine, centre_of
from tengen.search.finder import Finder
from tengen.search.start import has_patterns
from tengen.solver.small_memory import Memory
from tengen.solver.small_meter import Meter, NothingLeft
from tengen.solver.small_oracle import Oracle

SMALL = 64
NODES_FOR_THREATS = 10_000_000
"""Positions to look at for a win by threats, before all moves are tried to a depth."""

Worth = tuple[Player | None, int, Point | None]
"""The winner, or None for a draw; in how many plies, 0 if that is not known; a move to play."""


def value_without_proof(board: Board, meter: Meter, memory: Memory | None) -> Worth:
    """The value of a position as the search sees it. Raises Stopped, NothingLeft, RuleError."""
    if board.rules.win is WinRule.RENJU or board.rules.area > SMALL:
        return value_by_engine(board, meter)
    oracle = Oracle(board, meter, memory)
    mover = int(board.turn is Player.SECOND)
    move = oracle.winning(mover)
    if move is not None:
        return board.turn, 0, _point(board, move)
    move = oracle.holding(mover)
    return (board.turn.other, 0, None) if move is None else (None, 0, _point(board, move))


def value_by_engine(board: Board, meter: Meter) -> Worth:
    """A win or loss that the engine proves; it never proves a draw.

    On an empty board only a win by the centre can be. Raises Stopped, NothingLeft and RuleError.
    """
    if board.stones:
        return _by_threats(board, meter) or _by_depth(board, meter)
    after = board.copy()
    after.play(centre_of(board))
    winner, plies, _ = _by_depth(after, meter)
    if winner is board.turn:
        return winner, plies + 1, centre_of(board)
    raise NothingLeft


def _by_threats(board: Board, meter: Meter) -> Worth | None:
    """A win of the side to move by fours and threes."""
    if not has_patterns(board.rules):
        return None
    finder = Finder(board)
    meter.join(int, finder.stop)
    meter.check()
    left = meter.nodes_left
    finding = finder.run(NODES_FOR_THREATS if left is None else min(NODES_FOR_THREATS, left))
    meter.count(finding.nodes)
    win = finding.win
    return None if win is None else (board.turn, win.plies, win.move)


def _by_depth(board: Board, meter: Meter) -> Worth:
    engine = Engine()
    nodes = [0]
    meter.join(lambda: nodes[0], engine.stop)
    meter.check()
    limits = Limits(nodes=meter.nodes_left)
    for analysis in engine.analyse(board, limits, until_proved=True):
        nodes[0] = analysis.nodes
        if analysis.plies:
            winner = board.turn if analysis.plies > 0 else board.turn.other
            return winner, abs(analysis.plies), analysis.move if analysis.plies > 0 else None
        meter.check()
    raise NothingLeft


def _point(board: Board, cell: int) -> Point:
    return Point(*divmod(cell, board.rules.width))
