"""The search for wins by threats, with the same answer however the board is turned or flipped.

The search tries moves in the order of the board, so the length of the win that it finds depends on
the orientation. The lines of the theorem say how long a win takes at most. That is true for all
eight orientations only if one of them is always the one that is searched.
"""

from __future__ import annotations

from dataclasses import replace

from tengen.rules.board import Board
from tengen.search.finder import Finder, Finding


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
