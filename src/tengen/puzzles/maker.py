"""Puzzles found in games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from tengen.puzzles.puzzle import GRADES, Puzzle
from tengen.puzzles.single import examine
from tengen.puzzles.variety import Variety
from tengen.rules.board import Board
from tengen.rules.point import Point


class Maker:
    """Goes through games and keeps what is new; `each` is how many of a grade are enough.

    `games` and `positions` count what was looked at, `found` what was kept, by grade.
    """

    def __init__(self, known: Iterable[Puzzle] = (), each: int | None = None) -> None:
        known = tuple(known)
        self._variety = Variety(known)
        self._each = each
        self.found = Counter(puzzle.grade for puzzle in known)
        self.games = 0
        self.positions = 0

    @property
    def is_done(self) -> bool:
        """Whether there are enough puzzles of every grade."""
        return self._each is not None and all(self.found[grade] >= self._each for grade in GRADES)

    def look(self, game: Board, source: str = "") -> Iterator[Puzzle]:
        """New puzzles of a game, from its end backwards, no two with a winner's move in common."""
        self.games += 1
        board = game.copy()
        used: set[Point] = set()
        while board.moves:
            board.undo()
            self.positions += 1
            where = f"{source}, move {len(board.moves) + 1}" if source else ""
            puzzle = examine(board, where)
            if puzzle is not None and used.isdisjoint(puzzle.line[::2]) and self._wants(puzzle):
                used.update(puzzle.line[::2])
                self._keep(puzzle)
                yield puzzle

    def _wants(self, puzzle: Puzzle) -> bool:
        is_full = self._each is not None and self.found[puzzle.grade] >= self._each
        return not is_full and not self._variety.has_like(puzzle)

    def _keep(self, puzzle: Puzzle) -> None:
        self._variety.add(puzzle)
        self.found[puzzle.grade] += 1
