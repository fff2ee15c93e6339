"""The first player by the theorem: from the book, and by threats where the book ends.

Nothing but the position is needed. The player remembers the win that it follows, so that a win that
was announced never takes longer than it said. `GuidedPlayer` is another player with the theorem
at hand.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from tengen.engine.analysis import Limits
from tengen.engine.cancel_token import CancelToken
from tengen.engine.levels import LEVELS
from tengen.engine.win_finder import Win, zone
from tengen.prove import theorem_book
from tengen.prove.theorem_zone import find_canonical_win
from tengen.rules.board import Board
from tengen.rules.point import Point, point_of
from tengen.rules.rules import Player, WinRule

NODES = 10_000_000
"""A search for a win by threats is given up after so many, whatever time is left."""
KNOWN_WIN_SHARE = 0.95
"""On the way that the book shows there is a win: this part of all that is granted is for it;"""
DOUBTFUL_SHARE = 0.1
"""elsewhere, where nobody has said that there is one, this part of what a move usually takes,"""
DOUBTFUL_NODES = 100_000
"""and at most so many."""


@dataclass(frozen=True, slots=True)
class TheoremMove:
    """A move that wins; `left` more moves of the first player after it are enough.

    Where it is not known how many, and after the last one, `left` is 0.
    """

    move: Point
    left: int


class TheoremPlayer:
    """Knows moves that win for the first player, on the board of the theorem."""

    def __init__(self, book: theorem_book.Book | None = None) -> None:
        """Without a book, the one that comes with Tengen is read when it is needed."""
        self._book = book
        self._way: FollowedLine | None = None
        self.nodes = 0
        """How many the last choice took."""

    def choose(
        self, board: Board, limits: Limits, cancel: CancelToken | None = None
    ) -> TheoremMove | None:
        """The next step of a win; None where none is known or found within part of the limits.

        Once it is cancelled, nothing more is looked for.
        """
        self.nodes = 0
        if not theorem_book.is_theorem_position(board):
            return None
        win = self._follow(board)
        if win is None:
            self._book = self._book or theorem_book.the_playbook()
            entry = self._book.find(board)
            if entry is not None:
                return self._go(board, entry.move, entry.plies, None)
            win = self._search(board, self._book, limits, cancel)
        return None if win is None else self._go(board, win.move, win.plies, win)

    def learn(self, win: WinRule) -> None:
        """Read the book, if a game under this rule may need it, before a clock runs."""
        if win is theorem_book.THEOREM_RULES.win and self._book is None:
            self._book = theorem_book.the_playbook()

    def _go(self, board: Board, move: Point, plies: int, win: Win | None) -> TheoremMove:
        stones = {**board.stones, move: Player.FIRST}
        self._way = FollowedLine(stones, win, max(0, plies - 2))
        return TheoremMove(move, plies // 2)

    def _follow(self, board: Board) -> Win | None:
        """What the win that is being followed goes on with."""
        if self._way is None or self._way.win is None:
            return None
        reply = self._way.reply(board)
        return None if reply is None else self._way.win.after(reply)

    def _search(
        self, board: Board, book: theorem_book.Book, limits: Limits, cancel: CancelToken | None
    ) -> Win | None:
        """A win by threats: one that is no longer than what was announced, if there is one."""
        way = self._way if self._way and self._way.reply(board) else line_leading_to(board, book)
        if way:
            hunt = _SearchBudget(KNOWN_WIN_SHARE, limits.seconds, limits.nodes, NODES, cancel)
        else:
            usual = limits.seconds if limits.soft is None else limits.soft
            hunt = _SearchBudget(DOUBTFUL_SHARE, usual, limits.nodes, DOUBTFUL_NODES, cancel)
        win = hunt.find(board)
        if way is not None and (win is None or 0 < way.plies < win.plies):
            win = min(
                filter(None, (win, _still_standing_plan(hunt, way, board))),
                key=_plies,
                default=None,
            )
        self.nodes = hunt.nodes
        return win


class _SearchBudget:
    """Searches that have a share of what is granted, and some nodes at most, for all of them."""

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


def _still_standing_plan(hunt: _SearchBudget, way: FollowedLine, board: Board) -> Win | None:
    """What was threatened before the second player's answer, if that does not prevent it."""
    before = Board(theorem_book.THEOREM_RULES, way.stones, Player.FIRST)
    plan = hunt.find(before)
    return plan if plan and way.reply(board) not in zone(before, plan, 1) else None


def _plies(win: Win) -> int:
    return win.plies


@dataclass(frozen=True, slots=True)
class FollowedLine:
    """Where the last step led: stones with the second player to move, and what was known there."""

    stones: Mapping[Point, Player]
    win: Win | None = None
    plies: int = 0
    """The most until the win, if that is known, from the next move of the first player."""

    def reply(self, board: Board) -> Point | None:
        """What the second player has answered, if that is all that has happened since."""
        new = dict(board.stones.items() - self.stones.items())
        is_next = len(new) == 1 and len(board.stones) == len(self.stones) + 1
        return next(iter(new)) if is_next and Player.SECOND in new.values() else None


def line_leading_to(board: Board, book: theorem_book.Book) -> FollowedLine | None:
    """How the book may have led to a board: by its move, and an answer to that."""
    own, other = theorem_book.stone_cells(board)
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
"""The level that plays by the theorem, as the engine itself does; those below are to be beaten."""


class MoveChooser(Protocol):
    """An engine, or an opponent of some level."""

    def choose(self, board: Board, limits: Limits, cancel: CancelToken | None = None) -> Point:
        """The move to play."""


class GuidedPlayer:
    """Plays by the theorem where that has a move, and otherwise as another one would.

    After a move of the theorem, `left` is the most moves that are still needed to win; it is 0
    where that is not known.
    """

    def __init__(
        self, player: MoveChooser, winner: TheoremPlayer | None, seconds: float | None = None
    ) -> None:
        """Without a winner nothing is known; `seconds` are for a move without limits."""
        self._player = player
        self._winner = winner
        self._seconds = seconds
        self.left = 0

    def choose(self, board: Board, limits: Limits, cancel: CancelToken | None = None) -> Point:
        """The move to play, within the limits."""
        start = time.monotonic()
        step = None if self._winner is None else self._winner.choose(board, limits, cancel)
        self.left = step.left if step else 0
        if step is not None:
            return step.move
        return self._player.choose(board, self._rest(limits, time.monotonic() - start), cancel)

    def learn(self, win: WinRule) -> None:
        """Have ready what a game under this rule may need."""
        if self._winner is not None:
            self._winner.learn(win)

    def _rest(self, limits: Limits, spent: float) -> Limits:
        """What is left of limits."""
        nodes = self._winner.nodes if self._winner and limits.nodes else 0
        return replace(
            limits,
            seconds=None if limits.seconds is None else max(0.0, limits.seconds - spent),
            soft=None if limits.soft is None else max(0.0, limits.soft - spent),
            nodes=None if limits.nodes is None else max(1, limits.nodes - nodes),
        )


def guide_player(player: MoveChooser, level: int) -> GuidedPlayer:
    """Somebody of a level: the strongest knows the theorem."""
    return GuidedPlayer(player, TheoremPlayer() if level == THEOREM_LEVEL else None)
