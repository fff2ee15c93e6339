"""The zone: where an answer of the second player would change anything; and the search behind it.

The search for wins by threats tries moves in the order of the board, so the length of the win that
it finds depends on the orientation. The lines of the theorem say how long a win takes at most. That
is true for all eight orientations only if always the canonical form is searched.
"""

from __future__ import annotations

import threading
from collections.abc import Set as AbstractSet
from dataclasses import replace

from tengen.engine.win_finder import Finder, Finding, Win, zone
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


def find_zone(board: Board, hunter: TimedWinFinder, seconds: float) -> frozenset[Point] | None:
    """The points that matter: wherever else the second player answers, the same plan wins.

    The plan is what the first player would do if the second one passed. None if no plan is found,
    or if the second player can make five: then any answer may change something.
    """
    if not has_zone(board) or winning_point(board):
        return None
    passed = Board(THEOREM_RULES, board.stones, Player.FIRST)
    plan = hunter.find(passed, seconds, ZONE_NODES)
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


class TimedWinFinder:
    """Looks for wins of the side to move, until it is stopped."""

    def __init__(self) -> None:
        self._finder: CanonicalFinder | None = None
        self._is_stopped = False
        self.nodes = 0
        """How many were looked at, in all."""

    def find(self, board: Board, seconds: float | None, nodes: int) -> Win | None:
        """A win by fours and threes, if one is found in so many seconds, at so many nodes."""
        finder = self._finder = CanonicalFinder(board)
        if self._is_stopped:
            finder.stop()
        alarm = threading.Timer(seconds or 0.0, finder.stop)
        alarm.daemon = True
        if seconds is not None:
            alarm.start()
        try:
            finding = finder.run(nodes)
        finally:
            alarm.cancel()
        self.nodes += finding.nodes
        return finding.win

    def stop(self) -> None:
        """End the search that is going on, and all others, from another thread."""
        self._is_stopped = True
        if self._finder is not None:
            self._finder.stop()

    def get_ready(self) -> None:
        """Search again."""
        self._is_stopped = False


class CanonicalFinder:
    """Searches the canonical form of a board, and turns what it finds back."""

    def __init__(self, board: Board) -> None:
        self._rules = board.rules
        self._symmetry = board.canonical_symmetry()
        stones = [
            (self._symmetry.apply(point, board.rules), player)
            for point, player in board.stones.items()
        ]
        self._finder = Finder(Board(board.rules, dict(sorted(stones)), board.turn))

    def run(self, nodes: int) -> Finding:
        """Look at so many more positions, or fewer."""
        finding = self._finder.run(nodes)
        if finding.win is None:
            return finding
        win = finding.win.transformed(self._symmetry.inverse, self._rules)
        return replace(finding, win=win)

    def stop(self) -> None:
        """End the search that is going on, from another thread."""
        self._finder.stop()


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
