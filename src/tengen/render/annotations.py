"""Marks on the board: the last move, winning lines, forbidden points, hints, labels."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from tengen.printable import printable
from tengen.render.layout import Layout, shorten_text
from tengen.render.pieces import STONE_RADIUS, PieceDrawer, cross_at, rim_width
from tengen.render.shapes import Circle, Polylines, Shape, Spot
from tengen.render.style import Pieces, Style
from tengen.render.view import MarkShape, View
from tengen.rules import Point

STROKE = 0.09
"""The thickness of a winning line, in cells."""
NUMBER_RADIUS = 0.3
"""The distance from the centre of a stone within which a line would cross its number."""
LABEL_RADIUS = 0.34
GAP = 0.2
OVERSHOOT = 0.36
RING = 0.38
"""The radius of a ring around a text on a stone; it is wider around an X or O."""
WIDE_RING = 0.44
LABEL_ROOM = 2.5
"""The maximum width of a label, as a multiple of its size."""


class AnnotationDrawer:
    """Draws the marks of one view below and above the pieces."""

    def __init__(self, view: View, layout: Layout, style: Style) -> None:
        self._view = view
        self._layout = layout
        self._theme = style.theme
        self._pieces = PieceDrawer(view, layout, style)
        self._on_stones = style.pieces is Pieces.STONES
        self._cell = layout.cell
        self._thin = max(1.0, 0.06 * layout.cell)
        self._stroke = max(1.5, STROKE * layout.cell)

    def draw_below(self) -> Iterator[Shape]:
        """Draw the marks below the pieces."""
        for point in sorted(self._view.forbidden):
            yield from self._forbidden(self._layout.place(point))
        for point, number in self._view.hints.items():
            if point not in self._view.stones:
                yield from self._hint(point, str(number))
        if self._on_stones:
            yield from map(self._winning_line, self._view.lines)

    def draw_lines(self) -> Iterator[Shape]:
        """Draw winning lines over the pieces but below the numbers."""
        for line in self._view.lines:
            if self._on_stones:
                yield from self._chords(line)
            else:
                yield self._winning_line(line)
                yield from self._gaps(line)

    def draw_above(self) -> Iterator[Shape]:
        """Draw the marks above everything else."""
        if self._view.last is not None:
            yield self._last(self._view.last)
        for point, mark in self._view.marks.items():
            yield self._mark(point, mark)
        for point, text in self._view.labels.items():
            yield from self._label(point, text)

    def _forbidden(self, spot: Spot) -> Iterator[Shape]:
        """Draw a cross; in a game with X and O, with a ring around it."""
        reach = 0.19 if self._on_stones else 0.13
        yield cross_at(spot, reach * self._cell, 1.2 * self._thin, self._theme.seal)
        if not self._on_stones:
            yield Circle(*spot, 0.28 * self._cell, None, self._theme.seal, self._thin)

    def _hint(self, point: Point, text: str) -> Iterator[Shape]:
        spot, theme = self._layout.place(point), self._theme
        radius = (STONE_RADIUS - 0.04) * self._cell
        yield Circle(*spot, radius, theme.board, theme.hint, self._thin)
        yield self._pieces.text_at(point, text)._replace(colour=theme.hint)

    def _winning_line(self, line: tuple[Point, ...]) -> Polylines:
        """Draw a stroke from end to end, and a little further in a game with X and O."""
        place = self._layout.place if self._on_stones else self._pieces.mark_spot
        (x, y), (far_x, far_y) = place(line[0]), place(line[-1])
        along, more = _direction((x, y), (far_x, far_y)), 0 if self._on_stones else OVERSHOOT
        dx, dy = (part * more * self._cell for part in along)
        ends = (x - dx, y - dy), (far_x + dx, far_y + dy)
        return Polylines((ends,), self._stroke, self._theme.seal)

    def _gaps(self, line: tuple[Point, ...]) -> Iterator[Circle]:
        """Clear the stroke behind the texts beside an X or O."""
        for point in filter(self._view.has_text, line):
            text = self._pieces.text_at(point, "")
            yield Circle(text.x, text.y, GAP * self._cell, self._theme.board)

    def _chords(self, line: tuple[Point, ...]) -> Iterator[Polylines]:
        """Draw the stroke where it crosses stones, in a colour that is visible on them."""
        ends = self._layout.place(line[0]), self._layout.place(line[-1])
        along = _direction(*ends)
        for point in line:
            player = self._view.stones.get(point)
            if player is not None:
                paths = self._chord(point, along)
                yield Polylines(paths, self._stroke, self._theme.stones[player].seal)

    def _chord(self, point: Point, along: Spot) -> tuple[tuple[Spot, Spot], ...]:
        """Return the path from rim to rim; in two parts if the stone has a text."""
        x, y = self._layout.place(point)
        far = STONE_RADIUS * self._cell - rim_width(self._layout) - self._stroke / 2
        near = NUMBER_RADIUS * self._cell + self._stroke / 2
        low, inner, outer, high = (
            (x + reach * along[0], y + reach * along[1]) for reach in (-far, -near, near, far)
        )
        return ((low, inner), (outer, high)) if self._view.has_text(point) else ((low, high),)

    def _last(self, point: Point) -> Circle:
        """Draw a dot; a ring around an X or O, and around a text or a mark."""
        spot = self._layout.place(point)
        view, theme, cell = self._view, self._theme, self._cell
        player = view.stones.get(point)
        if not self._on_stones or player is None:
            radius = WIDE_RING * cell * self._pieces.mark_size(point)
            return Circle(*self._pieces.mark_spot(point), radius, None, theme.seal, self._thin)
        seal = theme.stones[player].seal
        if self._view.has_text(point) or point in view.marks:
            return Circle(*spot, RING * cell, None, seal, self._thin)
        return Circle(*spot, 0.14 * cell, seal)

    def _mark(self, point: Point, mark: MarkShape) -> Shape:
        """Draw a shape inside a stone, or around an X or O."""
        spot, stone = self._layout.place(point), self._view.stones.get(point)
        ink = self._theme.text if stone is None else self._theme.stones[stone].ink
        reach = 0.2 * self._cell
        if not self._on_stones:
            ink, reach = self._theme.hint, 0.36 * self._cell
        return _outline(mark, spot, reach, self._thin, ink)

    def _label(self, point: Point, text: str) -> Iterator[Shape]:
        if point not in self._view.stones and self._on_stones:
            yield Circle(*self._layout.place(point), LABEL_RADIUS * self._cell, self._theme.board)
        yield self._pieces.text_at(point, shorten_text(printable(text).strip(), LABEL_ROOM))


def _direction(start: Spot, end: Spot) -> Spot:
    """Return the direction of a line as a unit vector; zero for a single stone."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy) or 1
    return dx / length, dy / length


def _outline(mark: MarkShape, spot: Spot, reach: float, width: float, colour: str) -> Shape:
    x, y = spot
    if mark is MarkShape.CIRCLE:
        return Circle(x, y, 1.1 * reach, None, colour, width)
    if mark is MarkShape.CROSS:
        return cross_at(spot, reach, width, colour)
    far, low = 1.15 * reach, 0.7 * reach
    corners: tuple[Spot, ...] = ((x, y - 1.3 * reach), (x + far, y + low), (x - far, y + low))
    if mark is MarkShape.SQUARE:
        left, right, top, bottom = x - reach, x + reach, y - reach, y + reach
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return Polylines((corners,), width, colour, is_closed=True)
