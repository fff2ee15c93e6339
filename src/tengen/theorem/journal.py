"""What was proved so far, on the disk: a line for every finished piece of work.

The first line says for which lines of the theorem; the last may be torn, and is then cut off.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import msgspec

from tengen.errors import TengenError
from tengen.theorem.told import Done

HEAD = "tengen expansion 1 "


class Journal:
    """Opened for reading what is there, then for adding more."""

    def __init__(self, path: str, mark: str) -> None:
        self._path = path
        self._head = f"{HEAD}{mark}\n".encode()
        self._file = open(path, "a+b")  # noqa: SIM115 - closed by `close`
        try:
            self._check()
        except BaseException:
            self._file.close()
            raise

    def _check(self) -> None:
        """See whose journal this is, and cut off what was not written whole."""
        self._file.seek(0)
        head = self._file.readline()
        if not head.endswith(b"\n"):
            self._file.truncate(0)
            self._write(self._head)
        elif head != self._head:
            raise TengenError(
                f"{self._path} belongs to another theorem; remove it, or give another place"
            )
        else:
            self._cut()

    def _cut(self) -> None:
        end = self._file.seek(0, os.SEEK_END)
        self._file.seek(len(self._head))
        for line in self._file:
            if not line.endswith(b"\n"):
                self._file.truncate(end - len(line))

    def read(self) -> Iterator[Done]:
        """All finished pieces."""
        self._file.seek(len(self._head))
        decoder = msgspec.json.Decoder(Done)
        for line in self._file:
            yield decoder.decode(line)

    def add(self, line: bytes) -> None:
        """Keep a finished piece: it is on the disk when this returns."""
        self._write(line)

    def _write(self, line: bytes) -> None:
        self._file.seek(0, os.SEEK_END)
        self._file.write(line)
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the file."""
        self._file.close()
