"""The zone: the points where an answer of the second player could disturb the first player's plan.

The search for wins by threats tries moves in board order, so the length of the win that it finds
depends on the orientation. The lines of the theorem give the most plies to a win. They are true in
all eight orientations only because `find_canonical_win` always searches the canonical form.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import replace

from tengen.engine import CancelToken, Finder, Finding, zone
from tengen.engine.cancel_token import cancel_after
from tengen.prove.theorem_book import THEOREM_RULES
from tengen.rules import Board, Player, Point
from tengen.rules.wording import counted

ZONE_NODES = 5_000_000


def has_zone(board: Board) -> bool:
    """Return whether a board can have a zone: the theorem's game, second player to move."""
    is_second = board.turn is Player.SECOND and not board.outcome.is_over
    return is_second and board.rules == THEOREM_RULES


def find_zone(
    board: Board, seconds: float, cancel: CancelToken | None = None
) -> frozenset[Point] | None:
    """Return the zone: after an answer at any other point, the first player's plan still wins.

    The plan is the win of the first player if the second player passes. Return None if no plan is
    found, or if the second player can make five: then any answer may change the result.
    """
    if not has_zone(board) or winning_point(board):
        return None
    passed = Board(THEOREM_RULES, board.stones, Player.FIRST)
    plan = find_canonical_win(passed, ZONE_NODES, seconds, cancel).win
    return None if plan is None else zone(passed, plan, 1)


def winning_point(board: Board) -> Point | None:
    """Return a point where the side to move makes five at once, or None."""
    board = board.copy()
    for point in board.legal_points():
        board.play_unchecked(point)
        if board.outcome.winner is not None:
            return point
        board.undo()
    return None


def find_canonical_win(
    board: Board, nodes: int, seconds: float | None = None, cancel: CancelToken | None = None
) -> Finding:
    """Search the canonical form for a win by threats of the side to move.

    The win has the orientation of the board. The search ends at the limit of nodes or seconds, or
    when it is cancelled.
    """
    symmetry = board.canonical_symmetry()
    stones = [(symmetry.apply(point, board.rules), who) for point, who in board.stones.items()]
    finder = Finder(Board(board.rules, dict(sorted(stones)), board.turn))
    with cancel_after(seconds, cancel) as token:
        finding = finder.run(nodes, token)
    if finding.win is None:
        return finding
    return replace(finding, win=finding.win.transformed(symmetry.inverse, board.rules))


NO_ZONE = "The zone is shown when White is to move: 15x15, five or more in a row"


def describe_moves_left(left: int) -> str:
    """Return e.g. `won in at most 13 more moves`; nothing if the number is unknown."""
    if left < 2:
        return "won with the next move" if left else ""
    return f"won in at most {left} more moves"


def describe_zone(board: Board, found: AbstractSet[Point] | None) -> str:
    """Return the size of a zone and what it means, as a sentence without a full stop."""
    if not has_zone(board):
        return NO_ZONE
    if found is None:
        return "No forced win is known here, so every point may matter"
    free = counted(len(board.empty_points()), "point")
    return f"Zone: {len(found)} of {free}. Wherever else White answers, the same plan wins"
