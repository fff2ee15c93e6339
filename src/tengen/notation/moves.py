"""A game's moves in one line: `h8 i9 g9`."""

import re
from collections.abc import Iterable

from tengen.core.point import Point
from tengen.core.rules import Rules
from tengen.errors import ParseError
from tengen.notation.points import format_algebraic, parse_algebraic

MOVE = re.compile(r"[A-Za-z]+[0-9]+", re.ASCII)
BETWEEN = re.compile(r"[\s,;]*", re.ASCII)


def parse_moves(text: str, rules: Rules) -> list[Point]:
    """Read moves in algebraic notation, with spaces, commas or nothing between them.

    Whether they can be played, only a board can tell.
    """
    moves: list[Point] = []
    at = _end(BETWEEN, text, 0)
    while at < len(text):
        end = _end(MOVE, text, at)
        if end == at:
            raise ParseError("list of moves", text, "a move such as h8 was expected", at)
        try:
            moves.append(parse_algebraic(text[at:end], rules))
        except ParseError as error:
            place = at + (error.at or 0)
            raise ParseError("list of moves", text, error.why, place) from None
        at = _end(BETWEEN, text, end)
    return moves


def format_moves(moves: Iterable[Point], rules: Rules) -> str:
    """Print moves in algebraic notation with spaces between them."""
    return " ".join(format_algebraic(move, rules) for move in moves)


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at
