"""What readers and writers of all formats share: their options, problems, texts, lines and moves.

What is wrong with a file is noted, with its place, and reading goes on after it.
"""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

from tengen.errors import RecordError, quote
from tengen.records.code_pages import FALLBACK_PAGE, guess_code_page
from tengen.records.game_tree import Node
from tengen.records.record import Record
from tengen.rules.coordinates import RowOne, grid_points
from tengen.rules.point import Point, format_algebraic
from tengen.rules.rules import Player, Rules

MAX_KEPT = 1000


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that could not be read as it should be; `place` is as in `line 12`."""

    place: str
    what: str

    def __str__(self) -> str:
        return f"{self.place}: {self.what}" if self.place else self.what


@dataclass(slots=True)
class Problems:
    """A list that does not grow without end: all are counted, the first thousand are kept."""

    kept: list[Problem] = field(default_factory=list)
    count: int = 0

    def add(self, place: str, what: str) -> None:
        """Note a problem."""
        self.count += 1
        if self.count <= MAX_KEPT:
            self.kept.append(Problem(place, what))


@dataclass(frozen=True, slots=True)
class Reading:
    """How to understand a file. What the file itself says goes first."""

    rules: Rules | None = None
    """The game, where the file does not say it."""
    row_one: RowOne | None = None
    """Where row 1 is, in formats that leave it open."""
    encoding: str | None = None
    """The code page of its texts; guessed if not given."""
    problems: Problems = field(default_factory=Problems)

    def rules_or(self, usual: Rules) -> Rules:
        """The rules that were asked for, or the usual ones of a format."""
        return self.rules or usual


@dataclass(frozen=True, slots=True)
class Writing:
    """How to write a file."""

    row_one: RowOne | None = None
    encoding: str | None = None
    problems: Problems = field(default_factory=Problems)
    """What could not be written as it is, such as a letter that a code page lacks."""


def known_row(asked: Reading | Writing) -> RowOne:
    """Where row 1 is. Raises RecordError if nobody said so: it is never guessed."""
    if asked.row_one is None:
        raise RecordError(
            "programs disagree about where row 1 is, and these files do not say it: say "
            "--row-one bottom (Yixin, gomocalc, RenjuNet) or --row-one top (c-gomoku-cli, Rapfi)"
        )
    return asked.row_one


MAX_FILE_BYTES = 1 << 30
BOM = codecs.BOM_UTF8
BYTE_ORDER_MARKS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
"""Encodings by their byte-order marks; two bytes of one are another's four, which come first."""
ENCODING_HINT = (
    "if that is wrong, say --encoding gbk, big5, shift_jis, euc_kr, cp1251 or whichever it is"
)


def read_all(file: BinaryIO, largest: int = MAX_FILE_BYTES) -> bytes:
    """All of a file. Raises RecordError if it is longer than any file of its kind."""
    data = file.read(largest + 1)
    if len(data) > largest:
        raise RecordError(f"the file is longer than {largest:,} bytes")
    return data


def read_text(
    file: BinaryIO, encoding: str | None, problems: Problems, largest: int = MAX_FILE_BYTES
) -> str:
    """All of a file as text."""
    return decode_file(read_all(file, largest), encoding, problems)


def decode_file(data: bytes, encoding: str | None, problems: Problems) -> str:
    """The text of a whole file, in the code page that was asked for, or that it is marked with.

    Otherwise the one that fits is found out; if that leaves doubts, they are noted.
    """
    marked = marked_encoding(data)
    if encoding or marked:
        return decode(data.removeprefix(BOM), encoding or marked, problems)
    try:
        return data.decode()
    except UnicodeDecodeError:
        guess = guess_code_page(data)
    if not guess.is_sure:
        problems.add(
            "", f"the file does not say its code page: {guess.name} was assumed; {ENCODING_HINT}"
        )
    return decode(data, guess.name, problems)


def marked_encoding(data: bytes) -> str | None:
    """The encoding whose byte-order mark a file begins with."""
    return next((name for mark, name in BYTE_ORDER_MARKS.items() if data.startswith(mark)), None)


def is_wide(data: bytes) -> bool:
    """Whether a file begins with the mark of UTF-16 or UTF-32, in which no letter is one byte."""
    return marked_encoding(data) not in {None, "utf-8"}


def decode(data: bytes, encoding: str | None, problems: Problems, place: str = "") -> str:
    """A text in the code page that was asked for, or else in UTF-8 or Windows-1252."""
    for guess in (encoding,) if encoding else ("utf-8", FALLBACK_PAGE):
        try:
            return data.decode(guess)
        except UnicodeDecodeError:
            continue
        except LookupError:
            raise RecordError(f"there is no code page {quote(guess)}") from None
    last = encoding or FALLBACK_PAGE
    problems.add(place, f"not all of a text could be read in the code page {last}")
    return data.decode(last, "replace")


def encode(text: str, encoding: str | None, problems: Problems) -> bytes:
    """The bytes of a text in the code page that was asked for, or in UTF-8."""
    name = encoding or "utf-8"
    try:
        return text.encode(name)
    except UnicodeEncodeError:
        problems.add("", f"? stands for characters that the code page {name} lacks")
        return text.encode(name, "replace")
    except LookupError:
        raise RecordError(f"there is no code page {quote(name)}") from None


MAX_LINE_BYTES = 1 << 16


def numbered_lines(file: BinaryIO, reading: Reading) -> Iterator[tuple[int, str]]:
    """The lines without blanks around them, counted from 1; those that are too long are noted."""
    number = 0
    while line := file.readline(MAX_LINE_BYTES):
        number += 1
        if number == 1 and is_wide(line):
            text = decode_file(line + read_all(file), reading.encoding, reading.problems)
            yield from numbered_lines(io.BytesIO(text.encode(errors="replace")), reading)
            return
        if len(line) == MAX_LINE_BYTES and not line.endswith(b"\n"):
            reading.problems.add(
                f"line {number}", f"longer than {MAX_LINE_BYTES:,} bytes, left out"
            )
            while line and not line.endswith(b"\n"):
                line = file.readline(MAX_LINE_BYTES)
            continue
        if number == 1:
            line = line.removeprefix(BOM)
        yield number, decode(line, reading.encoding, reading.problems, f"line {number}").strip()


class MainLine:
    """The end of a game whose players take turns; it grows move by move."""

    def __init__(self, record: Record, problems: Problems) -> None:
        self._record = record
        self._problems = problems
        self._width, self._height = record.rules.width, record.rules.height
        self._grid = grid_points(self._width, self._height)
        self._taken: set[Point] = set()
        self._node = record.root
        self._player = Player.FIRST

    def add(self, row: int, col: int, place: str, time: int | None = None) -> bool:
        """Let a move follow. False, and a problem, if its point is taken or off the board."""
        if not (0 <= row < self._height and 0 <= col < self._width):
            self._refuse(place, f"row {row + 1} of column {col + 1} is not on the board")
            return False
        point = self._grid[row * self._width + col]
        if point in self._taken:
            name = format_algebraic(point, self._record.rules)
            self._refuse(place, f"a second stone on {name}")
            return False
        self._taken.add(point)
        node = Node(self._player, point, time=time)
        self._node.children.append(node)
        self._node, self._player = node, self._player.other
        return True

    def _refuse(self, place: str, what: str) -> None:
        self._problems.add(place, f"{what}; the game is read as far as the move before")
