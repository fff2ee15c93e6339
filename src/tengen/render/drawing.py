"""Convert a view to shapes: first board, grid, coordinates and texts, then pieces and marks."""

from __future__ import annotations

from collections.abc import Iterator

from tengen.render.annotations import AnnotationDrawer
from tengen.render.layout import (
    EDGE,
    LEADING,
    NAME_SIZE,
    NAMES_ROOM,
    FittedText,
    Layout,
    make_layout,
    star_points,
)
from tengen.render.pieces import PieceDrawer
from tengen.render.shapes import Circle, Picture, Polylines, Rectangle, Shape, Spot, TextLine
from tengen.render.style import Style, Theme
from tengen.render.view import View
from tengen.rules import Point, column_name

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
