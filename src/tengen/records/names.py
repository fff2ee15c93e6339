"""The names of points, with row 1 at the bottom or at the top, made once for a size."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from tengen.core.point import Point
from tengen.core.rules import Rules
from tengen.notation.points import column_name
from tengen.notation.rows import RowOne
from tengen.records.grid import grid


@lru_cache(maxsize=64)
def point_names(width: int, height: int, row_one: RowOne) -> tuple[str, ...]:
    """As in `h8`, in reading order."""
    rows = range(1, height + 1) if row_one is RowOne.TOP else range(height, 0, -1)
    return tuple(f"{column_name(col)}{row}" for row in rows for col in range(width))


@lru_cache(maxsize=64)
def named_points(width: int, height: int, row_one: RowOne) -> dict[str, Point]:
    """The points by their names."""
    names = point_names(width, height, row_one)
    return dict(zip(names, grid(width, height), strict=True))


def format_points(points: Iterable[Point], rules: Rules, row_one: RowOne) -> list[str]:
    """The names of points."""
    names, width = point_names(rules.width, rules.height, row_one), rules.width
    return [names[point.row * width + point.col] for point in points]
