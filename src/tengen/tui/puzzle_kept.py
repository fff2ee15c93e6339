"""Which puzzles somebody has solved, remembered from one time to the next."""

from __future__ import annotations

from tengen.puzzles.puzzle import Puzzle
from tengen.store import Store

SOLVED = "puzzles/solved"


class Progress:
    """The puzzles that were solved here, by the names of their positions."""

    def __init__(self, store: Store | None) -> None:
        self._store = store
        kept = store.recall(SOLVED) if store is not None else None
        self._solved = set((kept or b"").decode("ascii", "replace").split())

    def has(self, puzzle: Puzzle) -> bool:
        """Whether a puzzle was solved before."""
        return puzzle.identity in self._solved

    def add(self, puzzle: Puzzle) -> None:
        """Remember that a puzzle was solved. StoreError if that cannot be kept."""
        self._solved.add(puzzle.identity)
        if self._store is not None:
            self._store.remember(SOLVED, " ".join(sorted(self._solved)).encode())
