"""Moves typed as `row,column` on a board of 15x15, checked step by step."""

from tengen.rules.board import Board
from tengen.rules.point import Point

FORMAT = "WARNING: Invalid format. Must be row,column. Input again."
RANGE = "WARNING: Coordinate out of range. Must be between 0-14. Input again."
NOT_A_DIGIT = "WARNING: Coordinate is not a digit. Must be between 0-14. Input again."
LEADING_ZERO = "WARNING: Coordinate has a leading zero. Input again."
OCCUPIED = "WARNING: Coordinates already occupied. Input again."


def check(line: bytes, board: Board) -> Point | str:
    """The point that a line names, if it can be played, or the warning it deserves."""
    printable = all(0x20 <= byte <= 0x7E for byte in line)
    if not printable or not 3 <= len(line) <= 5 or line.count(b",") != 1:
        return FORMAT
    row_text, col_text = line.decode("ascii").split(",")
    row = _coordinate(row_text)
    if isinstance(row, str):
        return row
    col = _coordinate(col_text)
    if isinstance(col, str):
        return col
    point = Point(row, col)
    return point if board.is_legal(point) else OCCUPIED


def _coordinate(text: str) -> int | str:
    if not 1 <= len(text) <= 2:
        return RANGE
    if len(text) == 1:
        return int(text) if text in "0123456789" else NOT_A_DIGIT
    if text[0] == "0":
        return LEADING_ZERO
    if text[0] != "1" or text[1] not in "01234":
        return RANGE
    return int(text)
