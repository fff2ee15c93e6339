"""The four notations of points, and tables of the points of a board by number and by name.

    algebraic   h8     column letter, then the row counted from 1 at the bottom
    pair        7,7    row and column, counted from 0 at the top left
    lettered    H7     capital column letter, then the row counted from 0 at the top
    numbered    113    all points counted from 1 in reading order

Columns after `z` are `aa` to `az`. Each parser accepts exactly one form, and raises ParseError for
any other text and for points that are not on the board. Only the algebraic form may be in upper or
lower case. It is in `point`, because boards use it.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import chain

from tengen.errors import ParseError
from tengen.rules.point import (
    POINT_NOUN,
    Point,
    cell_of,
    column_name,
    point_of,
    read_column,
    read_letters,
    read_number,
)
from tengen.rules.rules import MAX_SIDE, Rules


class RowOne(enum.Enum):
    """Where row 1 is in a text; Tengen's own texts have it at the bottom."""

    BOTTOM = "bottom"
    TOP = "top"


def parse_pair(text: str, rules: Rules) -> Point:
    """Read `7,7`."""
    comma = text.find(",")
    if comma < 0:
        raise ParseError(POINT_NOUN, text, "a row and a column with a comma between were expected")
    row = read_number(text, slice(0, comma), "row", 0, rules.height - 1)
    col = read_number(text, slice(comma + 1, len(text)), "column", 0, rules.width - 1)
    return Point(row, col)


def format_pair(point: Point) -> str:
    """Print `7,7`."""
    return f"{point.row},{point.col}"


def parse_lettered(text: str, rules: Rules) -> Point:
    """Read `H7`."""
    letters = read_letters(text, text.swapcase() if text.isascii() else "", "H7")
    col = read_column(text, letters, rules)
    row = read_number(text, slice(len(letters), len(text)), "row", 0, rules.height - 1)
    return Point(row, col)


def format_lettered(point: Point) -> str:
    """Print `H7`."""
    return f"{column_name(point.col).upper()}{point.row}"


def parse_numbered(text: str, rules: Rules) -> Point:
    """Read `5`, the centre of a board of 3x3."""
    number = read_number(text, slice(0, len(text)), "cell", 1, rules.area)
    return point_of(number - 1, rules)


def format_numbered(point: Point, rules: Rules) -> str:
    """Print `5`."""
    return str(cell_of(point, rules) + 1)


@cache
def grid_points(width: int, height: int) -> tuple[Point, ...]:
    """Return the points of a board in reading order; the index of a point is its `cell_of`."""
    return tuple(chain.from_iterable(row[:width] for row in _rows()[:height]))


@cache
def _rows() -> tuple[tuple[Point, ...], ...]:
    sides = range(MAX_SIDE)
    return tuple(tuple(Point(row, col) for col in sides) for row in sides)


@lru_cache(maxsize=64)
def point_names(width: int, height: int, row_one: RowOne) -> tuple[str, ...]:
    """Return the names of all points, such as `h8`, in reading order."""
    rows = range(1, height + 1) if row_one is RowOne.TOP else range(height, 0, -1)
    return tuple(f"{column_name(col)}{row}" for row in rows for col in range(width))


@lru_cache(maxsize=64)
def points_by_name(width: int, height: int, row_one: RowOne) -> dict[str, Point]:
    """Return all points by name."""
    names = point_names(width, height, row_one)
    return dict(zip(names, grid_points(width, height), strict=True))


def format_points(points: Iterable[Point], rules: Rules, row_one: RowOne) -> list[str]:
    """Return the names of points."""
    names = point_names(rules.width, rules.height, row_one)
    return [names[cell_of(point, rules)] for point in points]
