"""XML that comes in piece by piece from whoever made it: no document types, nothing without end."""

from __future__ import annotations

from typing import Protocol
from xml.parsers import expat

from tengen.errors import RecordError, quote
from tengen.records.problems import Problem

LONGEST = 1 << 20
"""Bytes of a tag or comment."""
DEEPEST = 50


class Listener(Protocol):
    """What is told of elements."""

    def start(self, name: str, attributes: dict[str, str], /) -> None:
        """An element begins."""

    def text(self, text: str, /) -> None:
        """Text follows."""

    def end(self, name: str, /) -> None:
        """An element ends."""


class XmlParser:
    """Tells a listener what is in the pieces it is given."""

    def __init__(self, listener: Listener) -> None:
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
        if self._fed - self._expat.CurrentByteIndex > LONGEST:
            self._stop(f"a tag or comment is longer than {LONGEST:,} bytes")

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
        if self._depth > DEEPEST:
            raise RecordError(f"{self.place}: elements are nested more than {DEEPEST} deep")
        self._listener.start(name, attributes)

    def _end(self, name: str) -> None:
        self._depth -= 1
        self._listener.end(name)


def _refuse_document_type(*_: object) -> None:
    raise RecordError(
        "the file declares a document type (<!DOCTYPE), which may hide entities without end: "
        "take that line out to have it read"
    )
