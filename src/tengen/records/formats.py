"""All formats: find files, detect their formats, and read and write their games."""

from __future__ import annotations

import codecs
import difflib
import glob
import io
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from tengen.atomic_file import AtomicFile
from tengen.errors import RecordError, quote
from tengen.records.classic_result import FINAL_BOARD
from tengen.records.format import Format
from tengen.records.game_tree import Visit
from tengen.records.json_records import JSON, JSONL
from tengen.records.line_formats import GAMES_FORMAT, MOVES_FORMAT, OPENINGS_FORMAT
from tengen.records.move_lists import POS, REC, SAV
from tengen.records.psq import PSQ
from tengen.records.reading import Reading, Writing, is_wide, marked_encoding
from tengen.records.record import Record
from tengen.records.renlib import LIB
from tengen.records.rif import RIF
from tengen.records.sgf import SGF

FORMATS = {
    format_.name: format_
    for format_ in (
        GAMES_FORMAT,
        JSON,
        JSONL,
        LIB,
        MOVES_FORMAT,
        OPENINGS_FORMAT,
        POS,
        PSQ,
        REC,
        FINAL_BOARD,
        RIF,
        SAV,
        SGF,
    )
}
"""Every format by its name."""


def format_named(name: str) -> Format:
    """Return a format by its name. Raises RecordError."""
    if name in FORMATS:
        return FORMATS[name]
    near = difflib.get_close_matches(name, FORMATS, n=1)
    hint = f"did you mean {near[0]}?" if near else f"use one of {', '.join(FORMATS)}"
    raise RecordError(f"unknown format {quote(name)}: {hint}")


def format_for(path: str) -> Format:
    """Return the format to write a file in, by the suffix of its name. Raises RecordError."""
    named = _by_suffix(path)
    if len(named) == 1:
        return named[0]
    suffix = os.path.splitext(path)[1]
    if not named:
        raise RecordError(f"unknown suffix {quote(suffix)}: choose a format with --to")
    names = " or ".join(format_.name for format_ in named)
    raise RecordError(f"{quote(suffix)} can be {names}: choose one with --to")


def detect_format(path: str, head: bytes) -> Format:
    """Return the format of a file, by its first bytes and its name. Raises RecordError."""
    head = _to_utf8(head)
    alike = [format_ for format_ in FORMATS.values() if format_.resembles(head)]
    named = _by_suffix(path)
    both = [format_ for format_ in named if format_ in alike]
    found = both or alike or (named if len(named) == 1 else [])
    if not found:
        raise RecordError(f"cannot detect the format of {quote(path)}: give it with --from")
    return found[0]


def _to_utf8(head: bytes) -> bytes:
    """Convert bytes that start with a byte-order mark of UTF-16 or UTF-32 to UTF-8."""
    name = marked_encoding(head)
    if name is None or not is_wide(head):
        return head
    return codecs.getincrementaldecoder(name)("replace").decode(head).encode()


def _by_suffix(path: str) -> list[Format]:
    suffix = os.path.splitext(path)[1].lower()
    return [format_ for format_ in FORMATS.values() if suffix in format_.suffixes]


HEAD_SIZE = 1 << 12
PROGRESS_STEP = 1 << 12
"""Nodes between two progress reports while a tree is streamed."""
STANDARD_STREAM = "-"
"""The name of standard input and output."""


def open_file(path: str) -> io.BufferedReader:
    """Open a file, or standard input, for reading."""
    if path == STANDARD_STREAM:
        return open(0, "rb", closefd=False)
    return open(path, "rb")


def format_in(file: io.BufferedReader, path: str, name: str | None = None) -> Format:
    """Return the format called `name`, or else detect that of a file that was just opened.

    Raises RecordError.
    """
    return format_named(name) if name else detect_format(path, file.peek(HEAD_SIZE)[:HEAD_SIZE])


def bytes_read(file: io.BufferedReader) -> int:
    """Return how many bytes have been read; 0 for a pipe."""
    return file.tell() if file.seekable() else 0


def report_progress(walk: Iterable[Visit], report: Callable[[int], None]) -> Iterator[Visit]:
    """Yield the visits of a walk, and report their number now and then."""
    for number, visit in enumerate(walk):
        if number % PROGRESS_STEP == 0:
            report(number)
        yield visit


def read_records(
    path: str, reading: Reading | None = None, name: str | None = None
) -> Iterator[Record]:
    """Yield the games of a file; `name` is the name of a format.

    Raises OSError if the file cannot be opened, RecordError if its format is unknown.
    """
    with open_file(path) as file:
        yield from read_from(file, path, reading, name)


def read_from(
    file: io.BufferedReader, path: str, reading: Reading | None = None, name: str | None = None
) -> Iterator[Record]:
    """Yield the games of a file that was just opened. Raises RecordError for unknown formats."""
    yield from format_in(file, path, name).read(file, reading or Reading())


def write_records(
    records: Iterable[Record], path: str, writing: Writing | None = None, name: str | None = None
) -> None:
    """Write games to a file, all or nothing; `name` is the name of a format.

    Raises OSError, and RecordError if a game cannot be written in this format.
    """
    format_ = format_named(name) if name else format_for(path)
    with AtomicFile(path) as out:
        format_.write(records, out, writing or Writing())


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file, and its name relative to the folder that was given."""

    path: str
    name: str

    @property
    def size(self) -> int:
        """The size in bytes; 0 if it is unknown."""
        try:
            return os.path.getsize(self.path)
        except OSError:
            return 0


def find_sources(wanted: list[str]) -> list[SourceFile]:
    """Return the files that paths and wildcards name; of a folder, those with a known suffix.

    Raises RecordError if there is no such file.
    """
    found: dict[str, SourceFile] = {}
    for path in wanted:
        for source in _find(path):
            found.setdefault(os.path.realpath(source.path), source)
    return list(found.values())


def _find(path: str) -> list[SourceFile]:
    if path == STANDARD_STREAM:
        return [SourceFile(path, "games")]
    if os.path.isdir(path):
        return _require_some(path, list(_in_folder(path)), "no file of a known format in")
    if os.path.lexists(path):
        return [SourceFile(path, os.path.basename(path))]
    alike = sorted(glob.glob(path, recursive=True))
    sources = [source for match in alike for source in _find_match(match)]
    return _require_some(path, sources, "there is no file")


def _find_match(path: str) -> list[SourceFile]:
    return (
        list(_in_folder(path))
        if os.path.isdir(path)
        else [SourceFile(path, os.path.basename(path))]
    )


def _in_folder(folder: str) -> Iterator[SourceFile]:
    suffixes = {suffix for format_ in FORMATS.values() for suffix in format_.suffixes}
    for place, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            if os.path.splitext(name)[1].lower() in suffixes:
                path = os.path.join(place, name)
                yield SourceFile(path, os.path.relpath(path, folder))


def _require_some(path: str, found: list[SourceFile], message: str) -> list[SourceFile]:
    if not found:
        raise RecordError(f"{message} {quote(path)}")
    return found
