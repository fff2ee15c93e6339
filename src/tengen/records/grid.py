"""Points by number, made once and shared by all records, whatever their size."""

from __future__ import annotations

from functools import cache
from itertools import chain

from tengen.core.point import Point
from tengen.core.rules import MAX_SIDE


@cache
def grid(width: int, height: int) -> tuple[Point, ...]:
    """All points of a board in reading order: row * width + column is the index of one."""
    return tuple(chain.from_iterable(row[:width] for row in _rows()[:height]))


@cache
def _rows() -> tuple[tuple[Point, ...], ...]:
    sides = range(MAX_SIDE)
    return tuple(tuple(Point(row, col) for col in sides) for row in sides)
