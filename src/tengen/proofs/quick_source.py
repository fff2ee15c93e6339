"""The bytes of a certificate, unpacked as they are needed; what they cannot be is refused."""

from __future__ import annotations

import lzma
from typing import BinaryIO

CHUNK = 1 << 16
MEMORY = 1 << 28
LONGEST_TREE = 1 << 28
LONGEST_LINE = 64
LONGEST_NUMBER = 5


class Wrong(Exception):
    """What is wrong with what was read; who knows where adds that."""


class Source:
    """What a file holds once it is unpacked; `offset` counts the bytes since `begin_part`."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._decoder = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=MEMORY)
        self._ready = b""
        self._at = 0
        self.offset = 0

    def begin_part(self) -> None:
        """Count from here."""
        self.offset = 0

    def read(self, count: int) -> bytes:
        """Exactly so many bytes."""
        pieces = []
        while count > 0:
            piece = self._some(count)
            pieces.append(piece)
            count -= len(piece)
        return b"".join(pieces)

    def _some(self, most: int) -> bytes:
        """At least one byte."""
        if self._at == len(self._ready):
            self._ready, self._at = self._unpack(), 0
            if not self._ready:
                raise Wrong("the file ends too early")
        piece = self._ready[self._at : self._at + most]
        self._at += len(piece)
        self.offset += len(piece)
        return piece

    def _unpack(self) -> bytes:
        """The next bytes; nothing at the end."""
        unpacked = b""
        while not unpacked and not self._decoder.eof:
            packed = self._stream.read(CHUNK) if self._decoder.needs_input else b""
            if self._decoder.needs_input and not packed:
                raise Wrong("the file ends too early")
            try:
                unpacked = self._decoder.decompress(packed, CHUNK)
            except lzma.LZMAError as error:
                raise Wrong(f"this is no xz file, or a damaged one: {error}") from None
        return unpacked

    def byte(self) -> int:
        """A byte."""
        return self._some(1)[0]

    def number(self, most: int, what: str) -> int:
        """A number that cannot be more than that."""
        value = 0
        for group in range(LONGEST_NUMBER):
            byte = self.byte()
            value |= (byte & 127) << 7 * group
            if byte < 128:
                if value > most:
                    raise Wrong(f"{value} {what}, where there can be {most} at most")
                return value
        raise Wrong(f"the number of {what} does not end")

    def line(self) -> str:
        """A line of the header."""
        found = bytearray()
        while (byte := self.byte()) != ord("\n"):
            found.append(byte)
            if len(found) > LONGEST_LINE:
                raise Wrong("this is no certificate: a line of the header is too long")
        return found.decode("ascii", "replace")

    def end(self) -> None:
        """Nothing may follow."""
        if self._at < len(self._ready) or self._unpack():
            raise Wrong("there is more after the end")
        if self._decoder.unused_data or self._stream.read(1):
            raise Wrong("there is more after the end of the packed file")
