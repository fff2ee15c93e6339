"""Points by number, made once and shared by all records of a size."""

from __future__ import annotations

from functools import cache

from tengen.core.point import Point


@cache
def grid(width: int, height: int) -> tuple[Point, ...]:
    """All points of a board in reading order: row * width + column is the index of one."""
    return tuple(Point(row, col) for row in range(height) for col in range(width))
