"""The first player by the theorem: from the book, and by threats where the book ends.

Nothing but the position is needed. What it is following it remembers, so that a win that it has
announced never takes longer than it said.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Player, WinRule
from tengen.search.analysis import Limits
from tengen.search.wins import Win
from tengen.search.zones import zone
from tengen.theorem.book import Book, is_on_the_subject, the_playbook
from tengen.theorem.entry import RULES
from tengen.theorem.hunter import Hunter
from tengen.theorem.way import Way, way_to

NODES = 10_000_000
"""A search for a win by threats is given up after so many, whatever time is left."""
SHARE = 0.95
"""On the way that the book shows there is a win: this part of all that is granted is for it;"""
DOUBTFUL_SHARE = 0.1
"""elsewhere, where nobody has said that there is one, this part of what a move usually takes,"""
DOUBTFUL_NODES = 100_000
"""and at most so many."""


@dataclass(frozen=True, slots=True)
class Step:
    """A move that wins; `left` more moves of the first player after it are enough.

    Where it is not known how many, and after the last one, `left` is 0.
    """

    move: Point
    left: int


class Winner:
    """Knows moves that win for the first player, on the board of the theorem."""

    def __init__(self, book: Book | None = None) -> None:
        """Without a book, the one that comes with Tengen is read when it is needed."""
        self._book = book
        self._hunter = Hunter()
        self._way: Way | None = None
        self.nodes = 0
        """How many the last choice took."""

    def choose(self, board: Board, limits: Limits) -> Step | None:
        """The next step of a win; None where none is known or found within part of the limits."""
        self.nodes = 0
        if not is_on_the_subject(board):
            return None
        win = self._follow(board)
        if win is None:
            self._book = self._book or the_playbook()
            entry = self._book.find(board)
            if entry is not None:
                return self._go(board, entry.move, entry.plies, None)
            win = self._search(board, self._book, limits)
        return None if win is None else self._go(board, win.move, win.plies, win)

    def learn(self, win: WinRule) -> None:
        """Read the book, if a game under this rule may need it, before a clock runs."""
        if win is RULES.win and self._book is None:
            self._book = the_playbook()

    def stop(self) -> None:
        """Have the step that is being looked for at once, or none; from another thread."""
        self._hunter.stop()

    def get_ready(self) -> None:
        """Forget a `stop`."""
        self._hunter.get_ready()

    def _go(self, board: Board, move: Point, plies: int, win: Win | None) -> Step:
        stones = {**board.stones, move: Player.FIRST}
        self._way = Way(stones, win, max(0, plies - 2))
        return Step(move, plies // 2)

    def _follow(self, board: Board) -> Win | None:
        """What the win that is being followed goes on with."""
        if self._way is None or self._way.win is None:
            return None
        reply = self._way.reply(board)
        return None if reply is None else self._way.win.after(reply)

    def _search(self, board: Board, book: Book, limits: Limits) -> Win | None:
        """A win by threats: one that is no longer than what was announced, if there is one."""
        way = self._way if self._way and self._way.reply(board) else way_to(board, book)
        if way:
            hunt = _Hunt(self._hunter, SHARE, limits.seconds, limits.nodes, NODES)
        else:
            usual = limits.seconds if limits.soft is None else limits.soft
            hunt = _Hunt(self._hunter, DOUBTFUL_SHARE, usual, limits.nodes, DOUBTFUL_NODES)
        win = hunt.find(board)
        if way is not None and (win is None or 0 < way.plies < win.plies):
            win = min(filter(None, (win, _plan(hunt, way, board))), key=_plies, default=None)
        self.nodes = hunt.nodes
        return win


class _Hunt:
    """Searches that have a share of what is granted, and some nodes at most, for all of them."""

    def __init__(
        self, hunter: Hunter, share: float, seconds: float | None, nodes: int | None, most: int
    ) -> None:
        self._deadline = None if seconds is None else time.monotonic() + share * seconds
        self._nodes = most if nodes is None else min(most, int(share * nodes))
        self._hunter = hunter
        self._before = hunter.nodes

    @property
    def nodes(self) -> int:
        return self._hunter.nodes - self._before

    def find(self, board: Board) -> Win | None:
        left = None if self._deadline is None else max(0.0, self._deadline - time.monotonic())
        return self._hunter.find(board, left, max(0, self._nodes - self.nodes))


def _plan(hunt: _Hunt, way: Way, board: Board) -> Win | None:
    """What was threatened before the second player's answer, if that does not prevent it."""
    before = Board(RULES, way.stones, Player.FIRST)
    plan = hunt.find(before)
    return plan if plan and way.reply(board) not in zone(before, plan, 1) else None


def _plies(win: Win) -> int:
    return win.plies
