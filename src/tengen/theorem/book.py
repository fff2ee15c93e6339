"""The theorem in short: what the first player plays wherever threats alone do not win.

`first-player.txt.xz` holds it, a line for every position, or for all that are turned or flipped
forms of it. `long-threats.txt.xz` has lines of the same kind for positions that threats do win, but
only after a long search: no proof needs them, but whoever plays answers sooner.

A line is looked for by its text, so that nothing has to be understood before it is needed:
the lines of a book are written the way `format_entry` writes them.
"""

from __future__ import annotations

import lzma
import os
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator
from functools import cache

from tengen.atomic_file import write_atomically
from tengen.errors import ParseError, TengenError
from tengen.rules.board import Board
from tengen.rules.rules import Player
from tengen.rules.symmetry import Symmetry
from tengen.theorem.entry import (
    ARROW,
    CELLS,
    NAMES,
    RULES,
    WHAT,
    Entry,
    format_entry,
    parse_entry,
)

HERE = os.path.dirname(__file__)
SHIPPED = os.path.join(HERE, "first-player.txt.xz")
LONG_THREATS = os.path.join(HERE, "long-threats.txt.xz")
NAMED = tuple(NAMES.values())

Cells = Collection[int]


class Book:
    """The lines of a theorem, to be looked up."""

    def __init__(self, lines: Iterable[str]) -> None:
        """Lines as `format_entry` writes them; others are not found."""
        self._lines = sorted(lines)

    def find(self, board: Board) -> Entry | None:
        """What to play on a board, if it is in the book, turned the way the board is."""
        if not is_on_the_subject(board):
            return None
        return self.look_up(*cells_of(board))

    def look_up(self, own: Cells, other: Cells) -> Entry | None:
        """What the first player plays with stones on these cells, the second's on those others."""
        if len(own) != len(other):
            return None
        for way, images in _images().items():
            firsts = sorted([images[cell] for cell in own])
            seconds = sorted([images[cell] for cell in other])
            pairs = zip(firsts, seconds, strict=True)
            stones = " ".join([NAMED[cell] for pair in pairs for cell in pair])
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

    def __iter__(self) -> Iterator[Entry]:
        """All entries, in the order of their texts."""
        return map(parse_entry, self._lines)


def is_on_the_subject(board: Board) -> bool:
    """Whether the theorem could have a word on a board: its game, and the first player to move."""
    is_first = board.turn is Player.FIRST and not board.outcome.is_over
    return is_first and board.rules == RULES


def cells_of(board: Board) -> tuple[list[int], list[int]]:
    """The cells of the first player's stones, and of the second player's."""
    own: list[int] = []
    other: list[int] = []
    for point, player in board.stones.items():
        (own if player is Player.FIRST else other).append(CELLS[point])
    return own, other


@cache
def the_book() -> Book:
    """The book that comes with Tengen, read when it is first asked for."""
    return Book(_lines(SHIPPED))


@cache
def the_playbook() -> Book:
    """The same with what threats win only after a long search: to play by."""
    return Book([*_lines(SHIPPED), *_lines(LONG_THREATS)])


def _lines(path: str) -> list[str]:
    with lzma.open(path, "rt", encoding="ascii") as file:
        return file.read().splitlines()


def read_entries(path: str) -> Iterator[Entry]:
    """Read a file of lines in any order of stones, as it is or packed by xz.

    Raises OSError, or TengenError with the number of the line that is wrong.
    """
    with open(path, "rb") as file:
        lines = _unpacked(path, file.read()).splitlines()
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield _parse(line, number)


def write_entries(path: str, entries: Iterable[Entry]) -> None:
    """Write a file of lines in the order of their texts, packed by xz if its name ends so."""
    text = "".join(sorted(f"{format_entry(entry)}\n" for entry in entries)).encode("ascii")
    packed = lzma.compress(text, preset=9 | lzma.PRESET_EXTREME) if path.endswith(".xz") else text
    write_atomically(path, packed)


def _parse(line: str, number: int) -> Entry:
    try:
        return parse_entry(line)
    except ParseError as error:
        raise ParseError(WHAT, line, f"line {number}: {error.why}") from None


def _unpacked(path: str, data: bytes) -> str:
    try:
        plain = lzma.decompress(data) if path.endswith(".xz") else data
        return plain.decode("ascii")
    except (lzma.LZMAError, UnicodeDecodeError) as error:
        raise TengenError(f"{path} is no file of the theorem: {error}") from None


@cache
def _images() -> dict[Symmetry, list[int]]:
    """Where each cell goes when a board is turned or flipped."""
    return {way: [CELLS[way.apply(point, RULES)] for point in NAMES] for way in Symmetry}
