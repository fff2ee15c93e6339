"""Where everything is in a picture, in pixels."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from tengen.core.point import Point
from tengen.core.rules import Rules
from tengen.errors import RuleError
from tengen.render.fitting import Fitted, fit_caption, fit_title
from tengen.render.shapes import Spot
from tengen.render.style import LARGEST_SIDE, SMALLEST_CELL, Pieces, Style
from tengen.render.view import View

EDGE = 0.5
"""Between the board's edge and what stands there, in cells."""
NAMES = 0.5
"""The room of coordinates."""
NAME_SIZE = 0.38
LARGE = 13
STAR_FROM = 4
"""From the edge, on boards of thirteen points and more."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A grid from `left` and `top` on, of so many cells across and down, in a picture."""

    cell: int
    line: int
    """How thick the lines are."""
    left: float
    top: float
    across: int
    down: int
    inset: float
    """From the first line to the middle of the first point."""
    width: int
    height: int
    title: Fitted
    caption: Fitted

    def place(self, point: Point) -> Spot:
        """The middle of a point."""
        return (
            self.left + self.inset + point.col * self.cell,
            self.top + self.inset + point.row * self.cell,
        )

    @property
    def right(self) -> float:
        """The last upright line."""
        return self.left + self.across * self.cell

    @property
    def bottom(self) -> float:
        """The last level line."""
        return self.top + self.down * self.cell

    @property
    def overhang(self) -> float:
        """How far stones stand out over the grid."""
        return 0 if self.inset else self.cell / 2


def lay_out(view: View, style: Style) -> Layout:
    """Find room for a view; raise RuleError if there is too little or too much of it."""
    in_cells = style.pieces is Pieces.MARKS
    across, down = (side - (0 if in_cells else 1) for side in (view.rules.width, view.rules.height))
    far = EDGE + (0 if in_cells else 0.5)
    near = far + (NAMES if view.coordinates else 0)
    cell = _cell(style, across + near + far)
    needed = (across + near + far) * cell
    width = style.width or round(needed)
    title, caption = fit_title(view.title, cell, width), fit_caption(view.caption, cell, width)
    line, top = max(1, round(cell / 40)), title.height + round(far * cell)
    return _checked(
        Layout(
            cell=cell,
            line=line,
            left=_aligned((width - needed) / 2 + near * cell, line),
            top=_aligned(top, line),
            across=across,
            down=down,
            inset=cell / 2 if in_cells else 0,
            width=width,
            height=top + down * cell + round(near * cell) + caption.height,
            title=title,
            caption=caption,
        )
    )


def _cell(style: Style, cells: float) -> int:
    """How large a cell is where so many stand side by side."""
    if style.width is None:
        return style.cell
    cell = int(style.width / cells)
    if cell < SMALLEST_CELL:
        least = ceil(SMALLEST_CELL * cells)
        raise RuleError(f"{style.width} pixels are too few for this board: take {least} or more")
    return cell


def _aligned(at: float, line: int) -> float:
    """The nearest place where a line covers whole pixels."""
    return round(at) + line % 2 / 2


def _checked(layout: Layout) -> Layout:
    if max(layout.width, layout.height) > LARGEST_SIDE:
        raise RuleError(
            f"a picture of {layout.width}x{layout.height} pixels is too large: "
            f"{LARGEST_SIDE} are possible on a side; take smaller cells"
        )
    return layout


def star_points(rules: Rules) -> tuple[Point, ...]:
    """The centre, and the four points around it on a large board."""
    width, height = rules.width, rules.height
    if width % 2 == 0 or height % 2 == 0 or min(width, height) < 5:
        return ()
    centre = Point(height // 2, width // 2)
    if min(width, height) < LARGE:
        return (centre,)
    rows, columns = (STAR_FROM - 1, height - STAR_FROM), (STAR_FROM - 1, width - STAR_FROM)
    return (centre, *(Point(row, col) for row in rows for col in columns))
