"""The protocol's text: lines cut from a stream of bytes, and points as `x,y`.

Column, then row, from 0 at the top left. Lines may end in anything and hold any bytes; memory is
bounded.
"""

from __future__ import annotations

import re

from tengen.errors import ParseError
from tengen.rules.point import Point

MAX_LINE = 1000
"""No line of the protocol is longer than this; of one that is, one character more is kept."""


class LineCutter:
    """Takes pieces of a stream and gives its lines, which may end in LF, CRLF or CR."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, piece: bytes) -> list[str]:
        """The lines that this piece completes, without their ends; empty lines are left out."""
        lines = piece.replace(b"\r", b"\n").split(b"\n")
        lines[0] = self._rest + lines[0]
        self._rest = lines.pop()[: MAX_LINE + 1]
        return [line_text(line) for line in lines if line.strip()]

    def end(self) -> list[str]:
        """What came after the last line end, when the stream is over."""
        rest, self._rest = self._rest, b""
        return [line_text(rest)] if rest.strip() else []


def line_text(line: str | bytes) -> str:
    """The line as text of bounded length; bytes that are not UTF-8 become replacement marks."""
    head = line[: MAX_LINE + 1]
    return head if isinstance(head, str) else head.decode("utf-8", "replace")


INTEGER = re.compile(r"-?[0-9]{1,9}")
PAIR = re.compile(r"(-?[0-9]{1,9})[ \t]*,[ \t]*(-?[0-9]{1,9})")
PAIRS = re.compile(rf"{PAIR.pattern}(?:[ \t]+{PAIR.pattern})*")


def parse_coordinates(text: str) -> Point:
    """Read `7,0`: column 7 of the top row, on whatever board, or off it."""
    match = PAIR.fullmatch(text.strip())
    if match is None:
        raise ParseError("point", text, "a column and a row were expected, as in 7,0")
    return Point(int(match[2]), int(match[1]))


def format_coordinates(point: Point) -> str:
    """Print `7,0`."""
    return f"{point.col},{point.row}"


def parse_points(text: str) -> tuple[Point, ...]:
    """Read one point or several with blanks between, as in `7,7 8,6`."""
    line = text.strip()
    if PAIRS.fullmatch(line) is None:
        raise ParseError("row of points", text, "columns and rows were expected, as in 7,7 8,6")
    return tuple([Point(int(row), int(col)) for col, row in PAIR.findall(line)])


def format_points(points: tuple[Point, ...]) -> str:
    """Print `7,7 8,6`."""
    return " ".join(map(format_coordinates, points))


def parse_integers(text: str) -> list[int]:
    """Read whole numbers with commas between, as in `7,7,1`."""
    words = [word.strip() for word in text.split(",")]
    if not all(INTEGER.fullmatch(word) for word in words):
        raise ParseError("row of numbers", text, "whole numbers with commas were expected")
    return [int(word) for word in words]
