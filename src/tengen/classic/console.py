"""The console of the classic editions: what people see, and what they type.

A screen writes plain marks, or marks in colour with the last one reversed. A keyboard reads any
bytes at all, in bounded memory.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator

from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Player

Marker = Callable[[Point], str]
"""What an edition draws on a point: one character, perhaps with a colour around it."""

COLOURS = {Player.FIRST: "36", Player.SECOND: "33"}
REVERSED = ";7"


class Screen:
    """Where an edition writes; every write is passed on at once."""

    def __init__(self, sink: io.RawIOBase | io.BufferedIOBase, *, colour: bool = False) -> None:
        self._sink = sink
        self._colour = colour

    def write(self, text: str) -> None:
        """Show a text."""
        data = text.encode("ascii")
        while data:
            data = data[self._sink.write(data) :]

    def marker(self, board: Board, marks: dict[Player | None, str]) -> Marker:
        """How to draw a board: in colour, the last move and a winning line are reversed."""
        plain = plain_marker(board, marks)
        if not self._colour:
            return plain
        last = {*board.moves[-1:]}
        marked = last.union(*board.winning_lines())

        def painted(point: Point) -> str:
            player = board[point]
            if player is None:
                return plain(point)
            sign = REVERSED if point in marked else ""
            return f"\x1b[{COLOURS[player]}{sign}m{plain(point)}\x1b[0m"

        return painted


def plain_marker(board: Board, marks: dict[Player | None, str]) -> Marker:
    """How to draw the points of a board with marks alone."""
    return lambda point: marks[board[point]]


READ_SIZE = 1 << 16
MAX_LINE = 1000
CUT_MARK = b"\0"


class Keyboard:
    """A stream of bytes, read line by line or piece by piece."""

    def __init__(self, source: io.BufferedIOBase) -> None:
        self._source = source
        self._chunk = b""
        self._at = 0

    def read_line(self) -> bytes:
        """The next line without its end (LF or CRLF). Raises EOFError if there is none.

        Of a line that is too long to be an answer, the beginning with `CUT_MARK` behind it.
        """
        if not self.peek():
            raise EOFError
        line = self._chunk[self._at :].removesuffix(b"\n").removesuffix(b"\r")
        self.drop_line()
        return line if len(line) <= MAX_LINE else line[:MAX_LINE] + CUT_MARK

    def drop_line(self) -> None:
        """Pass over the rest of the line."""
        while self.peek() and not self._chunk.endswith(b"\n"):
            self._at = len(self._chunk)
        self._at = len(self._chunk)

    def peek(self) -> bytes:
        """The next byte, which stays there; nothing at the end."""
        if self._at == len(self._chunk):
            self._chunk = self._read_chunk()
            self._at = 0
        return self._chunk[self._at : self._at + 1]

    def take(self) -> bytes:
        """The next byte, or nothing at the end."""
        byte = self.peek()
        self._at += len(byte)
        return byte

    def take_run(self, alphabet: bytes) -> Iterator[bytes]:
        """All bytes from here to the first that is not in the alphabet, in pieces."""
        while self.peek() and self.peek() in alphabet:
            rest = self._chunk[self._at :]
            piece = rest[: len(rest) - len(rest.lstrip(alphabet))]
            self._at += len(piece)
            yield piece

    def _read_chunk(self) -> bytes:
        try:
            return self._source.readline(READ_SIZE)
        except OSError as error:
            raise EOFError(error.strerror) from error
