"""The ways to turn and flip a board onto itself."""

from __future__ import annotations

import enum

from tengen.rules.point import Point
from tengen.rules.rules import Rules


class Symmetry(enum.Enum):
    """A turn or a flip. The value: swap rows and columns, then flip the rows, flip the columns."""

    IDENTITY = (False, False, False)
    HALF_TURN = (False, True, True)
    FLIP_ROWS = (False, True, False)
    FLIP_COLUMNS = (False, False, True)
    TRANSPOSE = (True, False, False)
    ANTITRANSPOSE = (True, True, True)
    QUARTER_TURN = (True, False, True)
    THREE_QUARTER_TURN = (True, True, False)

    @property
    def inverse(self) -> Symmetry:
        """The symmetry that undoes this one."""
        if self is Symmetry.QUARTER_TURN:
            return Symmetry.THREE_QUARTER_TURN
        if self is Symmetry.THREE_QUARTER_TURN:
            return Symmetry.QUARTER_TURN
        return self

    def apply(self, point: Point, rules: Rules) -> Point:
        """Where a point goes on a board of these rules. Turns are clockwise."""
        swap, flip_rows, flip_columns = self.value
        row, col = (point.col, point.row) if swap else (point.row, point.col)
        if flip_rows:
            row = rules.height - 1 - row
        if flip_columns:
            col = rules.width - 1 - col
        return Point(row, col)


def symmetries(rules: Rules) -> tuple[Symmetry, ...]:
    """All eight on a square board; the four that keep its shape on an oblong one."""
    if rules.width == rules.height:
        return tuple(Symmetry)
    return tuple([symmetry for symmetry in Symmetry if not symmetry.value[0]])
