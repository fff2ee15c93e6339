"""Convert a view to shapes: first board, grid, coordinates and texts, then pieces and marks."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from tengen.printable import printable
from tengen.render.layout import (
    EDGE,
    LEADING,
    NAME_SIZE,
    NAMES_ROOM,
    FittedText,
    Layout,
    make_layout,
    shorten_text,
    star_points,
    text_width,
)
from tengen.render.shapes import Circle, Picture, Polylines, Rectangle, Shape, Spot, TextLine
from tengen.render.style import Pieces, Style, Theme
from tengen.render.view import MarkShape, View
from tengen.rules import Player, Point, column_name

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


CORNER_ROUNDING = 0.25
STAR_RADIUS = 0.09


def draw_background(view: View, layout: Layout, theme: Theme) -> Iterator[Shape]:
    """Draw everything behind the stones."""
    yield Rectangle(0, 0, layout.width, layout.height, theme.board, corner_radius(layout))
    yield from _grid(layout, theme.grid)
    if not layout.inset:
        for star in star_points(view.rules):
            yield Circle(*layout.place(star), max(1.5, STAR_RADIUS * layout.cell), theme.grid)
    if view.coordinates:
        yield from _names(view, layout, theme.text)
    yield from _title(layout, theme.text)
    yield from _caption(view, layout, theme.text)


def corner_radius(layout: Layout) -> float:
    """Return the radius of the board's corners."""
    return CORNER_ROUNDING * layout.cell


def _grid(layout: Layout, colour: str) -> Iterator[Shape]:
    left, top, right, bottom = layout.left, layout.top, layout.right, layout.bottom
    cell = layout.cell
    levels = [top + row * cell for row in range(1, layout.down) if layout.across]
    uprights = [left + col * cell for col in range(1, layout.across) if layout.down]
    paths: list[tuple[Spot, ...]] = [((left, y), (right, y)) for y in levels]
    paths += [((x, top), (x, bottom)) for x in uprights]
    if paths:
        yield Polylines(tuple(paths), layout.line, colour, is_crisp=True)
    out = 0.5  # the border is one pixel thicker, on its outer side
    corners = (
        *((left - out, top - out), (right + out, top - out)),
        *((right + out, bottom + out), (left - out, bottom + out)),
    )
    yield Polylines((corners,), layout.line + 1, colour, is_crisp=True, is_closed=True)


def _names(view: View, layout: Layout, colour: str) -> Iterator[TextLine]:
    size = NAME_SIZE * layout.cell
    away = layout.overhang + (EDGE + NAMES_ROOM) / 2 * layout.cell
    for col in range(view.rules.width):
        x, _ = layout.place(Point(0, col))
        yield TextLine(x, layout.bottom + away, size, column_name(col).upper(), colour)
    for row in range(view.rules.height):
        _, y = layout.place(Point(row, 0))
        yield TextLine(layout.left - away, y, size, str(view.rules.height - row), colour)


def _title(layout: Layout, colour: str) -> Iterator[TextLine]:
    title = layout.title
    for text in title.lines:
        yield TextLine(layout.width / 2, 0.6 * title.height, title.size, text, colour)


def _caption(view: View, layout: Layout, colour: str) -> Iterator[TextLine]:
    caption: FittedText = layout.caption
    away = layout.overhang + (EDGE + (NAMES_ROOM if view.coordinates else 0)) * layout.cell
    first = layout.bottom + away + caption.size / 2
    for number, text in enumerate(caption.lines):
        y = first + number * LEADING * caption.size
        yield TextLine(layout.width / 2, y, caption.size, text, colour)


def draw_view(view: View, style: Style) -> Picture:
    """Draw a view. Raises RuleError if the picture would be too large or too small."""
    layout = make_layout(view, style)
    pieces, marks = PieceDrawer(view, layout, style), AnnotationDrawer(view, layout, style)
    shapes = [
        *marks.draw_below(),
        *pieces.draw_stones(),
        *marks.draw_lines(),
        *pieces.draw_numbers(),
        *marks.draw_above(),
    ]
    background = tuple(draw_background(view, layout, style.theme))
    return Picture(layout.width, layout.height, corner_radius(layout), background, tuple(shapes))
