"""The engine beside the game: lines as long as they are wanted, and a tip on request."""

from __future__ import annotations

import os
from collections.abc import Callable

from tengen.core.board import Board
from tengen.errors import TengenError
from tengen.players import Analyst
from tengen.search.analysis import Analysis, Limits
from tengen.tui.jobs import Call

LINES = 3
TIP = Limits(seconds=1.0)

Tell = Callable[[Board, Analysis | TengenError], None]


class Advisor:
    """Looks at whatever is shown. The engine is made when it is first asked for."""

    def __init__(self, call: Call, tell: Tell) -> None:
        """`call` brings what an engine's thread has to say to the caller's own."""
        self._call = call
        self._tell = tell
        self._analyst: Analyst | None = None
        self._number = 0
        self._looked_at: Board | None = None
        self.is_on = False

    def toggle(self, board: Board) -> None:
        """Look on, or stop looking."""
        self.is_on = not self.is_on
        self._looked_at = None
        self.follow(board)

    def follow(self, board: Board) -> bool:
        """Look at this board from now on, if at all; whether it is another one than before."""
        if board == self._looked_at:
            return False
        self._looked_at = board.copy()
        self._number += 1
        if self.is_on and not board.outcome.is_over:
            self._wake().show(board)
        elif self._analyst is not None:
            self._analyst.stop()
        return True

    def give_tip(self, board: Board) -> None:
        """Look at a board for a second."""
        self._looked_at = board.copy()
        self._number += 1
        self._wake().show(board, TIP)

    def drop_tip(self) -> None:
        """Look no longer at a board for a tip, and tell nothing more of it."""
        if not self.is_on:
            self._looked_at = None
            self._number += 1
            if self._analyst is not None:
                self._analyst.stop()

    def close(self) -> None:
        """Leave nothing running."""
        self.is_on = False
        self._number += 1
        if self._analyst is not None:
            self._analyst.close()
            self._analyst = None

    def _wake(self) -> Analyst:
        if self._analyst is None:
            self._analyst = Analyst(self._heard, lines=LINES, threads=os.cpu_count() or 1)
        return self._analyst

    def _heard(self, board: Board, news: Analysis | TengenError | None) -> None:
        number = self._number
        if news is not None:
            self._call(lambda: self._pass_on(number, board, news))

    def _pass_on(self, number: int, board: Board, news: Analysis | TengenError) -> None:
        if number == self._number:  # else something else is shown by now
            self._tell(board, news)
