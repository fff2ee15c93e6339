"""Stones, or X and O, with what is written on them."""

from __future__ import annotations

from collections.abc import Iterator

from tengen.render.layout import Layout, text_width
from tengen.render.shapes import Circle, Polylines, Shape, Spot, TextLine
from tengen.render.style import Pieces, Style
from tengen.render.view import View
from tengen.rules.point import Point
from tengen.rules.rules import Player

STONE_RADIUS = 0.46
"""The radius of a stone, in cells."""
MARK_REACH = 0.29
"""How far an X or O reaches from its middle."""
PEN_WIDTH = 0.1
SHADE = 0.06
"""How far the shade is below its stone."""
BLACK = "#000000"
LARGEST_TEXT = 0.44
TEXT_ROOM = 0.66
"""How wide a text on a stone is at most."""
BESIDE = (0.2, 0.26)
"""Where a text stands that shares a cell with an X or O."""
ASIDE = (0.15, 0.17)
"""Where the X or O stands then."""
SMALL = 0.62
GHOST_OPACITY = 0.4


class PieceDrawer:
    """Draws the pieces of one view."""

    def __init__(self, view: View, layout: Layout, style: Style) -> None:
        self._view = view
        self._layout = layout
        self._theme = style.theme
        self._on_stones = style.pieces is Pieces.STONES
        self._cell = layout.cell

    def draw_stones(self) -> Iterator[Shape]:
        """The ghost, and all stones with their shades."""
        view = self._view
        if view.ghost is not None and view.ghost[0] not in view.stones:
            yield self._piece(*view.ghost)._replace(opacity=GHOST_OPACITY)
        if self._on_stones and self._theme.shade:
            yield from map(self._shade, view.stones)
        for player in Player:
            for point, owner in view.stones.items():
                if owner is player:
                    yield self._piece(point, player)

    def draw_numbers(self) -> Iterator[TextLine]:
        """The numbers of moves, where no label is."""
        view = self._view
        for player in Player:
            for point, number in view.numbers.items():
                if view.stones.get(point) is player and point not in view.labels:
                    yield self.written(point, str(number))

    def written(self, point: Point, text: str) -> TextLine:
        """A few letters in the middle of a point; beside an X or O that is there."""
        x, y = self._layout.place(point)
        room = min(LARGEST_TEXT, TEXT_ROOM / max(1, text_width(text)))
        player = self._view.stones.get(point)
        if player is None:
            return TextLine(x, y, room * self._cell, text, self._theme.text)
        if self._on_stones:
            return TextLine(x, y, room * self._cell, text, self._theme.stones[player].ink)
        x, y = x + BESIDE[0] * self._cell, y + BESIDE[1] * self._cell
        return TextLine(x, y, 0.75 * room * self._cell, text, self._theme.text)

    def _piece(self, point: Point, player: Player) -> Circle | Polylines:
        cell = self._cell
        if self._on_stones:
            stone, rim = self._theme.stones[player], rim_width(self._layout)
            spot = self._layout.place(point)
            return Circle(*spot, STONE_RADIUS * cell - rim / 2, stone.face, stone.rim, rim)
        spot, pen = self.mark_spot(point), self._theme.pens[player]
        size = cell * self.mark_size(point)
        if player is Player.FIRST:
            return cross_at(spot, MARK_REACH * size, PEN_WIDTH * size, pen)
        return Circle(*spot, 1.06 * MARK_REACH * size, None, pen, PEN_WIDTH * size)

    def mark_spot(self, point: Point) -> Spot:
        """The middle of an X or O; it makes room for what is written beside it."""
        x, y = self._layout.place(point)
        if not self._view.is_written_on(point):
            return x, y
        return x - ASIDE[0] * self._cell, y - ASIDE[1] * self._cell

    def mark_size(self, point: Point) -> float:
        """How large an X or O is, as a part of its usual size."""
        return SMALL if self._view.is_written_on(point) else 1

    def _shade(self, point: Point) -> Circle:
        x, y = self._layout.place(point)
        return Circle(
            x, y + SHADE * self._cell, STONE_RADIUS * self._cell, BLACK, opacity=self._theme.shade
        )


def rim_width(layout: Layout) -> float:
    """How thick the rim of a stone is."""
    return max(1, 0.04 * layout.cell)


def cross_at(spot: Spot, reach: float, width: float, colour: str) -> Polylines:
    """Two strokes from corner to corner."""
    x, y = spot
    falling = ((x - reach, y - reach), (x + reach, y + reach))
    rising = ((x - reach, y + reach), (x + reach, y - reach))
    return Polylines((falling, rising), width, colour)
