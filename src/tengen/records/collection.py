"""Games in files, whatever their format."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator

from tengen.files import WholeFile
from tengen.records.format import Format
from tengen.records.formats import detect_format, format_for, format_named
from tengen.records.reading import Reading, Writing
from tengen.records.record import Record
from tengen.records.visits import Visit

HEAD = 1 << 12
STEP = 1 << 12
"""Nodes between two tellings where a tree is streamed."""
STANDARD = "-"
"""The name of standard input and output."""


def open_file(path: str) -> io.BufferedReader:
    """A file, or standard input, to be read."""
    if path == STANDARD:
        return open(0, "rb", closefd=False)
    return open(path, "rb")


def format_in(file: io.BufferedReader, path: str, name: str | None = None) -> Format:
    """The format of a file that was just opened: the one that is named, or else what it looks like.

    Raises RecordError if that cannot be told.
    """
    return format_named(name) if name else detect_format(path, file.peek(HEAD)[:HEAD])


def bytes_read(file: io.BufferedReader) -> int:
    """How far a file has been read, if that can be told."""
    return file.tell() if file.seekable() else 0


def watched(walk: Iterable[Visit], tell: Callable[[int], None]) -> Iterator[Visit]:
    """The same walk; now and then somebody is told how many nodes that were."""
    for number, visit in enumerate(walk):
        if number % STEP == 0:
            tell(number)
        yield visit


def read_records(
    path: str, reading: Reading | None = None, name: str | None = None
) -> Iterator[Record]:
    """The games of a file, one after the other; `name` is that of a format.

    Raises OSError if the file cannot be opened, RecordError if it is in no known format.
    """
    with open_file(path) as file:
        yield from read_from(file, path, reading, name)


def read_from(
    file: io.BufferedReader, path: str, reading: Reading | None = None, name: str | None = None
) -> Iterator[Record]:
    """The games of a file that was just opened. Raises RecordError if its format is not known."""
    yield from format_in(file, path, name).read(file, reading or Reading())


def write_records(
    records: Iterable[Record], path: str, writing: Writing | None = None, name: str | None = None
) -> None:
    """Make a file of games, whole or not at all; `name` is that of a format.

    Raises OSError, and RecordError if a game cannot be written in this format.
    """
    format_ = format_named(name) if name else format_for(path)
    with WholeFile(path) as out:
        format_.write(records, out, writing or Writing())
