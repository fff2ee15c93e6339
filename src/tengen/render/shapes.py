"""The few things that a picture is made of, in pixels, whatever it becomes in the end."""

from __future__ import annotations

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
    """Lines from spot to spot, with round ends; crisp ones are upright or level and cut off."""

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


class TextLine(NamedTuple):
    """A line of text with its middle at a spot."""

    x: float
    y: float
    size: float
    text: str
    colour: str

    @property
    def baseline(self) -> float:
        """Where capitals and figures stand if they are to be in the middle."""
        return self.y + 0.355 * self.size


Shape = Rectangle | Polylines | Circle | TextLine


class Picture(NamedTuple):
    """Shapes, those behind first; `ground` is the same as long as nobody plays."""

    width: int
    height: int
    radius: float
    ground: tuple[Shape, ...]
    shapes: tuple[Shape, ...]
