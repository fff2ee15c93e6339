"""The book of the theorem: the first player's move where threats alone do not win.

    h8 h9 g9 i7 -> g10 33

is a line of the book. Before the arrow are the stones of the first and the second player in turn;
the order of the moves does not matter. After the arrow are the move and the most plies to the win,
including this move; 0 means that the number is unknown.

`first-player.txt.xz` has one line for each position and all its rotations and reflections.
`long-threats.txt.xz` has lines of the same kind for positions that threats win, but only after a
long search. No proof needs them, but a player answers sooner.

A line is found by its text, so that nothing is parsed before it is needed. The lines of a book must
therefore be written as `format_entry` writes them.
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
from tengen.rules import Board, Player, Point, Rules, Symmetry, format_algebraic
from tengen.rules.rules import Value

THEOREM_RULES = Rules(15, 15, 5)
"""The game of the theorem."""
ARROW = " -> "
ENTRY_KIND = "line of the theorem"
POINT_NAMES = {
    Point(row, col): format_algebraic(Point(row, col), THEOREM_RULES)
    for row in range(THEOREM_RULES.height)
    for col in range(THEOREM_RULES.width)
}
POINTS = {name: point for point, name in POINT_NAMES.items()}
CELLS = {point: number for number, point in enumerate(POINT_NAMES)}
"""The number of each point, in reading order."""


class BookEntry(Value):
    """A line of the book: a position with the first player to move, and the move."""

    __slots__ = ("stones", "move", "plies")

    stones: tuple[Point, ...]
    """Stones of the first and the second player in turn, each player's in reading order."""
    move: Point
    plies: int

    def __init__(self, stones: Iterable[Point], move: Point, plies: int) -> None:
        given = tuple(stones)
        pairs = zip(sorted(given[::2]), sorted(given[1::2]), strict=True)
        self._set(stones=tuple(chain.from_iterable(pairs)), move=move, plies=plies)

    @property
    def moves(self) -> int:
        """The most moves of the first player to the win; 0 if unknown."""
        return (self.plies + 1) // 2

    def board(self) -> Board:
        """Return the position as a set-up board."""
        players = (Player.FIRST, Player.SECOND)
        setup = {point: players[number % 2] for number, point in enumerate(self.stones)}
        return Board(THEOREM_RULES, setup, Player.FIRST)

    def turned(self, symmetry: Symmetry) -> BookEntry:
        """Return the image of the entry under a symmetry."""
        stones = [symmetry.apply(point, THEOREM_RULES) for point in self.stones]
        return BookEntry(stones, symmetry.apply(self.move, THEOREM_RULES), self.plies)


def format_stones(stones: Iterable[Point]) -> str:
    """Return the stones as a line of the book has them before its arrow."""
    return " ".join([POINT_NAMES[point] for point in stones])


def format_entry(entry: BookEntry) -> str:
    """Return an entry as a line of the book."""
    return f"{format_stones(entry.stones)}{ARROW}{POINT_NAMES[entry.move]} {entry.plies}".lstrip()


def parse_entry(text: str) -> BookEntry:
    """Parse a line of the book. Raises ParseError."""
    before, arrow, after = f" {text}".partition(ARROW)
    words = after.split()
    if not arrow or len(words) != 2:
        raise ParseError(ENTRY_KIND, text, "expected stones, ->, a move and a number")
    stones, move = parse_stones(before, text), _point(text, words[0])
    if move in stones:
        raise ParseError(ENTRY_KIND, text, "a point is used twice")
    return BookEntry(stones, move, _plies(text, words[1]))


def parse_stones(words: str, text: str) -> tuple[Point, ...]:
    """Parse the stones before the arrow of a line. Raises ParseError."""
    stones = tuple(_point(text, word) for word in words.split())
    if len(stones) % 2:
        raise ParseError(ENTRY_KIND, text, "both players must have the same number of stones")
    if len(set(stones)) < len(stones):
        raise ParseError(ENTRY_KIND, text, "a point is used twice")
    return stones


def _point(text: str, word: str) -> Point:
    point = POINTS.get(word)
    if point is None:
        raise ParseError(ENTRY_KIND, text, f"{quote(word)} is not a point from a1 to o15")
    return point


def _plies(text: str, word: str) -> int:
    is_number = word.isascii() and word.isdecimal() and len(word) <= len(str(THEOREM_RULES.area))
    plies = int(word) if is_number else -1
    if (plies and plies % 2 == 0) or plies < 0 or plies > THEOREM_RULES.area:
        raise ParseError(ENTRY_KIND, text, "the number of plies to the win must be odd, or 0")
    return plies


HERE = os.path.dirname(__file__)
BOOK_FILE = os.path.join(HERE, "first-player.txt.xz")
LONG_THREATS_FILE = os.path.join(HERE, "long-threats.txt.xz")
CELL_NAMES = tuple(POINT_NAMES.values())

Cells = Collection[int]


class Book:
    """The lines of a theorem, for lookup by position."""

    def __init__(self, lines: Iterable[str]) -> None:
        """Take lines as `format_entry` writes them; other lines are never found."""
        self._lines = sorted(lines)
        self._longest = max(map(len, self._lines), default=0)

    def find(self, board: Board) -> BookEntry | None:
        """Return the entry of a position in the orientation of the board, or None."""
        if not is_theorem_position(board):
            return None
        return self.look_up(*stone_cells(board))

    def may_have(self, stones: int) -> bool:
        """Return whether a line could have this number of stones of each player."""
        return 6 * stones - 1 <= self._longest  # a stone takes two characters and a space

    def look_up(self, own: Cells, other: Cells) -> BookEntry | None:
        """Return the entry for the cells of the first and the second player, or None."""
        if len(own) != len(other) or not self.may_have(len(own)):
            return None
        for symmetry, images in _cell_images().items():
            firsts = sorted([images[cell] for cell in own])
            seconds = sorted([images[cell] for cell in other])
            pairs = zip(firsts, seconds, strict=True)
            stones = " ".join([CELL_NAMES[cell] for pair in pairs for cell in pair])
            line = self._line(f"{stones}{ARROW}".lstrip())
            if line is not None:
                return parse_entry(line).turned(symmetry.inverse)
        return None

    def _line(self, head: str) -> str | None:
        """Return the line that begins with these words, or None."""
        at = bisect_left(self._lines, head)
        line = self._lines[at] if at < len(self._lines) else ""
        return line if line.startswith(head) else None

    def __len__(self) -> int:
        return len(self._lines)

    def __iter__(self) -> Iterator[BookEntry]:
        """Iterate over all entries, sorted by their texts."""
        return map(parse_entry, self._lines)


def is_theorem_position(board: Board) -> bool:
    """Return whether a board belongs to the theorem's game with the first player to move."""
    is_first = board.turn is Player.FIRST and not board.outcome.is_over
    return is_first and board.rules == THEOREM_RULES


def stone_cells(board: Board) -> tuple[list[int], list[int]]:
    """Return the cells of the first player's stones and of the second player's."""
    own: list[int] = []
    other: list[int] = []
    for point, player in board.stones.items():
        (own if player is Player.FIRST else other).append(CELLS[point])
    return own, other


@cache
def the_book() -> Book:
    """Return the book that comes with Tengen, read at the first call."""
    return Book(_read_lines(BOOK_FILE))


@cache
def the_playbook() -> Book:
    """Return the book for playing, which also has the lines for wins that take long to find."""
    return Book([*_read_lines(BOOK_FILE), *_read_lines(LONG_THREATS_FILE)])


def _read_lines(path: str) -> list[str]:
    with lzma.open(path, "rt", encoding="ascii") as file:
        return file.read().splitlines()


def read_entries(path: str) -> Iterator[BookEntry]:
    """Read a file of lines, plain or compressed with xz, with stones in any order.

    Raises OSError, or TengenError with the number of the wrong line.
    """
    with open(path, "rb") as file:
        lines = _decompress(path, file.read()).splitlines()
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield _parse_numbered(line, number)


def write_entries(path: str, entries: Iterable[BookEntry]) -> None:
    """Write a sorted file of lines, compressed with xz if its name ends in `.xz`."""
    text = "".join(sorted(f"{format_entry(entry)}\n" for entry in entries)).encode("ascii")
    data = lzma.compress(text, preset=9 | lzma.PRESET_EXTREME) if path.endswith(".xz") else text
    write_atomically(path, data)


def _parse_numbered(line: str, number: int) -> BookEntry:
    try:
        return parse_entry(line)
    except ParseError as error:
        raise ParseError(ENTRY_KIND, line, f"line {number}: {error.why}") from None


def _decompress(path: str, data: bytes) -> str:
    try:
        plain = lzma.decompress(data) if path.endswith(".xz") else data
        return plain.decode("ascii")
    except (lzma.LZMAError, UnicodeDecodeError) as error:
        raise TengenError(f"{path} is not a file of theorem lines: {error}") from None


@cache
def _cell_images() -> dict[Symmetry, list[int]]:
    """Return the image of each cell under each symmetry."""
    return {
        symmetry: [CELLS[symmetry.apply(point, THEOREM_RULES)] for point in POINT_NAMES]
        for symmetry in Symmetry
    }
