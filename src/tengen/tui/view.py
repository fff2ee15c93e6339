"""What there is to see on a board, before anybody draws it."""

from __future__ import annotations

from dataclasses import dataclass, field

from tengen.core.player import Player
from tengen.core.point import Point
from tengen.core.rules import Rules


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
    zone: frozenset[Point] = frozenset()
    """Where an answer would change anything."""
    labels: dict[Point, str] = field(default_factory=dict)
    """What somebody has written or drawn on points."""
