"""What is there before anybody plays: board, grid, coordinates, title and caption."""

from __future__ import annotations

from collections.abc import Iterator

from tengen.core.point import Point
from tengen.notation.points import column_name
from tengen.render.fitting import LEADING, Fitted
from tengen.render.layout import EDGE, NAME_SIZE, NAMES, Layout, star_points
from tengen.render.shapes import Disc, Plate, Shape, Spot, Strokes, Words
from tengen.render.themes import Theme
from tengen.render.view import View

CORNER = 0.25
STAR = 0.09


def draw_ground(view: View, layout: Layout, theme: Theme) -> Iterator[Shape]:
    """Everything behind the stones."""
    yield Plate(0, 0, layout.width, layout.height, theme.board, corner(layout))
    yield from _grid(layout, theme.grid)
    if not layout.inset:
        for star in star_points(view.rules):
            yield Disc(*layout.place(star), max(1.5, STAR * layout.cell), theme.grid)
    if view.coordinates:
        yield from _names(view, layout, theme.text)
    yield from _title(layout, theme.text)
    yield from _caption(view, layout, theme.text)


def corner(layout: Layout) -> float:
    """How round the board's corners are."""
    return CORNER * layout.cell


def _grid(layout: Layout, colour: str) -> Iterator[Shape]:
    left, top, right, bottom = layout.left, layout.top, layout.right, layout.bottom
    cell = layout.cell
    levels = [top + row * cell for row in range(1, layout.down) if layout.across]
    uprights = [left + col * cell for col in range(1, layout.across) if layout.down]
    paths: list[tuple[Spot, ...]] = [((left, y), (right, y)) for y in levels]
    paths += [((x, top), (x, bottom)) for x in uprights]
    if paths:
        yield Strokes(tuple(paths), layout.line, colour, is_crisp=True)
    out = 0.5  # the border is one pixel thicker, on its outer side
    corners = (
        *((left - out, top - out), (right + out, top - out)),
        *((right + out, bottom + out), (left - out, bottom + out)),
    )
    yield Strokes((corners,), layout.line + 1, colour, is_crisp=True, is_closed=True)


def _names(view: View, layout: Layout, colour: str) -> Iterator[Words]:
    size = NAME_SIZE * layout.cell
    away = layout.overhang + (EDGE + NAMES) / 2 * layout.cell
    for col in range(view.rules.width):
        x, _ = layout.place(Point(0, col))
        yield Words(x, layout.bottom + away, size, column_name(col).upper(), colour)
    for row in range(view.rules.height):
        _, y = layout.place(Point(row, 0))
        yield Words(layout.left - away, y, size, str(view.rules.height - row), colour)


def _title(layout: Layout, colour: str) -> Iterator[Words]:
    title = layout.title
    for text in title.lines:
        yield Words(layout.width / 2, 0.6 * title.height, title.size, text, colour)


def _caption(view: View, layout: Layout, colour: str) -> Iterator[Words]:
    caption: Fitted = layout.caption
    away = layout.overhang + (EDGE + (NAMES if view.coordinates else 0)) * layout.cell
    first = layout.bottom + away + caption.size / 2
    for number, text in enumerate(caption.lines):
        y = first + number * LEADING * caption.size
        yield Words(layout.width / 2, y, caption.size, text, colour)
