"""The cells of a board: a flat list with walls, the tables that go with it, and symmetries.

A row of the board is `width` cells followed by walls; the walls after one row are also those
before the next. There are `MARGIN` walls on every side, so no code has to check for the edge. The
empty points are a separate list, which is updated on demand.
"""

from __future__ import annotations

import enum
import functools
from collections.abc import Iterable

from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
"""Rows and columns of one step in each of the four directions."""
MARGIN = 5
MASK64 = (1 << 64) - 1
TURN_KEY = 0x9B1A615D5C1E7C4D


class Wall(enum.Enum):
    """The content of the cells around the board."""

    WALL = "#"

    __hash__ = object.__hash__


CellContent = Player | Wall | None

Ray = tuple[int, int, int, int, int]
"""A step in one direction, and four cells to examine: two ahead of a cell, two behind it."""


class PlayerKeys:
    """A player with the hash keys of their stones; `next` is the opponent's side."""

    __slots__ = ("keys", "next", "player")

    next: PlayerKeys

    def __init__(self, player: Player, keys: list[int]) -> None:
        self.player = player
        self.keys = keys


class Geometry:
    """Tables for boards of given rules, which no move changes."""

    __slots__ = (
        *("width", "stride", "origin", "steps", "points", "below"),
        *("cells", "blank", "near", "first", "second"),
    )

    def __init__(self, rules: Rules) -> None:
        self.width = rules.width
        stride = self.stride = rules.width + MARGIN
        self.origin = MARGIN * stride + MARGIN
        self.steps = tuple([down * stride + right for down, right in DIRECTIONS])
        self.points = tuple(
            [Point(row, col) for row in range(rules.height) for col in range(rules.width)]
        )
        self.below = [(1 << index) - 1 for index in range(rules.area)]
        self.cells = [self.cell(point) for point in self.points]
        size = stride * (rules.height + 2 * MARGIN) + MARGIN
        self.blank: list[CellContent] = [Wall.WALL] * size
        self.near: list[tuple[Ray, ...]] = [()] * size
        for cell in self.cells:
            self.blank[cell] = None
            self.near[cell] = _rays(cell, self.steps, rules.k)
        self.first = PlayerKeys(Player.FIRST, self._keys(Player.FIRST, size))
        self.second = PlayerKeys(Player.SECOND, self._keys(Player.SECOND, size))
        self.first.next = self.second
        self.second.next = self.first

    def cell(self, point: Point) -> int:
        """Return the cell of a point."""
        return point.row * self.stride + point.col + self.origin

    def point(self, cell: int) -> Point:
        """Return the point of a cell."""
        row, col = divmod(cell - self.origin, self.stride)
        return Point(row, col)

    def side(self, player: Player) -> PlayerKeys:
        """Return the side of a player."""
        return self.first if player is Player.FIRST else self.second

    def _keys(self, player: Player, size: int) -> list[int]:
        keys = [0] * size
        for cell, point in zip(self.cells, self.points, strict=True):
            keys[cell] = stone_key(point, player) ^ TURN_KEY
        return keys


@functools.lru_cache(maxsize=64)
def geometry(rules: Rules) -> Geometry:
    """Return the cached geometry of a game."""
    return Geometry(rules)


def stone_key(point: Point, player: Player) -> int:
    """Return the 64-bit key of a stone, the same on every board and in every run (splitmix64)."""
    word = (point.row << 8 | point.col << 1 | (player is Player.SECOND)) + 1
    word = word * 0x9E3779B97F4A7C15 & MASK64
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & MASK64
    word = (word ^ word >> 27) * 0x94D049BB133111EB & MASK64
    return word ^ word >> 31


def _rays(cell: int, steps: tuple[int, ...], k: int) -> tuple[Ray, ...]:
    """Return the cells to examine first for a line of k through a cell.

    On one side of the cell, such a line has at least half of its other stones, among them the next
    one and the one `reach` steps away. If neither side has both, there is no line.
    """
    reach = min(k // 2, MARGIN)
    next_one = min(reach, 1)
    return tuple(
        [
            (
                step,
                *(cell + next_one * step, cell + reach * step),
                *(cell - next_one * step, cell - reach * step),
            )
            for step in steps
        ]
    )


class EmptyPoints:
    """Empty points in reading order; `seen` is how many moves have been removed from them.

    Bit n of `_mask` says whether the n-th point of the board is empty. The number of set bits below
    it is the index of the point in the list.
    """

    __slots__ = ("_geometry", "_mask", "_points", "seen")

    def __init__(self, geometry: Geometry, setup: Iterable[Point] = ()) -> None:
        self._geometry = geometry
        self._points = [*geometry.points]
        self._mask = (1 << len(self._points)) - 1
        self._take(setup)
        self.seen = 0

    def after(self, moves: list[Point]) -> list[Point]:
        """Return the empty points after these moves, which begin with the moves seen so far."""
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
        """Add the last move seen to the empty points again."""
        lower = self._geometry.below[move.row * self._geometry.width + move.col]
        self._points.insert((self._mask & lower).bit_count(), move)
        self._mask += lower + 1
        self.seen -= 1


class Symmetry(enum.Enum):
    """A turn or a flip. The value says whether to transpose, flip the rows, flip the columns."""

    IDENTITY = (False, False, False)
    HALF_TURN = (False, True, True)
    FLIP_ROWS = (False, True, False)
    FLIP_COLUMNS = (False, False, True)
    TRANSPOSE = (True, False, False)
    ANTITRANSPOSE = (True, True, True)
    QUARTER_TURN = (True, False, True)
    THREE_QUARTER_TURN = (True, True, False)

    @property
    def inverse(self) -> Symmetry:
        """The symmetry that undoes this one."""
        if self is Symmetry.QUARTER_TURN:
            return Symmetry.THREE_QUARTER_TURN
        if self is Symmetry.THREE_QUARTER_TURN:
            return Symmetry.QUARTER_TURN
        return self

    def apply(self, point: Point, rules: Rules) -> Point:
        """Return the image of a point on a board of these rules. Turns are clockwise."""
        swap, flip_rows, flip_columns = self.value
        row, col = (point.col, point.row) if swap else (point.row, point.col)
        if flip_rows:
            row = rules.height - 1 - row
        if flip_columns:
            col = rules.width - 1 - col
        return Point(row, col)


def symmetries(rules: Rules) -> tuple[Symmetry, ...]:
    """Return all eight symmetries for a square board, four for an oblong one."""
    if rules.width == rules.height:
        return tuple(Symmetry)
    return tuple([symmetry for symmetry in Symmetry if not symmetry.value[0]])
