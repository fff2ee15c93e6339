"""Databases that are packed in a .zip or .gz file, never unpacked further than is reasonable."""

from __future__ import annotations

import gzip
import io
import os
import struct
import zipfile
import zlib
from typing import IO, BinaryIO, Protocol

from tengen.errors import RecordError, quote
from tengen.records.texts import read_all

LARGEST = 1 << 30
"""Bytes of an unpacked database."""
RATIO = 100
"""How many times larger than packed it may get; such texts become some ten times smaller."""
ALWAYS_FINE = 1 << 24
"""Bytes up to which nobody asks."""
ZIP, GZIP = b"PK\x03\x04", b"\x1f\x8b"
SUFFIXES = (".rif", ".xml")
PACKINGS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    OSError,
    OverflowError,
    RuntimeError,
    ValueError,
)
"""What the unpackers of the library raise, one of them for passwords and unknown versions."""


class Readable(Protocol):
    """What bytes come from."""

    def read(self, count: int, /) -> bytes:
        """So many bytes, fewer at the end."""


class Unpacked:
    """The bytes of a database, packed or not."""

    def __init__(self, file: BinaryIO) -> None:
        self._start = file.read(4)
        self._source: Readable = file
        self._most: int | None = None
        self._given = 0
        if self._start == ZIP or self._start.startswith(GZIP):
            packed = _whole(self._start, file)
            size = packed.seek(0, os.SEEK_END)
            packed.seek(0)
            self._most = max(ALWAYS_FINE, min(LARGEST, RATIO * size))
            is_zip = self._start == ZIP
            self._source = _open_member(packed) if is_zip else gzip.GzipFile(fileobj=packed)
            self._start = b""

    def read(self, count: int) -> bytes:
        """So many bytes, fewer at the end. Raises RecordError."""
        if self._most is None:
            start, self._start = self._start, b""
            return start + self._source.read(count - len(start))
        try:
            data = self._source.read(count)
        except BROKEN as error:
            raise RecordError(f"the packed file is broken: {quote(str(error))}") from None
        self._given += len(data)
        if self._given > self._most:
            raise RecordError(
                f"the packed file grows to more than {self._most:,} bytes, which is no database"
            )
        return data


def _whole(start: bytes, file: BinaryIO) -> IO[bytes]:
    """A file that can be read from anywhere: the file itself, or else a copy."""
    return file if file.seekable() else io.BytesIO(start + read_all(file))


def _open_member(file: IO[bytes]) -> IO[bytes]:
    try:
        archive = zipfile.ZipFile(file)
        members = [
            member for member in archive.infolist() if member.filename.lower().endswith(SUFFIXES)
        ]
        if len(members) == 1 and members[0].compress_type in PACKINGS:
            return archive.open(members[0])
    except BROKEN as error:
        raise RecordError(f"the .zip file is broken: {quote(str(error))}") from None
    if len(members) == 1:
        raise RecordError("the .zip file is packed in an unusual way: unpack it first")
    raise RecordError(f"the .zip file holds {len(members)} databases (.rif or .xml), not one")
