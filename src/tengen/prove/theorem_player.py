"""Play the first player by the theorem: from the book, and by threats where the book ends.

A move depends only on the position, but the player remembers the win that it follows, so that a
win never takes longer than announced. `GuidedPlayer` wraps another player and plays the moves of
the theorem first.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from tengen.engine import Analysis, CancelToken, Limits, Win, zone
from tengen.engine.levels import LEVELS
from tengen.prove import theorem_book
from tengen.prove.theorem_zone import find_canonical_win
from tengen.rules import Board, Player, Point, Rules, point_of

NODES = 10_000_000
"""The limit of a search for a win by threats, whatever time is left."""
KNOWN_WIN_SHARE = 0.95
"""The share of the limits for finding a win that is known to exist, after a line of the book."""
DOUBTFUL_SHARE = 0.1
"""The share of the usual time for finding a win that may not exist."""
DOUBTFUL_NODES = 100_000
"""The most nodes for finding a win that may not exist."""


@dataclass(frozen=True, slots=True)
class TheoremMove:
    """A winning move. After it, at most `left` more moves of the first player are needed.

    `left` is 0 if that number is unknown, and for the last move.
    """

    move: Point
    left: int


class TheoremPlayer:
    """Finds winning moves of the first player on the board of the theorem."""

    def __init__(self, book: theorem_book.Book | None = None) -> None:
        """Use this book, or read the one that comes with Tengen when it is needed."""
        self._book = book
        self._followed: FollowedLine | None = None
        self.nodes = 0
        """Nodes that the last choice searched."""

    def choose(
        self, board: Board, limits: Limits, cancel: CancelToken | None = None
    ) -> TheoremMove | None:
        """Return the next move of a win, or None if none is known or found.

        The search uses only a share of the limits. Cancelling ends it.
        """
        self.nodes = 0
        if not theorem_book.is_theorem_position(board):
            return None
        win = self._follow(board)
        if win is None:
            self._book = self._book or theorem_book.the_playbook()
            entry = self._book.find(board)
            if entry is not None:
                return self._announce(board, entry.move, entry.plies, None)
            win = self._search(board, self._book, limits, cancel)
        return None if win is None else self._announce(board, win.move, win.plies, win)

    def learn(self, rules: Rules) -> None:
        """Read the book if a game under these rules needs it, before a clock starts."""
        if rules == theorem_book.THEOREM_RULES and self._book is None:
            self._book = theorem_book.the_playbook()

    def _announce(self, board: Board, move: Point, plies: int, win: Win | None) -> TheoremMove:
        stones = {**board.stones, move: Player.FIRST}
        self._followed = FollowedLine(stones, win, max(0, plies - 2))
        return TheoremMove(move, plies // 2)

    def _follow(self, board: Board) -> Win | None:
        """Return the continuation of the win that is being followed, or None."""
        if self._followed is None or self._followed.win is None:
            return None
        reply = self._followed.reply(board)
        return None if reply is None else self._followed.win.after(reply)

    def _search(
        self, board: Board, book: theorem_book.Book, limits: Limits, cancel: CancelToken | None
    ) -> Win | None:
        """Return a win by threats, preferably one that is not longer than announced."""
        line = self._followed
        if line is None or not line.reply(board):
            line = line_leading_to(board, book)
        if line:
            search = _SearchBudget(KNOWN_WIN_SHARE, limits.seconds, limits.nodes, NODES, cancel)
        else:
            usual = limits.seconds if limits.soft is None else limits.soft
            search = _SearchBudget(DOUBTFUL_SHARE, usual, limits.nodes, DOUBTFUL_NODES, cancel)
        win = search.find(board)
        if line is not None and (win is None or 0 < line.plies < win.plies):
            win = min(
                filter(None, (win, _undisturbed_plan(search, line, board))),
                key=_plies,
                default=None,
            )
        self.nodes = search.nodes
        return win


class _SearchBudget:
    """Searches that together use at most a share of the limits and a number of nodes."""

    def __init__(
        self,
        share: float,
        seconds: float | None,
        nodes: int | None,
        most: int,
        cancel: CancelToken | None,
    ) -> None:
        self._deadline = None if seconds is None else time.monotonic() + share * seconds
        self._nodes = most if nodes is None else min(most, int(share * nodes))
        self._cancel = cancel
        self.nodes = 0

    def find(self, board: Board) -> Win | None:
        left = None if self._deadline is None else max(0.0, self._deadline - time.monotonic())
        rest = max(0, self._nodes - self.nodes)
        finding = find_canonical_win(board, rest, left, self._cancel)
        self.nodes += finding.nodes
        return finding.win


def _undisturbed_plan(search: _SearchBudget, line: FollowedLine, board: Board) -> Win | None:
    """Return the win threatened before the second player's answer, if the answer is harmless."""
    before = Board(theorem_book.THEOREM_RULES, line.stones, Player.FIRST)
    plan = search.find(before)
    return plan if plan and line.reply(board) not in zone(before, plan, 1) else None


def _plies(win: Win) -> int:
    return win.plies


@dataclass(frozen=True, slots=True)
class FollowedLine:
    """The position after the last move, with the second player to move, and the known win."""

    stones: Mapping[Point, Player]
    win: Win | None = None
    plies: int = 0
    """The most plies to the win from the first player's next move; 0 if unknown."""

    def reply(self, board: Board) -> Point | None:
        """Return the second player's answer if it is the only new stone, or None."""
        new = dict(board.stones.items() - self.stones.items())
        is_next = len(new) == 1 and len(board.stones) == len(self.stones) + 1
        return next(iter(new)) if is_next and Player.SECOND in new.values() else None


def line_leading_to(board: Board, book: theorem_book.Book) -> FollowedLine | None:
    """Return the line of the book that leads to a board by its move and an answer, or None."""
    own, other = theorem_book.stone_cells(board)
    if not book.may_have(len(own) - 1):
        return None
    for reply in other:
        for move in own:
            entry = book.look_up(_cells_without(own, move), _cells_without(other, reply))
            if entry is not None and theorem_book.CELLS[entry.move] == move:
                before = dict(board.stones)
                del before[point_of(reply, theorem_book.THEOREM_RULES)]
                return FollowedLine(before, None, max(0, entry.plies - 2))
    return None


def _cells_without(cells: list[int], cell: int) -> list[int]:
    return [other for other in cells if other != cell]


THEOREM_LEVEL = max(LEVELS)
"""The only level that plays by the theorem; lower levels can be beaten."""


class MoveChooser(Protocol):
    """An engine, or a computer opponent of some level."""

    analysis: Analysis | None

    def choose(self, board: Board, limits: Limits, cancel: CancelToken | None = None) -> Point:
        """Return the move to play."""


class GuidedPlayer:
    """Plays the moves of the theorem, and where there is none, those of another player.

    After a move of the theorem, `left` is the most moves still needed to win; 0 if unknown.
    """

    def __init__(self, player: MoveChooser, winner: TheoremPlayer | None) -> None:
        """Without a winner, all moves come from the player."""
        self._player = player
        self._winner = winner
        self.left = 0
        self.analysis: Analysis | None = None
        """The search for the move that was chosen last; None if it took none."""

    def choose(self, board: Board, limits: Limits, cancel: CancelToken | None = None) -> Point:
        """Return the move to play, within the limits."""
        start = time.monotonic()
        step = None if self._winner is None else self._winner.choose(board, limits, cancel)
        self.left = step.left if step else 0
        self.analysis = None
        if step is not None:
            return step.move
        rest = self._rest(limits, time.monotonic() - start)
        move = self._player.choose(board, rest, cancel)
        self.analysis = self._player.analysis
        return move

    def learn(self, rules: Rules) -> None:
        """Load what a game under these rules needs."""
        if self._winner is not None:
            self._winner.learn(rules)

    def _rest(self, limits: Limits, spent: float) -> Limits:
        """Return what is left of the limits."""
        nodes = self._winner.nodes if self._winner and limits.nodes else 0
        return replace(
            limits,
            seconds=None if limits.seconds is None else max(0.0, limits.seconds - spent),
            soft=None if limits.soft is None else max(0.0, limits.soft - spent),
            nodes=None if limits.nodes is None else max(1, limits.nodes - nodes),
        )


def guide_player(player: MoveChooser, level: int) -> GuidedPlayer:
    """Return a player of a level; only the highest level uses the theorem."""
    return GuidedPlayer(player, TheoremPlayer() if level == THEOREM_LEVEL else None)
