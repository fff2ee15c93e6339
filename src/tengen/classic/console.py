"""The console of the classic editions: a screen for output and a keyboard for input.

A screen writes plain marks, or coloured marks with the last move in reverse video. A keyboard reads
arbitrary bytes in bounded memory.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator

from tengen.rules import Board, Player, Point

Marker = Callable[[Point], str]
"""Returns what an edition draws on a point: one character, which may be coloured."""

COLOURS = {Player.FIRST: "36", Player.SECOND: "33"}
REVERSED = ";7"


class Screen:
    """The output of an edition, without buffering."""

    def __init__(self, sink: io.RawIOBase | io.BufferedIOBase, *, colour: bool = False) -> None:
        self._sink = sink
        self._colour = colour

    def write(self, text: str) -> None:
        """Write an ASCII text."""
        data = text.encode("ascii")
        while data:
            data = data[self._sink.write(data) :]

    def marker(self, board: Board, marks: dict[Player | None, str]) -> Marker:
        """Return the marker of a board; in colour, it reverses the last move and winning lines."""
        plain = plain_marker(board, marks)
        if not self._colour:
            return plain
        last = {*board.moves[-1:]}
        highlighted = last.union(*board.winning_lines())

        def coloured(point: Point) -> str:
            player = board[point]
            if player is None:
                return plain(point)
            style = REVERSED if point in highlighted else ""
            return f"\x1b[{COLOURS[player]}{style}m{plain(point)}\x1b[0m"

        return coloured


def plain_marker(board: Board, marks: dict[Player | None, str]) -> Marker:
    """Return a marker of a board that uses no colour."""
    return lambda point: marks[board[point]]


READ_SIZE = 1 << 16
MAX_LINE = 1000
CUT_MARK = b"\0"


class Keyboard:
    """A stream of bytes that is read by lines or by single bytes."""

    def __init__(self, source: io.BufferedIOBase) -> None:
        self._source = source
        self._chunk = b""
        self._at = 0

    def read_line(self) -> bytes:
        """Return the next line without its end (LF or CRLF). Raise EOFError if there is none.

        A line that is too long to be an answer is cut, and `CUT_MARK` is added.
        """
        if not self.peek():
            raise EOFError
        line = self._chunk[self._at :].removesuffix(b"\n").removesuffix(b"\r")
        self.drop_line()
        return line if len(line) <= MAX_LINE else line[:MAX_LINE] + CUT_MARK

    def drop_line(self) -> None:
        """Skip the rest of the line."""
        while self.peek() and not self._chunk.endswith(b"\n"):
            self._at = len(self._chunk)
        self._at = len(self._chunk)

    def peek(self) -> bytes:
        """Return the next byte without consuming it; empty at the end."""
        if self._at == len(self._chunk):
            self._chunk = self._read_chunk()
            self._at = 0
        return self._chunk[self._at : self._at + 1]

    def take(self) -> bytes:
        """Consume and return the next byte; empty at the end."""
        byte = self.peek()
        self._at += len(byte)
        return byte

    def take_run(self, alphabet: bytes) -> Iterator[bytes]:
        """Consume all bytes up to the first that is not in the alphabet, and yield them."""
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
