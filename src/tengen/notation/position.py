"""A position in one line: rules, turn, and rows from the top, as `str(board)` prints it.

    3x3/3 freestyle O 2X/1O1/X2

In a row, X and O are stones of the first and the second player and a number stands for so many
empty points.
"""

import re

from tengen.core.board import Board
from tengen.core.player import Player
from tengen.core.point import Point
from tengen.core.rules import Rules
from tengen.errors import ParseError
from tengen.notation.rules import parse_rules

WHAT = "position"
PART = re.compile(r"[XO]|[1-9][0-9]*", re.ASCII)


def parse_position(text: str) -> Board:
    """Read what `str(board)` prints. The board knows no moves: all stones are set up.

    Raises ParseError if the text has no meaning, RuleError if both players have won.
    """
    words = text.split(" ")
    if len(words) != 4:
        why = "rules, turn and rows were expected, as in 3x3/3 freestyle O 2X/1O1/X2"
        raise ParseError(WHAT, text, why)
    try:
        rules = parse_rules(" ".join(words[:2]))
    except ParseError as error:
        raise ParseError(WHAT, text, error.why, error.at) from None
    turn_at = len(words[0]) + len(words[1]) + 2
    if words[2] not in {"X", "O"}:
        raise ParseError(WHAT, text, "the turn must be X or O", turn_at)
    stones = _parse_rows(text, turn_at + 2, rules)
    return Board(rules, stones, Player(words[2]))


def _parse_rows(text: str, at: int, rules: Rules) -> dict[Point, Player]:
    rows = text[at:].split("/")
    if len(rows) != rules.height:
        why = f"{rules.height} rows were expected, not {len(rows)}"
        raise ParseError(WHAT, text, why, at)
    stones: dict[Point, Player] = {}
    for number, row in enumerate(rows):
        for col, player in _parse_row(text, at, row, rules.width).items():
            stones[Point(number, col)] = player
        at += len(row) + 1
    return stones


def _parse_row(text: str, at: int, row: str, width: int) -> dict[int, Player]:
    stones: dict[int, Player] = {}
    col = place = 0
    while place < len(row):
        match = PART.match(row, place)
        if match is None:
            raise ParseError(WHAT, text, "X, O or a number was expected", at + place)
        part = match.group()
        if part in {"X", "O"}:
            stones[col] = Player(part)
            col += 1
        else:
            col += int(part[:4])
        place = match.end()
    if col != width:
        raise ParseError(WHAT, text, f"a row of {width} points was expected, not {col}", at)
    return stones
