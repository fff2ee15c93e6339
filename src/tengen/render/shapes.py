"""The shapes of a picture, in pixels, independent of the file format."""

from __future__ import annotations

import enum
from typing import NamedTuple

Spot = tuple[float, float]


class Rectangle(NamedTuple):
    """A filled rectangle."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    radius: float = 0


class Polylines(NamedTuple):
    """Lines with round ends; crisp ones are horizontal or vertical, with square ends."""

    paths: tuple[tuple[Spot, ...], ...]
    width: float
    colour: str
    is_crisp: bool = False
    is_closed: bool = False
    opacity: float = 1


class Circle(NamedTuple):
    """A circle; the rim is drawn half inside and half outside."""

    x: float
    y: float
    radius: float
    fill: str | None = None
    rim: str | None = None
    rim_width: float = 0
    opacity: float = 1


class TextAlign(enum.Enum):
    """What of a text is at its spot; the value is SVG's."""

    LEFT = "start"
    MIDDLE = "middle"
    RIGHT = "end"


class TextLine(NamedTuple):
    """A line of text whose centre, or one end, is at a spot."""

    x: float
    y: float
    size: float
    text: str
    colour: str
    align: TextAlign = TextAlign.MIDDLE

    @property
    def baseline(self) -> float:
        """The baseline at which capitals and digits are vertically centred."""
        return self.y + 0.355 * self.size


Shape = Rectangle | Polylines | Circle | TextLine


class Picture(NamedTuple):
    """Shapes from back to front; `background` is the same for all positions of a game."""

    width: int
    height: int
    radius: float
    background: tuple[Shape, ...]
    shapes: tuple[Shape, ...]
