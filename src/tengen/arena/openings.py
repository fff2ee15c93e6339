"""Openings to start games from: one to a line, as moves such as `h8i9g9`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from tengen.core.board import Board
from tengen.core.point import Point
from tengen.core.rules import Rules
from tengen.core.symmetry import Symmetry
from tengen.errors import IllegalMove, ParseError, quote
from tengen.notation.moves import parse_moves
from tengen.notation.rows import RowOne

WHAT = "playable opening"
COMMENT = "#"

Opening: TypeAlias = tuple[Point, ...]
"""The moves that are on the board when the engines take over; the first player begins."""

EMPTY: Opening = ()


@dataclass(frozen=True, slots=True)
class Openings:
    """What was found in a file: the openings in its order, and a line of text for each problem."""

    found: tuple[Opening, ...]
    problems: tuple[str, ...]


def parse_opening(text: str, rules: Rules, row_one: RowOne = RowOne.BOTTOM) -> Opening:
    """Read one opening; raises ParseError unless a game can go on from it."""
    points = parse_moves(text, rules)
    if row_one is RowOne.TOP:
        points = [Symmetry.FLIP_ROWS.apply(point, rules) for point in points]
    board = Board(rules)
    for number, point in enumerate(points, start=1):
        try:
            board.play(point)
        except IllegalMove as error:
            why = f"move {number} {error.reason.value}"
            raise ParseError(WHAT, text, why) from None
    if board.outcome.is_over:
        raise ParseError(WHAT, text, "the game is over before the engines can move")
    return tuple(points)


def parse_openings(lines: Iterable[str], rules: Rules, row_one: RowOne = RowOne.BOTTOM) -> Openings:
    """Read openings line by line; empty lines and lines that begin with # are passed over."""
    found: list[Opening] = []
    problems: list[str] = []
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if text and not text.startswith(COMMENT):
            try:
                found.append(parse_opening(text, rules, row_one))
            except ParseError as error:
                problems.append(f"line {number}: {error}")
    return Openings(tuple(found), tuple(problems))


def read_openings(path: str, rules: Rules, row_one: RowOne = RowOne.BOTTOM) -> Openings:
    """Read a file of openings; one that holds none has that as its problem."""
    with open(path, encoding="utf-8", errors="replace") as file:
        openings = parse_openings(file, rules, row_one)
    if openings.found or openings.problems:
        return openings
    return Openings((), (f"there is no opening in {quote(path)}",))
