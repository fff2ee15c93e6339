"""What one picture shows: plain data, made before anybody draws it."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from tengen.core.outcome import UNFINISHED, Outcome
from tengen.core.player import Player
from tengen.core.point import Point
from tengen.core.rules import Rules
from tengen.errors import RuleError


class Mark(enum.Enum):
    """A shape that somebody has drawn on a point."""

    CIRCLE = "circle"
    TRIANGLE = "triangle"
    SQUARE = "square"
    CROSS = "cross"


@dataclass(frozen=True, slots=True)
class View:
    """A position and everything that is marked on it; `view_of` makes one from a board."""

    rules: Rules
    stones: Mapping[Point, Player] = field(default_factory=dict)
    moves: int = 0
    """How many of the stones were played, and not set up."""
    turn: Player = Player.FIRST
    outcome: Outcome = UNFINISHED
    numbers: Mapping[Point, int] = field(default_factory=dict)
    last: Point | None = None
    lines: tuple[tuple[Point, ...], ...] = ()
    """Winning lines, each from end to end."""
    forbidden: frozenset[Point] = frozenset()
    labels: Mapping[Point, str] = field(default_factory=dict)
    marks: Mapping[Point, Mark] = field(default_factory=dict)
    hints: Mapping[Point, int] = field(default_factory=dict)
    """Moves of the engine: its best ones, or one after the other."""
    ghost: tuple[Point, Player] | None = None
    """A stone that might be put there."""
    coordinates: bool = True
    title: str = ""
    caption: str = ""

    def __post_init__(self) -> None:
        """Raise RuleError if something is not on the board."""
        for what, points in self._places().items():
            for point in points:
                if not (0 <= point.row < self.rules.height and 0 <= point.col < self.rules.width):
                    raise RuleError(
                        f"cannot show a {what} on {point}: not on a board of {self.rules}"
                    )

    def is_written_on(self, point: Point) -> bool:
        """Whether a point has a number or a label."""
        return point in self.numbers or point in self.labels

    def _places(self) -> dict[str, Iterable[Point]]:
        return {
            "stone": self.stones,
            "number": self.numbers,
            "last move": [self.last] if self.last else [],
            "winning line": [point for line in self.lines for point in line],
            "forbidden point": self.forbidden,
            "label": self.labels,
            "mark": self.marks,
            "hint": self.hints,
            "ghost": [self.ghost[0]] if self.ghost else [],
        }
