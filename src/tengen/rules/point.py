"""Points of a board and their algebraic names, such as `h8`.

A name is a letter for the column, then the row from 1 at the bottom; columns after `z` are `aa` to
`az`. The parsers raise ParseError with the place in the text. The other notations are in
`coordinates`, because boards do not need them.
"""

from __future__ import annotations

from tengen.errors import ParseError
from tengen.rules.rules import Rules, Value


class Point(Value):
    """The point in `row` and `col`, both counted from 0 at the top left.

    Points are made, compared and looked up so often that the methods for it are written out.
    """

    __slots__ = ("row", "col")

    row: int
    col: int

    def __init__(self, row: int, col: int) -> None:
        object.__setattr__(self, "row", row)
        object.__setattr__(self, "col", col)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self.row == other.row and self.col == other.col

    def __hash__(self) -> int:
        return hash((self.row, self.col))

    def __lt__(self, other: object) -> bool:
        """Compare in reading order: from the top, then from the left."""
        if not isinstance(other, Point):
            return NotImplemented
        return (self.row, self.col) < (other.row, other.col)

    def __str__(self) -> str:
        return f"{self.row},{self.col}"

    def __repr__(self) -> str:
        return f"Point({self.row}, {self.col})"


def cell_of(point: Point, rules: Rules) -> int:
    """Return the number of a point in reading order, from 0: row times width plus column."""
    return point.row * rules.width + point.col


def point_of(cell: int, rules: Rules) -> Point:
    """Return the point with this number, which must be less than the board's area."""
    return Point(*divmod(cell, rules.width))


LETTERS = "abcdefghijklmnopqrstuvwxyz"
DIGITS = "0123456789"
POINT_NOUN = "point"

PointLike = Point | str | tuple[int, int]
"""A point, its name, or its row and column, both counted from 0 at the top left."""


def parse_algebraic(text: str, rules: Rules) -> Point:
    """Read `h8`; `H8` is the same point."""
    if not text.isascii():
        raise ParseError(POINT_NOUN, text, "a letter and a number were expected, as in h8")
    letters = read_letters(text, text.lower(), "h8")
    col = read_column(text, letters, rules)
    row = read_number(text, slice(len(letters), len(text)), "row", 1, rules.height)
    return Point(rules.height - row, col)


def format_algebraic(point: Point, rules: Rules) -> str:
    """Print `h8`."""
    return f"{column_name(point.col)}{rules.height - point.row}"


def to_point(where: PointLike, rules: Rules) -> Point:
    """Convert to a point. Raises ParseError for a name that is not on the board, or TypeError."""
    if isinstance(where, Point):
        return where
    if isinstance(where, str):
        return parse_algebraic(where, rules)
    if _is_pair(where):
        return Point(*where)
    raise TypeError(f"{where!r} is not a point: use Point(7, 7), (7, 7) or 'h8'")


def _is_pair(where: object) -> bool:
    return isinstance(where, tuple) and [type(part) for part in where] == [int, int]


def column_name(col: int) -> str:
    """Return the name of a column: `a` to `z`, then `aa` to `az`."""
    return "a" * (col // 26) + LETTERS[col % 26]


def read_letters(text: str, lowered: str, example: str) -> str:
    """Return the letters at the beginning of `lowered`, the text in lower case."""
    letters = lowered[: len(lowered) - len(lowered.lstrip(LETTERS))]
    if not letters:
        raise ParseError(
            POINT_NOUN, text, f"a letter and a number were expected, as in {example}", 0
        )
    return letters


def read_column(text: str, letters: str, rules: Rules) -> int:
    """Return the column with a name of these letters."""
    names = [column_name(col) for col in range(rules.width)]
    if letters not in names:
        raise ParseError(POINT_NOUN, text, f"the columns are a to {names[-1]}", 0)
    return names.index(letters)


def read_number(text: str, part: slice, name: str, low: int, high: int) -> int:
    """Return the number in a part of the text, written in digits without leading zeros."""
    digits = text[part]
    if not digits or digits.strip(DIGITS) or (digits[0] == "0" and digits != "0"):
        raise ParseError(
            POINT_NOUN, text, f"the {name} must be a number from {low} to {high}", part.start
        )
    if len(digits) > len(str(high)) or not low <= int(digits) <= high:
        raise ParseError(POINT_NOUN, text, f"the {name} must be from {low} to {high}", part.start)
    return int(digits)
