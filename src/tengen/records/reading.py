"""What readers and writers of all formats share: options, problems, encodings, lines and moves.

A reader notes each problem of a file with its place, and continues after it.
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
from tengen.rules import Player, Point, RowOne, Rules, format_algebraic, grid_points

MAX_KEPT = 1000


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong with a file, and its place, such as `line 12`."""

    place: str
    what: str

    def __str__(self) -> str:
        return f"{self.place}: {self.what}" if self.place else self.what


@dataclass(slots=True)
class Problems:
    """The problems of a file: all are counted, the first thousand are kept."""

    kept: list[Problem] = field(default_factory=list)
    count: int = 0

    def add(self, place: str, what: str) -> None:
        """Note a problem."""
        self.count += 1
        if self.count <= MAX_KEPT:
            self.kept.append(Problem(place, what))


@dataclass(frozen=True, slots=True)
class Reading:
    """Options for reading a file. What the file itself says takes precedence."""

    rules: Rules | None = None
    """The rules, if the file does not say them."""
    row_one: RowOne | None = None
    """Where row 1 is, if the format does not define it."""
    encoding: str | None = None
    """The code page of the file; guessed if not given."""
    problems: Problems = field(default_factory=Problems)

    def rules_or(self, default: Rules) -> Rules:
        """Return the given rules, or else the default ones."""
        return self.rules or default


@dataclass(frozen=True, slots=True)
class Writing:
    """Options for writing a file."""

    row_one: RowOne | None = None
    encoding: str | None = None
    problems: Problems = field(default_factory=Problems)
    """What could not be written as it is, such as a letter that is not in the code page."""


def require_row_one(options: Reading | Writing) -> RowOne:
    """Return where row 1 is, which is never guessed. Raises RecordError if it was not given."""
    if options.row_one is None:
        raise RecordError(
            "these files do not say where row 1 is: use --row-one bottom (Yixin, gomocalc, "
            "RenjuNet) or --row-one top (c-gomoku-cli, Rapfi)"
        )
    return options.row_one


MAX_FILE_BYTES = 1 << 30
BOM = codecs.BOM_UTF8
BYTE_ORDER_MARKS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
"""Encodings by byte-order mark; UTF-32 comes before UTF-16, because its mark begins with theirs."""
ENCODING_HINT = (
    "if that is wrong, use --encoding with gbk, big5, shift_jis, euc_kr, cp1251 or another"
)


def read_all(file: BinaryIO, largest: int = MAX_FILE_BYTES) -> bytes:
    """Return the bytes of a file. Raises RecordError if there are more than `largest`."""
    data = file.read(largest + 1)
    if len(data) > largest:
        raise RecordError(f"the file is longer than {largest:,} bytes")
    return data


def read_text(
    file: BinaryIO, encoding: str | None, problems: Problems, largest: int = MAX_FILE_BYTES
) -> str:
    """Return the text of a file. Raises RecordError if it is longer than `largest` bytes."""
    return decode_file(read_all(file, largest), encoding, problems)


def decode_file(data: bytes, encoding: str | None, problems: Problems) -> str:
    """Decode a whole file in the given encoding, or that of its byte-order mark.

    Otherwise the code page is guessed; if the guess is not sure, a problem is noted.
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
            "", f"the file does not name its code page: {guess.name} was assumed; {ENCODING_HINT}"
        )
    return decode(data, guess.name, problems)


def marked_encoding(data: bytes) -> str | None:
    """Return the encoding of the byte-order mark at the start of a file, or None."""
    return next((name for mark, name in BYTE_ORDER_MARKS.items() if data.startswith(mark)), None)


def is_wide(data: bytes) -> bool:
    """Return whether a file starts with the byte-order mark of UTF-16 or UTF-32."""
    return marked_encoding(data) not in {None, "utf-8"}


def decode(data: bytes, encoding: str | None, problems: Problems, place: str = "") -> str:
    """Decode a text in the given encoding, or else in UTF-8 or Windows-1252."""
    for guess in (encoding,) if encoding else ("utf-8", FALLBACK_PAGE):
        try:
            return data.decode(guess)
        except UnicodeDecodeError:
            continue
        except LookupError:
            raise RecordError(f"unknown code page {quote(guess)}") from None
    last = encoding or FALLBACK_PAGE
    problems.add(place, f"some characters could not be read in the code page {last}")
    return data.decode(last, "replace")


def encode(text: str, encoding: str | None, problems: Problems) -> bytes:
    """Encode a text in the given encoding, or else in UTF-8."""
    name = encoding or "utf-8"
    try:
        return text.encode(name)
    except UnicodeEncodeError:
        problems.add("", f"characters that are not in the code page {name} were replaced by ?")
        return text.encode(name, "replace")
    except LookupError:
        raise RecordError(f"unknown code page {quote(name)}") from None


MAX_LINE_BYTES = 1 << 16


def numbered_lines(file: BinaryIO, reading: Reading) -> Iterator[tuple[int, str]]:
    """Yield stripped lines with their numbers from 1; lines that are too long are noted."""
    number = 0
    while line := file.readline(MAX_LINE_BYTES):
        number += 1
        if number == 1 and is_wide(line):
            text = decode_file(line + read_all(file), reading.encoding, reading.problems)
            yield from numbered_lines(io.BytesIO(text.encode(errors="replace")), reading)
            return
        if len(line) == MAX_LINE_BYTES and not line.endswith(b"\n"):
            reading.problems.add(f"line {number}", f"longer than {MAX_LINE_BYTES:,} bytes, skipped")
            while line and not line.endswith(b"\n"):
                line = file.readline(MAX_LINE_BYTES)
            continue
        if number == 1:
            line = line.removeprefix(BOM)
        yield number, decode(line, reading.encoding, reading.problems, f"line {number}").strip()


class MainLine:
    """Adds moves, one by one, to the main line of a record; players take turns."""

    def __init__(self, record: Record, problems: Problems) -> None:
        self._record = record
        self._problems = problems
        self._width, self._height = record.rules.width, record.rules.height
        self._grid = grid_points(self._width, self._height)
        self._taken: set[Point] = set()
        self._node = record.root
        self._player = Player.FIRST

    def add(self, row: int, col: int, place: str, time: int | None = None) -> bool:
        """Add a move. If its point is taken or off the board, note that and return False."""
        if not (0 <= row < self._height and 0 <= col < self._width):
            self._refuse(place, f"row {row + 1}, column {col + 1} is not on the board")
            return False
        point = self._grid[row * self._width + col]
        if point in self._taken:
            name = format_algebraic(point, self._record.rules)
            self._refuse(place, f"{name} is already taken")
            return False
        self._taken.add(point)
        node = Node(self._player, point, time=time)
        self._node.children.append(node)
        self._node, self._player = node, self._player.other
        return True

    def _refuse(self, place: str, what: str) -> None:
        self._problems.add(place, f"{what}; the rest of the game was skipped")
