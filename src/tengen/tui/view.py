"""What there is to see on a board, before anybody draws it."""

from __future__ import annotations

from dataclasses import dataclass, field

from tengen.core.player import Player
from tengen.core.point import Point
from tengen.core.rules import Rules

STAR_FROM = 4
"""From the edge, on boards of thirteen points and more."""
LARGE = 13


@dataclass(frozen=True, slots=True)
class View:
    """A position and everything that is marked on it."""

    rules: Rules
    stones: dict[Point, Player] = field(default_factory=dict)
    last: Point | None = None
    cursor: Point | None = None
    ghost: Player | None = None
    """Whose stone would be put where the cursor is; nobody's if none can be."""
    line: frozenset[Point] = frozenset()
    """The points of winning lines."""
    numbers: dict[Point, int] = field(default_factory=dict)
    forbidden: frozenset[Point] = frozenset()
    offered: frozenset[Point] = frozenset()
    """Fifth moves to pick from."""
    hints: dict[Point, int] = field(default_factory=dict)
    """Moves of the engine, the best is 1."""
    labels: dict[Point, str] = field(default_factory=dict)
    """What somebody has written or drawn on points."""


def star_points(rules: Rules) -> frozenset[Point]:
    """The centre, and the four points around it on a large board."""
    width, height = rules.width, rules.height
    if width % 2 == 0 or height % 2 == 0 or min(width, height) < 5:
        return frozenset()
    centre = Point(height // 2, width // 2)
    if min(width, height) < LARGE:
        return frozenset({centre})
    rows, columns = (STAR_FROM - 1, height - STAR_FROM), (STAR_FROM - 1, width - STAR_FROM)
    return frozenset({centre, *(Point(row, col) for row in rows for col in columns)})
