"""The four ways to write a point; each has a parser and a printer.

    algebraic   h8     column letter, then the row counted from 1 at the bottom
    pair        7,7    row and column, counted from 0 at the top left
    lettered    H7     capital column letter, then the row counted from 0 at the top
    numbered    113    all points counted from 1 in reading order

Columns after `z` are `aa` to `az`. Parsers take one exact form, algebraic alone in either case,
and raise ParseError for any other text and for points that are not on the board.
"""

from tengen.core.point import Point
from tengen.core.rules import Rules
from tengen.errors import ParseError

LETTERS = "abcdefghijklmnopqrstuvwxyz"
DIGITS = "0123456789"
WHAT = "point"


def parse_algebraic(text: str, rules: Rules) -> Point:
    """Read `h8`; `H8` is the same point."""
    if not text.isascii():
        raise ParseError(WHAT, text, "a letter and a number were expected, as in h8")
    letters = _letters(text, text.lower(), "h8")
    col = _column(text, letters, rules)
    row = _number(text, slice(len(letters), len(text)), "row", 1, rules.height)
    return Point(rules.height - row, col)


def format_algebraic(point: Point, rules: Rules) -> str:
    """Print `h8`."""
    return f"{column_name(point.col)}{rules.height - point.row}"


def parse_pair(text: str, rules: Rules) -> Point:
    """Read `7,7`."""
    comma = text.find(",")
    if comma < 0:
        raise ParseError(WHAT, text, "a row and a column with a comma between were expected")
    row = _number(text, slice(0, comma), "row", 0, rules.height - 1)
    col = _number(text, slice(comma + 1, len(text)), "column", 0, rules.width - 1)
    return Point(row, col)


def format_pair(point: Point) -> str:
    """Print `7,7`."""
    return f"{point.row},{point.col}"


def parse_lettered(text: str, rules: Rules) -> Point:
    """Read `H7`."""
    letters = _letters(text, text.swapcase() if text.isascii() else "", "H7")
    col = _column(text, letters, rules)
    row = _number(text, slice(len(letters), len(text)), "row", 0, rules.height - 1)
    return Point(row, col)


def format_lettered(point: Point) -> str:
    """Print `H7`."""
    return f"{column_name(point.col).upper()}{point.row}"


def parse_numbered(text: str, rules: Rules) -> Point:
    """Read `5`, the middle of nine."""
    number = _number(text, slice(0, len(text)), "cell", 1, rules.area)
    return Point(*divmod(number - 1, rules.width))


def format_numbered(point: Point, rules: Rules) -> str:
    """Print `5`."""
    return str(point.row * rules.width + point.col + 1)


def column_name(col: int) -> str:
    """`a` to `z`, then `aa` to `az`."""
    return "a" * (col // 26) + LETTERS[col % 26]


def _letters(text: str, lowered: str, example: str) -> str:
    letters = lowered[: len(lowered) - len(lowered.lstrip(LETTERS))]
    if not letters:
        raise ParseError(WHAT, text, f"a letter and a number were expected, as in {example}", 0)
    return letters


def _column(text: str, letters: str, rules: Rules) -> int:
    names = [column_name(col) for col in range(rules.width)]
    if letters not in names:
        raise ParseError(WHAT, text, f"the columns are a to {names[-1]}", 0)
    return names.index(letters)


def _number(text: str, part: slice, name: str, low: int, high: int) -> int:
    """The number that a part of the text spells, in plain digits and without leading zeros."""
    digits = text[part]
    if not digits or digits.strip(DIGITS) or (digits[0] == "0" and digits != "0"):
        raise ParseError(
            WHAT, text, f"the {name} must be a number from {low} to {high}", part.start
        )
    if len(digits) > len(str(high)) or not low <= int(digits) <= high:
        raise ParseError(WHAT, text, f"the {name} must be from {low} to {high}", part.start)
    return int(digits)
