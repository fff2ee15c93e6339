"""Stones, or X and O, and the texts on them."""

from __future__ import annotations

from collections.abc import Iterator

from tengen.render.layout import Layout, text_width
from tengen.render.shapes import Circle, Polylines, Shape, Spot, TextLine
from tengen.render.style import Pieces, Style
from tengen.render.view import View
from tengen.rules import Player, Point

STONE_RADIUS = 0.46
"""The radius of a stone, in cells."""
MARK_REACH = 0.29
"""The distance from the centre of an X or O to its ends."""
PEN_WIDTH = 0.1
SHADE = 0.06
"""The distance of a shadow below its stone."""
BLACK = "#000000"
LARGEST_TEXT = 0.44
TEXT_ROOM = 0.66
"""The maximum width of a text on a stone."""
TEXT_OFFSET = (0.2, 0.26)
"""The offset of a text that shares a cell with an X or O."""
MARK_OFFSET = (0.15, 0.17)
"""The opposite offset of that X or O."""
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
        """Draw the ghost, and all stones with their shadows."""
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
        """Draw the move numbers of stones without a label."""
        view = self._view
        for player in Player:
            for point, number in view.numbers.items():
                if view.stones.get(point) is player and point not in view.labels:
                    yield self.text_at(point, str(number))

    def text_at(self, point: Point, text: str) -> TextLine:
        """Return a short text at the centre of a point, or beside an X or O."""
        x, y = self._layout.place(point)
        room = min(LARGEST_TEXT, TEXT_ROOM / max(1, text_width(text)))
        player = self._view.stones.get(point)
        if player is None:
            return TextLine(x, y, room * self._cell, text, self._theme.text)
        if self._on_stones:
            return TextLine(x, y, room * self._cell, text, self._theme.stones[player].ink)
        x, y = x + TEXT_OFFSET[0] * self._cell, y + TEXT_OFFSET[1] * self._cell
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
        """Return the centre of an X or O, which is shifted if there is a text beside it."""
        x, y = self._layout.place(point)
        if not self._view.has_text(point):
            return x, y
        return x - MARK_OFFSET[0] * self._cell, y - MARK_OFFSET[1] * self._cell

    def mark_size(self, point: Point) -> float:
        """Return the size of an X or O as a share of its usual size."""
        return SMALL if self._view.has_text(point) else 1

    def _shade(self, point: Point) -> Circle:
        x, y = self._layout.place(point)
        return Circle(
            x, y + SHADE * self._cell, STONE_RADIUS * self._cell, BLACK, opacity=self._theme.shade
        )


def rim_width(layout: Layout) -> float:
    """Return the thickness of the rim of a stone."""
    return max(1, 0.04 * layout.cell)


def cross_at(spot: Spot, reach: float, width: float, colour: str) -> Polylines:
    """Return a cross of two diagonal strokes."""
    x, y = spot
    falling = ((x - reach, y - reach), (x + reach, y + reach))
    rising = ((x - reach, y + reach), (x + reach, y - reach))
    return Polylines((falling, rising), width, colour)
