"""The empty points of a board, brought up to date only when somebody asks."""

from __future__ import annotations

from collections.abc import Iterable

from tengen.core.geometry import Geometry
from tengen.core.point import Point


class FreePoints:
    """Empty points in reading order; `seen` is how many moves have been taken out.

    Bit n of `_mask` says whether the n-th point of the board is empty, so that the set bits
    below it count its place among the empty ones.
    """

    __slots__ = ("_geometry", "_mask", "_points", "seen")

    def __init__(self, geometry: Geometry, setup: Iterable[Point] = ()) -> None:
        self._geometry = geometry
        self._points = [*geometry.points]
        self._mask = (1 << len(self._points)) - 1
        self._take(setup)
        self.seen = 0

    def after(self, moves: list[Point]) -> list[Point]:
        """The empty points once these moves, an extension of those seen, are played."""
        self._take(moves[self.seen :])
        self.seen = len(moves)
        return self._points.copy()

    def _take(self, points: Iterable[Point]) -> None:
        mask, width, below = self._mask, self._geometry.width, self._geometry.below
        for point in points:
            lower = below[point.row * width + point.col]
            del self._points[(mask & lower).bit_count()]
            mask -= lower + 1
        self._mask = mask

    def put_back(self, move: Point) -> None:
        """Forget the last move seen."""
        lower = self._geometry.below[move.row * self._geometry.width + move.col]
        self._points.insert((self._mask & lower).bit_count(), move)
        self._mask += lower + 1
        self.seen -= 1
