"""Where everything is in a picture, in pixels, and words made to fit.

How wide a text is depends on the reader's font. It is estimated here, on the safe side, so that
every picture of a view has the same lines.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from math import ceil

from tengen.errors import RuleError
from tengen.printable import in_line, printable
from tengen.render.shapes import Spot
from tengen.render.style import MAX_PICTURE_SIDE, MIN_CELL, Pieces, Style
from tengen.render.view import View
from tengen.rules.point import Point
from tengen.rules.rules import Rules

TITLE_SIZE = 0.56
CAPTION_SIZE = 0.42
MIN_TITLE_SCALE = 0.6
"""A long title is made smaller, down to so much of its size, and then cut."""
MAX_CAPTION_LINES = 3
LEADING = 1.4
ELLIPSIS = "…"
WIDTH_SHARE = 0.94
"""How much of the picture's width a text may take."""


@dataclass(frozen=True, slots=True)
class FittedText:
    """Lines of text of one size, and the height that they take."""

    lines: tuple[str, ...]
    size: float
    height: int


def fit_title(text: str, cell: int, width: int) -> FittedText:
    """One line, smaller if it must be."""
    words = in_line(text)
    if not words:
        return FittedText((), 0, 0)
    size = TITLE_SIZE * cell
    size *= max(MIN_TITLE_SCALE, min(1, WIDTH_SHARE * width / (size * text_width(words))))
    return FittedText((shorten_text(words, WIDTH_SHARE * width / size),), size, round(1.1 * cell))


def fit_caption(text: str, cell: int, width: int) -> FittedText:
    """As many lines as it needs, up to three."""
    size = CAPTION_SIZE * cell
    lines = tuple(wrap_text(printable(text), WIDTH_SHARE * width / size))
    height = round(len(lines) * LEADING * size + 0.2 * cell) if lines else 0
    return FittedText(lines, size, height)


def wrap_text(text: str, room: float) -> list[str]:
    """Lines of whole words; what does not fit into the last one is cut off."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and (text_width(longer) <= room or len(lines) == MAX_CAPTION_LINES):
            lines[-1] = longer
        else:
            lines.append(word)
    return [shorten_text(line, room) for line in lines]


def shorten_text(text: str, room: float) -> str:
    """As much of a text as there is room for, with a sign that there is more."""
    if text_width(text) <= room:
        return text
    while text and text_width(text + ELLIPSIS) > room:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS


def text_width(text: str) -> float:
    """About how wide a text is, as a multiple of its size."""
    return sum(map(_letter_width, text))


def _letter_width(letter: str) -> float:
    columns = _columns(letter)
    if columns == 1:
        return 0.7 if letter.isupper() or letter in "mw@%…—" else 0.55
    return columns / 2


def columns_of(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(map(_columns, text))


def _columns(letter: str) -> int:
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


EDGE = 0.5
"""Between the board's edge and what stands there, in cells."""
NAMES_ROOM = 0.5
"""The room of coordinates."""
NAME_SIZE = 0.38
LARGE_BOARD = 13
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
    title: FittedText
    caption: FittedText

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
    near = far + (NAMES_ROOM if view.coordinates else 0)
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
    if cell < MIN_CELL:
        least = ceil(MIN_CELL * cells)
        raise RuleError(f"{style.width} pixels are too few for this board: take {least} or more")
    return cell


def _aligned(at: float, line: int) -> float:
    """The nearest place where a line covers whole pixels."""
    return round(at) + line % 2 / 2


def _checked(layout: Layout) -> Layout:
    if max(layout.width, layout.height) > MAX_PICTURE_SIDE:
        raise RuleError(
            f"a picture of {layout.width}x{layout.height} pixels is too large: "
            f"{MAX_PICTURE_SIDE} are possible on a side; take smaller cells"
        )
    return layout


def star_points(rules: Rules) -> tuple[Point, ...]:
    """The centre, and the four points around it on a large board."""
    width, height = rules.width, rules.height
    if width % 2 == 0 or height % 2 == 0 or min(width, height) < 5:
        return ()
    centre = Point(height // 2, width // 2)
    if min(width, height) < LARGE_BOARD:
        return (centre,)
    rows, columns = (STAR_FROM - 1, height - STAR_FROM), (STAR_FROM - 1, width - STAR_FROM)
    return (centre, *(Point(row, col) for row in rows for col in columns))
