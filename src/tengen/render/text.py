"""A view as text: a diagram with the last move in brackets and best moves numbered.

3 . 1 X
2 .(O).
1 X . 2
  a b c
"""

from __future__ import annotations

from collections.abc import Iterator

from tengen.core.player import Player
from tengen.core.point import Point
from tengen.notation.points import column_name
from tengen.render.fitting import columns_of, printable
from tengen.render.glyphs import DOTS, Glyphs
from tengen.render.layout import star_points
from tengen.render.row import Role, Row, Span, paint, plain
from tengen.render.view import View

STONES = {Player.FIRST: Role.FIRST, Player.SECOND: Role.SECOND}
LAST = {Player.FIRST: Role.FIRST_LAST, Player.SECOND: Role.SECOND_LAST}
LABEL = 3
"""So many columns of a label are shown."""


def format_text(view: View, glyphs: Glyphs = DOTS, *, colour: bool = False) -> str:
    """Draw a view; lines have no trailing spaces, and the last one no line end."""
    rows = [*_said(view.title), *text_rows(view, glyphs), *_said(view.caption)]
    return "\n".join(paint(_trimmed(row)) if colour else plain(row).rstrip() for row in rows)


def text_rows(view: View, glyphs: Glyphs = DOTS) -> list[Row]:
    """The rows of a board, that of the column names last."""
    return list(Drawing(view, glyphs).rows())


def _said(text: str) -> list[Row]:
    words = printable(text).strip()
    return [[(words, Role.PLAIN)]] if words else []


def _trimmed(row: Row) -> Row:
    return row[:-1] if row and row[-1][0].isspace() else row


class Drawing:
    """A view, and how wide its columns are."""

    def __init__(self, view: View, glyphs: Glyphs) -> None:
        self._view = view
        self._glyphs = glyphs
        self._stars = set(star_points(view.rules))
        self._winners = set().union(*view.lines)
        self._margin = len(str(view.rules.height)) if view.coordinates else 0
        self._cell = max(
            len(column_name(view.rules.width - 1)) if view.coordinates else 1,
            *(len(str(number)) for number in (*view.numbers.values(), *view.hints.values(), 1)),
            *(columns_of(_label(text)) for text in view.labels.values()),
            1,
        )

    def rows(self) -> Iterator[Row]:
        """Each row from the top, then the names of the columns."""
        rules = self._view.rules
        for row in range(rules.height):
            yield self._row(row)
        if self._view.coordinates:
            names = [column_name(col).rjust(self._cell) for col in range(rules.width)]
            text = " ".join([" " * self._margin, *names])
            yield [(text.upper() if self._glyphs.has_capitals else text, Role.QUIET)]

    def _row(self, row: int) -> Row:
        rules = self._view.rules
        number = str(rules.height - row) if self._view.coordinates else ""
        spans: Row = [(number.rjust(self._margin), Role.QUIET)]
        for col in range(rules.width):
            sign = self._sign(Point(row, col))
            spans += [self._gap(Point(row, col), columns_of(sign[0])), sign]
        is_last = Point(row, rules.width - 1) == self._view.last
        return [*spans, (")" if is_last else " ", Role.PLAIN)]

    def _gap(self, point: Point, width: int) -> Span:
        """What stands before a sign: a line or blanks, and brackets around the last move."""
        left = Point(point.row, point.col - 1)
        fill = self._glyphs.across if point.col else " "
        if {left, point} <= self._winners:
            fill = self._glyphs.stroke
        gap = list(fill * (self._cell + 1 - width))
        if left == self._view.last:
            gap[0] = ")"
        if point == self._view.last:
            gap[-1] = "("
        return "".join(gap), Role.PLAIN if "(" in gap or ")" in gap else Role.QUIET

    def _sign(self, point: Point) -> Span:
        """The stone or its number; or else what is marked on the empty point."""
        view, glyphs = self._view, self._glyphs
        player = view.stones.get(point)
        if player is not None:
            is_marked = point == view.last or point in self._winners
            stones = glyphs.winners if point in self._winners else glyphs.stones
            text = str(view.numbers.get(point, stones[player]))
            return text, (LAST if is_marked else STONES)[player]
        return self._empty(point)

    def _empty(self, point: Point) -> Span:
        view, glyphs = self._view, self._glyphs
        if point in view.hints:
            return str(view.hints[point]), Role.HINT
        if _label(view.labels.get(point, "")):
            return _label(view.labels[point]), Role.PLAIN
        if point in view.marks:
            return glyphs.marks[view.marks[point]], Role.PLAIN
        if point in view.forbidden:
            return glyphs.forbidden, Role.BAD
        if view.ghost is not None and view.ghost[0] == point:
            return glyphs.stones[view.ghost[1]], Role.QUIET
        return self._crossing(point), Role.QUIET

    def _crossing(self, point: Point) -> str:
        if point in self._stars:
            return self._glyphs.star
        rules = self._view.rules
        down, across = _third(point.row, rules.height), _third(point.col, rules.width)
        return self._glyphs.grid[3 * down + across]


def _label(text: str) -> str:
    words = printable(text).strip()
    while columns_of(words) > LABEL:
        words = words[:-1]
    return words


def _third(at: int, size: int) -> int:
    """0 at the beginning, 2 at the end, 1 between."""
    return 0 if at == 0 else 2 if at == size - 1 else 1
