"""Views as text: a diagram with the last move in brackets and the best moves numbered.

3 . 1 X
2 .(O).
1 X . 2
  a b c

A row consists of spans, each with a role. Rows can be cropped and padded, and printed with or
without colour.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from tengen.printable import printable
from tengen.render.layout import columns_of, star_points
from tengen.render.view import MarkShape, View
from tengen.rules import Player, Point, column_name

Span = tuple[str, "Role"]
Row = list[Span]
CUT_MARK = ".."


class Role(enum.Enum):
    """The role of a span of text; the value is its ANSI colour."""

    PLAIN = ""
    QUIET = "2"
    FIRST = "36"
    SECOND = "33"
    FIRST_LAST = "36;7"
    SECOND_LAST = "33;7"
    HINT = "1;34"
    GOOD = "32"
    BAD = "31"


def row_text(row: Iterable[Span]) -> str:
    """Return the text of a row without colours."""
    return "".join(text for text, _ in row)


def paint_row(row: Iterable[Span]) -> str:
    """Return the text of a row with colours; neighbours with the same role share a code."""
    runs = [(role, row_text(spans)) for role, spans in groupby(row, lambda span: span[1])]
    return "".join(
        f"\x1b[{role.value}m{text}\x1b[0m" if role.value else text for role, text in runs if text
    )


def crop_row(row: Row, width: int) -> Row:
    """Cut a row to a width."""
    kept: Row = []
    for text, role in row:
        kept.append((text[:width], role))
        width -= len(text[:width])
    return kept


def pad_row(row: Row, width: int) -> Row:
    """Cut or fill a row to exactly this width."""
    cut_row = crop_row(row, width)
    return [*cut_row, (" " * (width - len(row_text(cut_row))), Role.PLAIN)]


def fit_words(words: list[str], width: int) -> str:
    """Join as many whole words as fit, with `..` if some are missing."""
    text = " ".join(words)
    if len(text) <= width:
        return text
    kept = list(words)
    while kept and len(" ".join([*kept, CUT_MARK])) > width:
        kept.pop()
    return " ".join([*kept, CUT_MARK])[: max(0, width)]


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The characters of a drawing."""

    stones: dict[Player, str]
    winners: dict[Player, str]
    """The stones of a winning line."""
    grid: str
    """Corners, edges and crossings, in reading order of a 3x3 board."""
    across: str
    stroke: str
    """The character between two neighbouring stones of a winning line."""
    star: str
    forbidden: str
    marks: dict[MarkShape, str]
    has_capitals: bool
    """Whether columns are A, B, C."""


_LETTERS = {Player.FIRST: "X", Player.SECOND: "O"}
DOTS = Glyphs(
    stones=_LETTERS,
    winners=_LETTERS,
    grid="." * 9,
    across=" ",
    stroke=" ",
    star=".",
    forbidden="!",
    marks={
        MarkShape.CIRCLE: "@",
        MarkShape.TRIANGLE: "^",
        MarkShape.SQUARE: "#",
        MarkShape.CROSS: "*",
    },
    has_capitals=False,
)
"""The characters of a diagram."""
BOXES = Glyphs(
    stones={Player.FIRST: "●", Player.SECOND: "○"},
    winners={Player.FIRST: "◆", Player.SECOND: "◇"},
    grid="┌┬┐├┼┤└┴┘",
    across="─",
    stroke="━",
    star="•",
    forbidden="×",
    marks={
        MarkShape.CIRCLE: "◎",
        MarkShape.TRIANGLE: "△",
        MarkShape.SQUARE: "□",
        MarkShape.CROSS: "*",
    },
    has_capitals=True,
)
"""The characters of the game in the terminal."""
LETTERS = replace(BOXES, stones=_LETTERS, winners=_LETTERS)


STONE_ROLES = {Player.FIRST: Role.FIRST, Player.SECOND: Role.SECOND}
LAST_ROLES = {Player.FIRST: Role.FIRST_LAST, Player.SECOND: Role.SECOND_LAST}
LABEL_COLUMNS = 3
"""The maximum width of a label."""


def format_text(view: View, glyphs: Glyphs = DOTS, *, colour: bool = False) -> str:
    """Draw a view, without trailing spaces and without a line end after the last line."""
    rows = [*_text_row(view.title), *text_rows(view, glyphs), *_text_row(view.caption)]
    return "\n".join(paint_row(_trimmed(row)) if colour else row_text(row).rstrip() for row in rows)


def text_rows(view: View, glyphs: Glyphs = DOTS) -> list[Row]:
    """Return the rows of a board, the column names last."""
    return list(TextDrawing(view, glyphs).rows())


def _text_row(text: str) -> list[Row]:
    words = printable(text).strip()
    return [[(words, Role.PLAIN)]] if words else []


def _trimmed(row: Row) -> Row:
    return row[:-1] if row and row[-1][0].isspace() else row


class TextDrawing:
    """The characters on the points of a view, and the width of its columns."""

    def __init__(self, view: View, glyphs: Glyphs) -> None:
        self._view = view
        self._glyphs = glyphs
        self._winners = frozenset[Point]().union(*view.lines)
        self._signs = dict(self._found())
        self._margin = len(str(view.rules.height)) if view.coordinates else 0
        self._cell = max(
            len(column_name(view.rules.width - 1)) if view.coordinates else 1,
            *(columns_of(text) for text, _ in self._signs.values()),
            1,
        )

    def rows(self) -> Iterator[Row]:
        """Yield each row from the top, then the names of the columns."""
        rules = self._view.rules
        for row in range(rules.height):
            yield self._row(row)
        if self._view.coordinates:
            names = [column_name(col).rjust(self._cell) for col in range(rules.width)]
            text = " ".join([" " * self._margin, *names])
            yield [(text.upper() if self._glyphs.has_capitals else text, Role.QUIET)]

    def _found(self) -> Iterator[tuple[Point, Span]]:
        """Yield everything that is not an empty point; later items hide earlier ones."""
        view, glyphs = self._view, self._glyphs
        for star in star_points(view.rules):
            yield star, (glyphs.star, Role.QUIET)
        if view.ghost is not None:
            yield view.ghost[0], (glyphs.stones[view.ghost[1]], Role.QUIET)
        for point in view.forbidden:
            yield point, (glyphs.forbidden, Role.BAD)
        for point, mark in view.marks.items():
            yield point, (glyphs.marks[mark], Role.PLAIN)
        for point, text in view.labels.items():
            yield point, (_label(text) or " ", Role.PLAIN)
        for point, number in view.hints.items():
            yield point, (str(number), Role.HINT)
        for point, player in view.stones.items():
            yield point, self._stone(point, player)

    def _stone(self, point: Point, player: Player) -> Span:
        is_winning = point in self._winners
        stones = self._glyphs.winners if is_winning else self._glyphs.stones
        text = str(self._view.numbers.get(point, stones[player]))
        roles = LAST_ROLES if is_winning or point == self._view.last else STONE_ROLES
        return text, roles[player]

    def _row(self, row: int) -> Row:
        rules, last = self._view.rules, self._view.last
        marked = last.col if last is not None and last.row == row else None
        number = str(rules.height - row) if self._view.coordinates else ""
        spans: Row = [(number.rjust(self._margin), Role.QUIET)]
        for col in range(rules.width):
            point = Point(row, col)
            sign = self._signs.get(point) or (self._crossing(row, col), Role.QUIET)
            gap = self._fill(point) * (self._cell + 1 - columns_of(sign[0]))
            spans += [_bracketed(gap, is_after=marked == col - 1, is_before=marked == col), sign]
        return [*spans, (")" if marked == rules.width - 1 else " ", Role.PLAIN)]

    def _fill(self, point: Point) -> str:
        """Return the character between a point and its left neighbour."""
        if not point.col:
            return " "
        if self._winners and {point, Point(point.row, point.col - 1)} <= self._winners:
            return self._glyphs.stroke
        return self._glyphs.across

    def _crossing(self, row: int, col: int) -> str:
        rules = self._view.rules
        return self._glyphs.grid[3 * _third(row, rules.height) + _third(col, rules.width)]


def _bracketed(gap: str, *, is_after: bool, is_before: bool) -> Span:
    """Return a gap with the brackets of the last move, if it is beside it."""
    if is_after:
        gap = ")" + gap[1:]
    if is_before:
        gap = gap[:-1] + "("
    return gap, Role.PLAIN if is_after or is_before else Role.QUIET


def _label(text: str) -> str:
    words = printable(text).strip()
    while columns_of(words) > LABEL_COLUMNS:
        words = words[:-1]
    return words


def _third(at: int, size: int) -> int:
    """Return 0 at the beginning, 2 at the end, 1 between."""
    return 0 if at == 0 else 2 if at == size - 1 else 1
