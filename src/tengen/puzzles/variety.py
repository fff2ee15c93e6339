"""Which puzzles are much the same."""

from __future__ import annotations

from collections.abc import Iterable

from tengen.puzzles.puzzle import Puzzle
from tengen.rules.symmetry import Symmetry

Shape = tuple[tuple[int, int], ...]


class Variety:
    """Puzzles that are known, to tell whether another is new.

    It is not if the position is one of them turned or flipped, or if its solution goes the same
    way, turned, flipped or elsewhere on the board.
    """

    def __init__(self, puzzles: Iterable[Puzzle] = ()) -> None:
        self._keys: set[int] = set()
        self._shapes: set[Shape] = set()
        for puzzle in puzzles:
            self.add(puzzle)

    def add(self, puzzle: Puzzle) -> None:
        """Know one more."""
        self._keys.add(puzzle.board.canonical().key)
        self._shapes.add(shape_of(puzzle))

    def has_like(self, puzzle: Puzzle) -> bool:
        """Whether one is known that is much the same."""
        is_known = puzzle.board.canonical().key in self._keys
        return is_known or shape_of(puzzle) in self._shapes


def shape_of(puzzle: Puzzle) -> Shape:
    """The way that a solution goes from its first move on, however the board is held."""
    return min(_way(puzzle, symmetry) for symmetry in Symmetry)


def _way(puzzle: Puzzle, symmetry: Symmetry) -> Shape:
    swap, flip_rows, flip_columns = symmetry.value
    first = puzzle.line[0]
    way = []
    for point in puzzle.line:
        down, right = point.row - first.row, point.col - first.col
        down, right = (right, down) if swap else (down, right)
        way.append((-down if flip_rows else down, -right if flip_columns else right))
    return tuple(way)
