"""What is said of a win that is certain, and of where it could be disturbed."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.wording import counted
from tengen.theorem.zone import has_zone

NO_ZONE = "The zone is shown when White is to move: 15x15, five or more in a row"


def describe_left(left: int) -> str:
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
