"""Perft: counting all sequences of moves, which tests the rules thoroughly."""

from __future__ import annotations

from tengen.rules.board import Board
from tengen.rules.rules import Player, Value


class PerftCounts(Value):
    """Numbers of sequences: `unfinished` at the given depth, won by either player, tied."""

    __slots__ = ("unfinished", "first", "second", "ties")

    unfinished: int
    first: int
    second: int
    ties: int

    def __init__(self, unfinished: int, first: int, second: int, ties: int) -> None:
        self._set(unfinished=unfinished, first=first, second=second, ties=ties)


def perft(board: Board, depth: int) -> PerftCounts:
    """Count the sequences of at most `depth` legal moves; those that end the game stop there."""
    counts = {"unfinished": 0, "first": 0, "second": 0, "ties": 0}
    _count(board, depth, counts)
    return PerftCounts(**counts)


def _count(board: Board, depth: int, counts: dict[str, int]) -> None:
    outcome = board.outcome
    if outcome.is_tie:
        counts["ties"] += 1
    elif outcome.is_over:
        counts["first" if outcome.winner is Player.FIRST else "second"] += 1
    elif depth == 0:
        counts["unfinished"] += 1
    else:
        for point in board.legal_points():
            board.play_unchecked(point)
            _count(board, depth - 1, counts)
            board.undo()
