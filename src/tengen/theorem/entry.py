"""A line of the theorem: a position, the first player's move there, and how long a win takes.

    h8 h9 g9 i7 -> g10 33

Before the arrow stand the stones, the first player's and the second player's in turn; any order of
moves may have led there. After it stands the move, and the most moves of both sides until
the win, this one counted; 0 where nobody has counted yet.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from tengen.errors import ParseError, quote
from tengen.rules.board import Board
from tengen.rules.point import Point, format_algebraic
from tengen.rules.rules import Player, Rules
from tengen.rules.symmetry import Symmetry
from tengen.rules.value import Value

RULES = Rules(15, 15, 5)
"""The game that the first player wins."""
ARROW = " -> "
WHAT = "line of the theorem"
NAMES = {
    Point(row, col): format_algebraic(Point(row, col), RULES)
    for row in range(RULES.height)
    for col in range(RULES.width)
}
POINTS = {name: point for point, name in NAMES.items()}
CELLS = {point: number for number, point in enumerate(NAMES)}
"""Cells are points in reading order."""


class Entry(Value):
    """What to play in a position with the first player to move."""

    __slots__ = ("stones", "move", "plies")

    stones: tuple[Point, ...]
    """The first player's and the second player's in turn, each in reading order."""
    move: Point
    plies: int

    def __init__(self, stones: Iterable[Point], move: Point, plies: int) -> None:
        given = tuple(stones)
        pairs = zip(sorted(given[::2]), sorted(given[1::2]), strict=True)
        self._set(stones=tuple(chain.from_iterable(pairs)), move=move, plies=plies)

    @property
    def moves(self) -> int:
        """The most moves of the first player until the win; 0 where nobody has counted."""
        return (self.plies + 1) // 2

    def board(self) -> Board:
        """The position, as if it had been set up."""
        players = (Player.FIRST, Player.SECOND)
        setup = {point: players[number % 2] for number, point in enumerate(self.stones)}
        return Board(RULES, setup, Player.FIRST)

    def turned(self, symmetry: Symmetry) -> Entry:
        """The same on a board that is turned or flipped."""
        stones = [symmetry.apply(point, RULES) for point in self.stones]
        return Entry(stones, symmetry.apply(self.move, RULES), self.plies)


def format_stones(stones: Iterable[Point]) -> str:
    """Print what stands before the arrow."""
    return " ".join([NAMES[point] for point in stones])


def format_entry(entry: Entry) -> str:
    """Print a line."""
    return f"{format_stones(entry.stones)}{ARROW}{NAMES[entry.move]} {entry.plies}".lstrip()


def parse_entry(text: str) -> Entry:
    """Read a line. Raises ParseError."""
    before, arrow, after = f" {text}".partition(ARROW)
    words = after.split()
    if not arrow or len(words) != 2:
        raise ParseError(WHAT, text, "stones, ->, a move and a number were expected")
    stones, move = parse_stones(before, text), _point(text, words[0])
    if move in stones:
        raise ParseError(WHAT, text, "no point can be taken twice")
    return Entry(stones, move, _plies(text, words[1]))


def parse_stones(words: str, text: str) -> tuple[Point, ...]:
    """Read what stands before the arrow of a text. Raises ParseError."""
    stones = tuple(_point(text, word) for word in words.split())
    if len(stones) % 2:
        raise ParseError(WHAT, text, "both players must have the same number of stones")
    if len(set(stones)) < len(stones):
        raise ParseError(WHAT, text, "no point can be taken twice")
    return stones


def _point(text: str, word: str) -> Point:
    point = POINTS.get(word)
    if point is None:
        raise ParseError(WHAT, text, f"{quote(word)} is no point: they are a1 to o15")
    return point


def _plies(text: str, word: str) -> int:
    is_number = word.isascii() and word.isdecimal() and len(word) <= len(str(RULES.area))
    plies = int(word) if is_number else -1
    if (plies and plies % 2 == 0) or plies < 0 or plies > RULES.area:
        raise ParseError(WHAT, text, "the moves until the win must be an odd number, or 0")
    return plies
