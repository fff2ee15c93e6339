"""Untrusted XML that is parsed piece by piece, and may be compressed as a .zip or .gz file.

Unpacked size, tags and nesting are limited, and document types are refused.
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
"""Maximum size of an unpacked database, in bytes."""
MAX_RATIO = 100
"""Maximum ratio of unpacked to compressed size; the ratio of real databases is about ten."""
MIN_LIMIT = 1 << 24
"""Unpacked bytes that are always allowed, whatever the ratio."""
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
"""What `zipfile` and `gzip` raise; RuntimeError for passwords and unknown versions."""


class Readable(Protocol):
    """A source of bytes."""

    def read(self, count: int, /) -> bytes:
        """Read `count` bytes, fewer at the end."""


class UnpackedFile:
    """The unpacked bytes of a database, whether or not it is compressed."""

    def __init__(self, file: BinaryIO) -> None:
        self._start = file.read(4)
        self._source: Readable = file
        self._limit: int | None = None
        self._total = 0
        if self._start == ZIP or self._start.startswith(GZIP):
            packed = _seekable(self._start, file)
            size = packed.seek(0, os.SEEK_END)
            packed.seek(0)
            self._limit = max(MIN_LIMIT, min(MAX_UNPACKED_BYTES, MAX_RATIO * size))
            is_zip = self._start == ZIP
            self._source = _open_member(packed) if is_zip else gzip.GzipFile(fileobj=packed)
            self._start = b""

    def read(self, count: int) -> bytes:
        """Read `count` bytes, fewer at the end. Raises RecordError."""
        if self._limit is None:
            start, self._start = self._start, b""
            return start + self._source.read(count - len(start))
        try:
            data = self._source.read(count)
        except UNPACKING_ERRORS as error:
            raise RecordError(f"the compressed file is damaged: {quote(str(error))}") from None
        self._total += len(data)
        if self._total > self._limit:
            raise RecordError(f"the unpacked file is too large: more than {self._limit:,} bytes")
        return data


def _seekable(start: bytes, file: BinaryIO) -> IO[bytes]:
    """Return the file itself if it is seekable, or else a copy in memory."""
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
        raise RecordError(f"the .zip file is damaged: {quote(str(error))}") from None
    if len(members) == 1:
        raise RecordError("the compression of the .zip file is not supported: unpack it first")
    raise RecordError(f"the .zip file holds {len(members)} databases (.rif or .xml), not one")


MAX_TAG_BYTES = 1 << 20
"""Maximum size of a tag or comment, in bytes."""
MAX_NESTING = 50


class XmlHandler(Protocol):
    """Handles the events of a parser."""

    def start(self, name: str, attributes: dict[str, str], /) -> None:
        """Handle the start of an element."""

    def text(self, text: str, /) -> None:
        """Handle text."""

    def end(self, name: str, /) -> None:
        """Handle the end of an element."""


class XmlParser:
    """Parses XML piece by piece and calls a handler."""

    def __init__(self, handler: XmlHandler) -> None:
        self.error: Problem | None = None
        """Why nothing more can be read."""
        self._handler = handler
        self._fed = 0
        self._depth = 0
        self._expat = expat.ParserCreate()
        self._expat.buffer_text = True
        self._expat.StartElementHandler = self._start
        self._expat.EndElementHandler = self._end
        self._expat.CharacterDataHandler = handler.text
        self._expat.StartDoctypeDeclHandler = _refuse_document_type

    @property
    def place(self) -> str:
        """The current place in the file, such as `line 12`."""
        return f"line {self._expat.CurrentLineNumber}"

    def feed(self, data: bytes | str) -> None:
        """Parse a piece. Raises RecordError for a document type and for too much nesting."""
        self._parse(data, is_last=False)
        self._fed += len(data.encode()) if isinstance(data, str) else len(data)
        if self._fed - self._expat.CurrentByteIndex > MAX_TAG_BYTES:
            self._stop(f"a tag or comment is longer than {MAX_TAG_BYTES:,} bytes")

    def finish(self) -> None:
        """Parse the end of the file."""
        self._parse(b"", is_last=True)

    def _parse(self, data: bytes | str, *, is_last: bool) -> None:
        try:
            self._expat.Parse(data, is_last)
        except expat.ExpatError as error:
            self._stop(expat.ErrorString(error.code) or "unknown error")
        except (LookupError, UnicodeError) as error:
            self._stop(f"the code page is not supported: {quote(str(error))}")

    def _stop(self, why: str) -> None:
        self.error = self.error or Problem(self.place, why)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > MAX_NESTING:
            raise RecordError(f"{self.place}: elements are nested more than {MAX_NESTING} deep")
        self._handler.start(name, attributes)

    def _end(self, name: str) -> None:
        self._depth -= 1
        self._handler.end(name)


def _refuse_document_type(*_: object) -> None:
    raise RecordError(
        "the file declares a document type (<!DOCTYPE), which is not supported because it can "
        "define endless entities: delete that line"
    )
