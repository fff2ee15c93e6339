"""The four ways to write a point; each has a parser and a printer.

    algebraic   h8     column letter, then the row counted from 1 at the bottom
    pair        7,7    row and column, counted from 0 at the top left
    lettered    H7     capital column letter, then the row counted from 0 at the top
    numbered    113    all points counted from 1 in reading order

Columns after `z` are `aa` to `az`. Parsers take one exact form, algebraic alone in either case,
and raise ParseError for any other text and for points that are not on the board. The algebraic form
is in `core.algebraic`, because boards take it.
"""

from tengen.core.algebraic import (
    DIGITS,
    LETTERS,
    WHAT,
    column_name,
    format_algebraic,
    parse_algebraic,
    read_column,
    read_letters,
    read_number,
)
from tengen.core.point import Point
from tengen.core.rules import Rules
from tengen.errors import ParseError

__all__ = [
    "DIGITS",
    "LETTERS",
    "column_name",
    "format_algebraic",
    "format_lettered",
    "format_numbered",
    "format_pair",
    "parse_algebraic",
    "parse_lettered",
    "parse_numbered",
    "parse_pair",
]


def parse_pair(text: str, rules: Rules) -> Point:
    """Read `7,7`."""
    comma = text.find(",")
    if comma < 0:
        raise ParseError(WHAT, text, "a row and a column with a comma between were expected")
    row = read_number(text, slice(0, comma), "row", 0, rules.height - 1)
    col = read_number(text, slice(comma + 1, len(text)), "column", 0, rules.width - 1)
    return Point(row, col)


def format_pair(point: Point) -> str:
    """Print `7,7`."""
    return f"{point.row},{point.col}"


def parse_lettered(text: str, rules: Rules) -> Point:
    """Read `H7`."""
    letters = read_letters(text, text.swapcase() if text.isascii() else "", "H7")
    col = read_column(text, letters, rules)
    row = read_number(text, slice(len(letters), len(text)), "row", 0, rules.height - 1)
    return Point(row, col)


def format_lettered(point: Point) -> str:
    """Print `H7`."""
    return f"{column_name(point.col).upper()}{point.row}"


def parse_numbered(text: str, rules: Rules) -> Point:
    """Read `5`, the middle of nine."""
    number = read_number(text, slice(0, len(text)), "cell", 1, rules.area)
    return Point(*divmod(number - 1, rules.width))


def format_numbered(point: Point, rules: Rules) -> str:
    """Print `5`."""
    return str(point.row * rules.width + point.col + 1)
