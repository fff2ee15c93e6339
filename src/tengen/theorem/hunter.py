"""The search for a win by threats, within a time."""

from __future__ import annotations

import threading

from tengen.rules.board import Board
from tengen.search.wins import Win
from tengen.theorem.canonical_finder import CanonicalFinder


class Hunter:
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
