"""Reading what people type: any bytes at all, in bounded memory."""

from __future__ import annotations

import io
from collections.abc import Iterator

CHUNK = 1 << 16
LONGEST = 1000
CUT = b"\0"


class Keyboard:
    """A stream of bytes, read line by line or piece by piece."""

    def __init__(self, source: io.BufferedIOBase) -> None:
        self._source = source
        self._chunk = b""
        self._at = 0

    def read_line(self) -> bytes:
        """The next line without its end (LF or CRLF). Raises EOFError if there is none.

        Of a line that is too long to be an answer, the beginning with `CUT` behind it.
        """
        if not self.peek():
            raise EOFError
        line = self._chunk[self._at :].removesuffix(b"\n").removesuffix(b"\r")
        self.drop_line()
        return line if len(line) <= LONGEST else line[:LONGEST] + CUT

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
            return self._source.readline(CHUNK)
        except OSError as error:
            raise EOFError(error.strerror) from error
