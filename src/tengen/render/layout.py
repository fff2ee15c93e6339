"""The layout of a picture, in pixels, and texts that are fitted to it.

The width of a text depends on the reader's font. It is estimated generously here, so that every
picture of a view has the same line breaks.
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
from tengen.rules import Point, Rules

TITLE_SIZE = 0.56
CAPTION_SIZE = 0.42
MIN_TITLE_SCALE = 0.6
"""A long title is made smaller, down to this share of its size, and then cut."""
MAX_CAPTION_LINES = 3
LEADING = 1.4
ELLIPSIS = "…"
WIDTH_SHARE = 0.94
"""The share of the picture's width that a text may take."""


@dataclass(frozen=True, slots=True)
class FittedText:
    """Lines of text of one size, and their height."""

    lines: tuple[str, ...]
    size: float
    height: int


def fit_title(text: str, cell: int, width: int) -> FittedText:
    """Fit a title to one line, smaller if necessary."""
    words = in_line(text)
    if not words:
        return FittedText((), 0, 0)
    size = TITLE_SIZE * cell
    size *= max(MIN_TITLE_SCALE, min(1, WIDTH_SHARE * width / (size * text_width(words))))
    return FittedText((shorten_text(words, WIDTH_SHARE * width / size),), size, round(1.1 * cell))


def fit_caption(text: str, cell: int, width: int) -> FittedText:
    """Fit a caption to at most three lines."""
    size = CAPTION_SIZE * cell
    lines = tuple(wrap_text(printable(text), WIDTH_SHARE * width / size))
    height = round(len(lines) * LEADING * size + 0.2 * cell) if lines else 0
    return FittedText(lines, size, height)


def wrap_text(text: str, room: float) -> list[str]:
    """Break a text into lines; what does not fit on the last line is cut off."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and (text_width(longer) <= room or len(lines) == MAX_CAPTION_LINES):
            lines[-1] = longer
        else:
            lines.append(word)
    return [shorten_text(line, room) for line in lines]


def shorten_text(text: str, room: float) -> str:
    """Cut a text to a width, with an ellipsis if something is missing."""
    if text_width(text) <= room:
        return text
    while text and text_width(text + ELLIPSIS) > room:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS


def text_width(text: str) -> float:
    """Estimate the width of a text, as a multiple of its size."""
    return sum(map(_letter_width, text))


def _letter_width(letter: str) -> float:
    columns = _columns(letter)
    if columns == 1:
        return 0.7 if letter.isupper() or letter in "mw@%…—" else 0.55
    return columns / 2


def columns_of(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    return sum(map(_columns, text))


def _columns(letter: str) -> int:
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


EDGE = 0.5
"""The margin around the board, in cells."""
NAMES_ROOM = 0.5
"""The width of the coordinates, in cells."""
NAME_SIZE = 0.38
LARGE_BOARD = 13
STAR_FROM = 4
"""The line of the outer star points, counted from the edge, on large boards."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The place of the grid in a picture: its upper left corner, and its size in cells."""

    cell: int
    line: int
    """The thickness of lines."""
    left: float
    top: float
    across: int
    down: int
    inset: float
    """The distance from the first line to the centre of the first point."""
    width: int
    height: int
    title: FittedText
    caption: FittedText

    def place(self, point: Point) -> Spot:
        """Return the centre of a point."""
        return (
            self.left + self.inset + point.col * self.cell,
            self.top + self.inset + point.row * self.cell,
        )

    @property
    def right(self) -> float:
        """The last vertical line."""
        return self.left + self.across * self.cell

    @property
    def bottom(self) -> float:
        """The last horizontal line."""
        return self.top + self.down * self.cell

    @property
    def overhang(self) -> float:
        """How far stones reach beyond the grid."""
        return 0 if self.inset else self.cell / 2


def make_layout(view: View, style: Style) -> Layout:
    """Lay out a view. Raises RuleError if the picture is too small or too large."""
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
    """Return the size of a cell if the picture is this many cells wide."""
    if style.width is None:
        return style.cell
    cell = int(style.width / cells)
    if cell < MIN_CELL:
        least = ceil(MIN_CELL * cells)
        raise RuleError(f"a width of {style.width} pixels is too small: use at least {least}")
    return cell


def _aligned(at: float, line: int) -> float:
    """Return the nearest position at which a line covers whole pixels."""
    return round(at) + line % 2 / 2


def _checked(layout: Layout) -> Layout:
    if max(layout.width, layout.height) > MAX_PICTURE_SIDE:
        raise RuleError(
            f"a picture of {layout.width}x{layout.height} pixels is too large: use smaller cells, "
            f"so that no side has more than {MAX_PICTURE_SIDE}"
        )
    return layout


def star_points(rules: Rules) -> tuple[Point, ...]:
    """Return the centre and, on a large board, the four star points around it."""
    width, height = rules.width, rules.height
    if width % 2 == 0 or height % 2 == 0 or min(width, height) < 5:
        return ()
    centre = Point(height // 2, width // 2)
    if min(width, height) < LARGE_BOARD:
        return (centre,)
    rows, columns = (STAR_FROM - 1, height - STAR_FROM), (STAR_FROM - 1, width - STAR_FROM)
    return (centre, *(Point(row, col) for row in rows for col in columns))
