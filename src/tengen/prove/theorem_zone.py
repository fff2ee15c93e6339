"""The zone: where an answer of the second player would change anything; and the search behind it.

The search for wins by threats tries moves in the order of the board, so the length of the win that
it finds depends on the orientation. The lines of the theorem say how long a win takes at most. That
is true for all eight orientations only if always the canonical form is searched.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import replace

from tengen.engine.cancel_token import CancelToken, cancel_after
from tengen.engine.win_finder import Finder, Finding, zone
from tengen.prove.theorem_book import THEOREM_RULES
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Player
from tengen.rules.wording import counted

ZONE_NODES = 5_000_000


def has_zone(board: Board) -> bool:
    """Whether zones are known at all: in the theorem's game, with the second player to move."""
    is_second = board.turn is Player.SECOND and not board.outcome.is_over
    return is_second and board.rules == THEOREM_RULES


def find_zone(
    board: Board, seconds: float, cancel: CancelToken | None = None
) -> frozenset[Point] | None:
    """The points that matter: wherever else the second player answers, the same plan wins.

    The plan is what the first player would do if the second one passed. None if no plan is found,
    or if the second player can make five: then any answer may change something.
    """
    if not has_zone(board) or winning_point(board):
        return None
    passed = Board(THEOREM_RULES, board.stones, Player.FIRST)
    plan = find_canonical_win(passed, ZONE_NODES, seconds, cancel).win
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


def find_canonical_win(
    board: Board, nodes: int, seconds: float | None = None, cancel: CancelToken | None = None
) -> Finding:
    """A win by fours and threes of the side to move, found in the canonical form and turned back.

    The search ends after so many nodes or seconds, or when it is cancelled.
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
    """As in `won in at most 13 more moves`; nothing if it is not known how many."""
    if left < 2:
        return "won with the next move" if left else ""
    return f"won in at most {left} more moves"


def describe_zone(board: Board, found: AbstractSet[Point] | None) -> str:
    """How large a zone is and what it means, as a sentence without its full stop."""
    if not has_zone(board):
        return NO_ZONE
    if found is None:
        return "No plan by threats is known here: any answer may change something"
    free = counted(len(board.empty_points()), "point")
    return f"Zone: {len(found)} of {free}. Wherever else White answers, the same plan wins"
