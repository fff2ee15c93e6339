"""XML that comes in piece by piece, perhaps packed in a .zip or .gz file, from whoever made it.

It is never unpacked further than is reasonable; no document types, nothing without end.
"""

from __future__ import annotations

import gzip
import io
import os
import struct
import zipfile
import zlib
from typing import IO, BinaryIO, Protocol
from xml.parsers import expat

from tengen.errors import RecordError, quote
from tengen.records.reading import Problem, read_all

MAX_UNPACKED_BYTES = 1 << 30
"""Bytes of an unpacked database."""
MAX_RATIO = 100
"""How many times larger than packed it may get; such texts become some ten times smaller."""
ALWAYS_FINE = 1 << 24
"""Bytes up to which nobody asks."""
ZIP, GZIP = b"PK\x03\x04", b"\x1f\x8b"
SUFFIXES = (".rif", ".xml")
PACKINGS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
UNPACKING_ERRORS = (
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


class UnpackedFile:
    """The bytes of a database, packed or not."""

    def __init__(self, file: BinaryIO) -> None:
        self._start = file.read(4)
        self._source: Readable = file
        self._most: int | None = None
        self._given = 0
        if self._start == ZIP or self._start.startswith(GZIP):
            packed = _seekable(self._start, file)
            size = packed.seek(0, os.SEEK_END)
            packed.seek(0)
            self._most = max(ALWAYS_FINE, min(MAX_UNPACKED_BYTES, MAX_RATIO * size))
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
        except UNPACKING_ERRORS as error:
            raise RecordError(f"the packed file is broken: {quote(str(error))}") from None
        self._given += len(data)
        if self._given > self._most:
            raise RecordError(
                f"the packed file grows to more than {self._most:,} bytes, which is no database"
            )
        return data


def _seekable(start: bytes, file: BinaryIO) -> IO[bytes]:
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
    except UNPACKING_ERRORS as error:
        raise RecordError(f"the .zip file is broken: {quote(str(error))}") from None
    if len(members) == 1:
        raise RecordError("the .zip file is packed in an unusual way: unpack it first")
    raise RecordError(f"the .zip file holds {len(members)} databases (.rif or .xml), not one")


MAX_TAG_BYTES = 1 << 20
"""Bytes of a tag or comment."""
MAX_NESTING = 50


class XmlHandler(Protocol):
    """What is told of elements."""

    def start(self, name: str, attributes: dict[str, str], /) -> None:
        """An element begins."""

    def text(self, text: str, /) -> None:
        """Text follows."""

    def end(self, name: str, /) -> None:
        """An element ends."""


class XmlParser:
    """Tells a listener what is in the pieces it is given."""

    def __init__(self, listener: XmlHandler) -> None:
        self.trouble: Problem | None = None
        """Why nothing more can be read."""
        self._listener = listener
        self._fed = 0
        self._depth = 0
        self._expat = expat.ParserCreate()
        self._expat.buffer_text = True
        self._expat.StartElementHandler = self._start
        self._expat.EndElementHandler = self._end
        self._expat.CharacterDataHandler = listener.text
        self._expat.StartDoctypeDeclHandler = _refuse_document_type

    @property
    def place(self) -> str:
        """Where it is."""
        return f"line {self._expat.CurrentLineNumber}"

    def feed(self, data: bytes | str) -> None:
        """Take a piece. Raises RecordError for what is refused."""
        self._parse(data, is_last=False)
        self._fed += len(data.encode()) if isinstance(data, str) else len(data)
        if self._fed - self._expat.CurrentByteIndex > MAX_TAG_BYTES:
            self._stop(f"a tag or comment is longer than {MAX_TAG_BYTES:,} bytes")

    def finish(self) -> None:
        """There are no more pieces."""
        self._parse(b"", is_last=True)

    def _parse(self, data: bytes | str, *, is_last: bool) -> None:
        try:
            self._expat.Parse(data, is_last)
        except expat.ExpatError as error:
            self._stop(expat.ErrorString(error.code) or "unknown error")
        except (LookupError, UnicodeError) as error:
            self._stop(f"its code page cannot be read: {quote(str(error))}")

    def _stop(self, why: str) -> None:
        self.trouble = self.trouble or Problem(self.place, why)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > MAX_NESTING:
            raise RecordError(f"{self.place}: elements are nested more than {MAX_NESTING} deep")
        self._listener.start(name, attributes)

    def _end(self, name: str) -> None:
        self._depth -= 1
        self._listener.end(name)


def _refuse_document_type(*_: object) -> None:
    raise RecordError(
        "the file declares a document type (<!DOCTYPE), which may hide entities without end: "
        "take that line out to have it read"
    )
