"""The book of the theorem: what the first player plays wherever threats alone do not win.

    h8 h9 g9 i7 -> g10 33

is a line of it. Before the arrow stand the stones, the first player's and the second player's in
turn; any order of moves may have led there. After it stands the move, and the most moves of both
sides until the win, this one counted; 0 where nobody has counted yet.

`first-player.txt.xz` has a line for every position, or for all that are turned or flipped forms of
it. `long-threats.txt.xz` has lines of the same kind for positions that threats do win, but only
after a long search: no proof needs them, but a player answers sooner.

A line is looked for by its text, so that nothing has to be parsed before it is needed: the lines of
a book are written the way `format_entry` writes them.
"""

from __future__ import annotations

import lzma
import os
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from itertools import chain

from tengen.atomic_file import write_atomically
from tengen.errors import ParseError, TengenError, quote
from tengen.rules.board import Board
from tengen.rules.geometry import Symmetry
from tengen.rules.point import Point, format_algebraic
from tengen.rules.rules import Player, Rules, Value

THEOREM_RULES = Rules(15, 15, 5)
"""The game that the first player wins."""
ARROW = " -> "
ENTRY_KIND = "line of the theorem"
POINT_NAMES = {
    Point(row, col): format_algebraic(Point(row, col), THEOREM_RULES)
    for row in range(THEOREM_RULES.height)
    for col in range(THEOREM_RULES.width)
}
POINTS = {name: point for point, name in POINT_NAMES.items()}
CELLS = {point: number for number, point in enumerate(POINT_NAMES)}
"""Cells are points in reading order."""


class BookEntry(Value):
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
        return Board(THEOREM_RULES, setup, Player.FIRST)

    def turned(self, symmetry: Symmetry) -> BookEntry:
        """The same on a board that is turned or flipped."""
        stones = [symmetry.apply(point, THEOREM_RULES) for point in self.stones]
        return BookEntry(stones, symmetry.apply(self.move, THEOREM_RULES), self.plies)


def format_stones(stones: Iterable[Point]) -> str:
    """Print what stands before the arrow."""
    return " ".join([POINT_NAMES[point] for point in stones])


def format_entry(entry: BookEntry) -> str:
    """Print a line."""
    return f"{format_stones(entry.stones)}{ARROW}{POINT_NAMES[entry.move]} {entry.plies}".lstrip()


def parse_entry(text: str) -> BookEntry:
    """Read a line. Raises ParseError."""
    before, arrow, after = f" {text}".partition(ARROW)
    words = after.split()
    if not arrow or len(words) != 2:
        raise ParseError(ENTRY_KIND, text, "stones, ->, a move and a number were expected")
    stones, move = parse_stones(before, text), _point(text, words[0])
    if move in stones:
        raise ParseError(ENTRY_KIND, text, "no point can be taken twice")
    return BookEntry(stones, move, _plies(text, words[1]))


def parse_stones(words: str, text: str) -> tuple[Point, ...]:
    """Read what stands before the arrow of a text. Raises ParseError."""
    stones = tuple(_point(text, word) for word in words.split())
    if len(stones) % 2:
        raise ParseError(ENTRY_KIND, text, "both players must have the same number of stones")
    if len(set(stones)) < len(stones):
        raise ParseError(ENTRY_KIND, text, "no point can be taken twice")
    return stones


def _point(text: str, word: str) -> Point:
    point = POINTS.get(word)
    if point is None:
        raise ParseError(ENTRY_KIND, text, f"{quote(word)} is no point: they are a1 to o15")
    return point


def _plies(text: str, word: str) -> int:
    is_number = word.isascii() and word.isdecimal() and len(word) <= len(str(THEOREM_RULES.area))
    plies = int(word) if is_number else -1
    if (plies and plies % 2 == 0) or plies < 0 or plies > THEOREM_RULES.area:
        raise ParseError(ENTRY_KIND, text, "the moves until the win must be an odd number, or 0")
    return plies


HERE = os.path.dirname(__file__)
BOOK_FILE = os.path.join(HERE, "first-player.txt.xz")
LONG_THREATS_FILE = os.path.join(HERE, "long-threats.txt.xz")
CELL_NAMES = tuple(POINT_NAMES.values())

Cells = Collection[int]


class Book:
    """The lines of a theorem, to be looked up."""

    def __init__(self, lines: Iterable[str]) -> None:
        """Lines as `format_entry` writes them; others are not found."""
        self._lines = sorted(lines)

    def find(self, board: Board) -> BookEntry | None:
        """What to play on a board, if it is in the book, turned the way the board is."""
        if not is_theorem_position(board):
            return None
        return self.look_up(*stone_cells(board))

    def look_up(self, own: Cells, other: Cells) -> BookEntry | None:
        """What the first player plays with stones on these cells, the second's on those others."""
        if len(own) != len(other):
            return None
        for way, images in _cell_images().items():
            firsts = sorted([images[cell] for cell in own])
            seconds = sorted([images[cell] for cell in other])
            pairs = zip(firsts, seconds, strict=True)
            stones = " ".join([CELL_NAMES[cell] for pair in pairs for cell in pair])
            line = self._line(f"{stones}{ARROW}".lstrip())
            if line is not None:
                return parse_entry(line).turned(way.inverse)
        return None

    def _line(self, head: str) -> str | None:
        """The line that begins so."""
        at = bisect_left(self._lines, head)
        line = self._lines[at] if at < len(self._lines) else ""
        return line if line.startswith(head) else None

    def __len__(self) -> int:
        return len(self._lines)

    def __iter__(self) -> Iterator[BookEntry]:
        """All entries, in the order of their texts."""
        return map(parse_entry, self._lines)


def is_theorem_position(board: Board) -> bool:
    """Whether the theorem could have a word on a board: its game, and the first player to move."""
    is_first = board.turn is Player.FIRST and not board.outcome.is_over
    return is_first and board.rules == THEOREM_RULES


def stone_cells(board: Board) -> tuple[list[int], list[int]]:
    """The cells of the first player's stones, and of the second player's."""
    own: list[int] = []
    other: list[int] = []
    for point, player in board.stones.items():
        (own if player is Player.FIRST else other).append(CELLS[point])
    return own, other


@cache
def the_book() -> Book:
    """The book that comes with Tengen, read when it is first asked for."""
    return Book(_read_lines(BOOK_FILE))


@cache
def the_playbook() -> Book:
    """The same with what threats win only after a long search: to play by."""
    return Book([*_read_lines(BOOK_FILE), *_read_lines(LONG_THREATS_FILE)])


def _read_lines(path: str) -> list[str]:
    with lzma.open(path, "rt", encoding="ascii") as file:
        return file.read().splitlines()


def read_entries(path: str) -> Iterator[BookEntry]:
    """Read a file of lines in any order of stones, as it is or packed by xz.

    Raises OSError, or TengenError with the number of the line that is wrong.
    """
    with open(path, "rb") as file:
        lines = _unpacked(path, file.read()).splitlines()
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield _parse_numbered(line, number)


def write_entries(path: str, entries: Iterable[BookEntry]) -> None:
    """Write a file of lines in the order of their texts, packed by xz if its name ends so."""
    text = "".join(sorted(f"{format_entry(entry)}\n" for entry in entries)).encode("ascii")
    packed = lzma.compress(text, preset=9 | lzma.PRESET_EXTREME) if path.endswith(".xz") else text
    write_atomically(path, packed)


def _parse_numbered(line: str, number: int) -> BookEntry:
    try:
        return parse_entry(line)
    except ParseError as error:
        raise ParseError(ENTRY_KIND, line, f"line {number}: {error.why}") from None


def _unpacked(path: str, data: bytes) -> str:
    try:
        plain = lzma.decompress(data) if path.endswith(".xz") else data
        return plain.decode("ascii")
    except (lzma.LZMAError, UnicodeDecodeError) as error:
        raise TengenError(f"{path} is no file of the theorem: {error}") from None


@cache
def _cell_images() -> dict[Symmetry, list[int]]:
    """Where each cell goes when a board is turned or flipped."""
    return {
        way: [CELLS[way.apply(point, THEOREM_RULES)] for point in POINT_NAMES] for way in Symmetry
    }
