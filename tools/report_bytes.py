"""Draw the bytes of the boards of `five` and `tictactoe` as docs/pictures/report-*.svg."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flowchart import MONOSPACE, WIDTH, make_page
from picture import PICTURES

from tengen.classic.console import plain_marker
from tengen.classic.edition import Edition
from tengen.classic.five import EDITION as FIVE
from tengen.classic.tictactoe import EDITION as TICTACTOE
from tengen.render.charts import chart_colours
from tengen.render.style import DARK, LIGHT, Theme
from tengen.render.svg import escape, number
from tengen.rules.board import Board
from tengen.rules.point import Point

MARGIN = 22
LINE = 96
SHOWN_COLUMNS = 4
SIGNS = {"\n": "⏎", " ": "·"}
"""Visible signs for white space."""


def main() -> None:
    """Write both pictures."""
    for name, picture in draw_all().items():
        (PICTURES / f"report-{name}.svg").write_text(picture, encoding="utf-8")


def draw_all() -> dict[str, str]:
    """Return both pictures in both themes, by name."""
    pictures = {}
    for theme in (LIGHT, DARK):
        pictures[f"display-{theme.name}"] = draw_display(theme)
        pictures[f"cells-{theme.name}"] = draw_cells(theme)
    return pictures


def show(edition: Edition, *moves: Point) -> str:
    """Return the board of an edition after these moves."""
    board = Board(edition.rules)
    for move in moves:
        board.play(move)
    return edition.draw(plain_marker(board, edition.marks))


@dataclass(frozen=True)
class Pen:
    """Draws bytes in boxes, and labels, in the colours of a theme."""

    theme: Theme
    box: int

    def draw_bytes(self, x: float, y: float, text: str, marked: set[int]) -> Iterator[str]:
        """Yield a row of boxes; the marked ones have the colour of the board."""
        paper = chart_colours(self.theme)
        for index, letter in enumerate(text):
            left, fill, ink = x + self.box * index, paper.page, paper.text
            if index in marked:
                fill, ink = self.theme.board, self.theme.text
            elif letter in SIGNS:
                ink = paper.quiet
            yield (
                f'<rect x="{number(left)}" y="{number(y)}" width="{self.box}" '
                f'height="{self.box}" fill="{fill}" stroke="{paper.rule}"/>'
            )
            middle = left + self.box / 2, y + self.box / 2 + 5
            yield self.code(*middle, SIGNS.get(letter, letter), ink)

    def code(self, x: float, y: float, text: str, ink: str) -> str:
        """Return a character in a monospaced font."""
        return (
            f'<text x="{number(x)}" y="{number(y)}" font-size="14" {MONOSPACE} '
            f'fill="{ink}">{escape(text)}</text>'
        )

    def words(self, x: float, y: float, text: str, *, anchor: str = "middle") -> str:
        """Return a label."""
        paper = chart_colours(self.theme)
        return (
            f'<text x="{number(x)}" y="{number(y)}" text-anchor="{anchor}" {paper.small}>'
            f"{escape(text)}</text>"
        )

    def bracket(self, x: float, y: float, width: float, text: str) -> Iterator[str]:
        """Yield a bracket with a label above some boxes."""
        path = f"M{number(x + 2)} {number(y)}v-5h{number(width - 4)}v5"
        yield f'<path d="{path}" fill="none" stroke="{chart_colours(self.theme).rule}"/>'
        yield self.words(x + width / 2, y - 10, text)


def draw_display(theme: Theme) -> str:
    """Draw the left part of the header and of row 1, with an X in column 2."""
    pen = Pen(theme, 24)
    display = show(FIVE, Point(1, 2))
    mark = display.index("X")
    body = [
        *_draw_line(pen, 92, display, 0, "5 spaces"),
        *_draw_line(pen, 182, display, 2, "row number"),
        pen.words(MARGIN + 24 * (mark - 192) + 12, 222, str(mark)),
        pen.words(WIDTH / 2, 254, f"X in row 1, column 2: byte (1+1)*96 + 5 + 2*6 + 1 = {mark}"),
        pen.words(
            WIDTH / 2, 274, "Columns 4 to 14 and the line end follow: 5 + 15*6 + 1 = 96 bytes"
        ),
    ]
    description = "The numbers below the boxes are the places of bytes in the display, from 0."
    title = "five: a line of the display is 96 bytes"
    return make_page((title, description), 294, body, chart_colours(theme))


def _draw_line(pen: Pen, y: float, display: str, line: int, first: str) -> Iterator[str]:
    """Yield the first bytes of a line, with labels above and byte numbers below."""
    start, at = LINE * line, 0
    shown = display[start : start + 5 + 6 * SHOWN_COLUMNS]
    names = [first, *(f"column {col}" for col in range(SHOWN_COLUMNS))]
    for name, width in zip(names, [5] + [6] * SHOWN_COLUMNS, strict=True):
        yield from pen.bracket(MARGIN + pen.box * at, y - 4, pen.box * width, name)
        if "X" not in shown[at : at + width]:  # its own number is written there
            yield pen.words(MARGIN + pen.box * (at + 0.5), y + 40, str(start + at))
        at += width
    yield from pen.draw_bytes(MARGIN, y, shown, {shown.find("X")})


def draw_cells(theme: Theme) -> str:
    """Draw the nine cells as a string, and their places in the 60 bytes of the board."""
    pen, left = Pen(theme, 36), 154
    display = show(TICTACTOE, Point(1, 1), Point(0, 0), Point(2, 2))
    places = [24 * (cell // 3) + 1 + 4 * (cell % 3) for cell in range(9)]
    body = [pen.words(left + 54 + 36 * cell + 18, 68, str(cell)) for cell in range(9)]
    body += pen.draw_bytes(left + 54, 76, "".join(display[at] for at in places), set(range(9)))
    body.append(pen.words(left + 44, 98, "string of 9 cells", anchor="end"))
    for line in range(5):
        start, y = 12 * line, 140 + 54 * line
        inside = [at - start for at in places if start <= at < start + 12]
        body += pen.draw_bytes(left, y, display[start : start + 12], set(inside))
        body.append(pen.words(left - 10, y + 22, f"line {line + 1}", anchor="end"))
        body += [pen.words(left + 36 * at + 18, y + 50, str(start + at)) for at in inside]
    description = (
        "The string of cells 0 to 8 above; below it the five lines of the board. "
        "The numbers below the boxes are the places of the cells among the 60 bytes."
    )
    title = "tictactoe: nine cells in a board of 60 bytes"
    return make_page((title, description), 416, body, chart_colours(theme))


if __name__ == "__main__":
    main()
