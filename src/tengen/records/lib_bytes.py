"""The bytes of a RenLib library, a piece at a time, however many there are."""

from __future__ import annotations

import re
from typing import BinaryIO, NamedTuple

from tengen.errors import RecordError
from tengen.records.lib_bits import (
    CENTRE,
    COMMENT,
    EXTENSION,
    HEADER,
    LEAF,
    MAGIC,
    OLD_COMMENT,
    SIBLING,
    TEXT,
    VERSION,
)
from tengen.records.problems import Problems

PIECE = 1 << 16
LONGEST = 1 << 22
"""Bytes of a text; nobody writes so much about a move."""
END = re.compile(rb"\0")
OLD_END = re.compile(rb"[\x80-\xff]")


class Details(NamedTuple):
    """What follows the two bytes of a node, as bytes."""

    comment: bytes = b""
    old_comment: bytes = b""
    text: bytes = b""
    is_known: bool = True
    """Whether there is no extension but the known one."""


class LibBytes:
    """What of a file is in memory: `data`, of which all before `at` has been used."""

    def __init__(self, file: BinaryIO, problems: Problems) -> None:
        self.data = b""
        self.at = 0
        self._file = file
        self._before = 0
        self._problems = problems

    @property
    def offset(self) -> int:
        """How many bytes of the file have been used."""
        return self._before + self.at

    def note(self, what: str, back: int = 0) -> None:
        """Note a problem so many bytes before this one."""
        self._problems.add(f"byte {self.offset - back:,}", what)

    def fill(self) -> bool:
        """Read on. False if there is nothing more."""
        more = self._file.read(PIECE)
        self._before += self.at
        self.data = self.data[self.at :] + more
        self.at = 0
        return bool(more)

    def has(self, count: int) -> bool:
        """Whether so many bytes follow."""
        while len(self.data) - self.at < count:
            if not self.fill():
                return False
        return True

    def read_header(self) -> None:
        """Read what stands before the nodes. Raises RecordError if it is no library."""
        is_whole = self.has(len(HEADER))
        if self.data.startswith(MAGIC):
            version = tuple(self.data[len(MAGIC) : len(MAGIC) + 2])
            if version > VERSION:
                self.note(f"version {'.'.join(map(str, version))} is newer than 3.4")
            self.at = min(len(HEADER), len(self.data))
            if not is_whole:
                self.note("the file ends within its first 20 bytes")
        elif self.data[:1] != bytes([CENTRE]):
            raise RecordError("not a RenLib library: it does not begin with \\xffRenLib\\xff")

    def read_details(self, flags: int) -> Details:
        """Read what follows a node's two bytes. Raises RecordError where the file is broken off."""
        comment = old_comment = text = b""
        extension = self._read_extension() if flags & EXTENSION else 0
        if flags & OLD_COMMENT:
            old_comment = self._read_old()
        elif flags & COMMENT:
            comment = self._read_text()
        if extension & TEXT:
            text = self._read_text()
        return Details(comment, old_comment, text, extension in {0, TEXT})

    def skip_subtree(self) -> None:
        """Go past all that follows a node that has children. Raises RecordError likewise."""
        due = 1
        while due:
            if not self.has(2):
                raise RecordError("the file ends where more nodes should follow")
            flags = self.data[self.at + 1]
            self.at += 2
            self.read_details(flags)
            due += (not flags & LEAF) + bool(flags & SIBLING) - 1

    def _read_extension(self) -> int:
        if not self.has(2):
            raise RecordError("the file ends within a node")
        self.at += 2
        return int.from_bytes(self.data[self.at - 2 : self.at], "big")

    def _read_text(self) -> bytes:
        """A text that ends with NUL; both together have an even length, or another NUL follows."""
        end = self._find(END)
        text = self.data[self.at : end]
        self.at = end + 2 - len(text) % 2
        return text

    def _read_old(self) -> bytes:
        """A text whose last byte has its high bit set; padded likewise."""
        end = self._find(OLD_END) + 1
        text = self.data[self.at : end]
        self.at = end + len(text) % 2
        return text

    def _find(self, pattern: re.Pattern[bytes]) -> int:
        start = self.at
        while not (found := pattern.search(self.data, start)):
            seen = len(self.data) - self.at
            if seen > LONGEST or not self.fill():
                raise RecordError("a text has no end")
            start = self.at + seen
        return found.start()
