"""The zone beside the game: where an answer would change anything, in the proof that Black wins."""

from __future__ import annotations

import threading
from collections.abc import Callable

from tengen.core.board import Board
from tengen.core.point import Point
from tengen.players.manners import let_others_go_first
from tengen.theorem.hunter import Hunter
from tengen.theorem.zone import find_zone, has_zone
from tengen.tui.jobs import Call

SECONDS = 5.0

Zone = frozenset[Point] | None
Tell = Callable[[Zone], None]


class Zoning:
    """Looks for the zone of whatever position is shown, in threads of its own."""

    def __init__(self, call: Call, tell: Tell) -> None:
        """`call` brings what a thread has to say to the caller's own."""
        self._call = call
        self._tell = tell
        self._hunter = Hunter()
        self._looked_at: Board | None = None
        self.is_on = False

    def toggle(self, board: Board) -> None:
        """Look on, or stop looking."""
        self.stop()
        self.is_on = not self.is_on
        self.follow(board)

    def follow(self, board: Board) -> bool:
        """Look at this board from now on, if at all; whether it is another one than before."""
        if not self.is_on or board == self._looked_at:
            return False
        self.stop()
        self._looked_at = board = board.copy()
        if has_zone(board):
            hunter = self._hunter = Hunter()
            threading.Thread(target=self._look, args=(board, hunter), daemon=True).start()
        return True

    def stop(self) -> None:
        """Look at nothing; nothing more is told of it."""
        self._looked_at = None
        self._hunter.stop()

    def _look(self, board: Board, hunter: Hunter) -> None:
        let_others_go_first()
        found = find_zone(board, hunter, SECONDS)
        self._call(lambda: self._pass_on(board, found))

    def _pass_on(self, board: Board, found: Zone) -> None:
        if board is self._looked_at:  # else something else is shown by now
            self._tell(found)
