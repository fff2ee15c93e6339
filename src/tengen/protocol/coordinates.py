"""Points as the protocol writes them: `x,y`, column then row, from 0 at the top left."""

from __future__ import annotations

import re

from tengen.errors import ParseError
from tengen.rules.point import Point

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
