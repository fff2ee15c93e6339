"""All formats: which one a file has, which files are meant, and their games read and written."""

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
    """A format by its name. Raises RecordError."""
    if name in FORMATS:
        return FORMATS[name]
    near = difflib.get_close_matches(name, FORMATS, n=1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(FORMATS)}"
    raise RecordError(f"there is no format {quote(name)}: {hint}")


def format_for(path: str) -> Format:
    """The format that a file with this name is written in. Raises RecordError."""
    named = _by_suffix(path)
    if len(named) == 1:
        return named[0]
    suffix = os.path.splitext(path)[1]
    if not named:
        raise RecordError(f"no format is known by {quote(suffix)}: say which one, with --to")
    names = " or ".join(format_.name for format_ in named)
    raise RecordError(f"{quote(suffix)} can be {names}: say which one, with --to")


def detect_format(path: str, head: bytes) -> Format:
    """The format that a file is in, by its beginning and its name. Raises RecordError."""
    head = _narrow(head)
    alike = [format_ for format_ in FORMATS.values() if format_.resembles(head)]
    named = _by_suffix(path)
    both = [format_ for format_ in named if format_ in alike]
    found = both or alike or (named if len(named) == 1 else [])
    if not found:
        raise RecordError(f"{quote(path)} is in no format that is known: say which, with --from")
    return found[0]


def _narrow(head: bytes) -> bytes:
    """The same in UTF-8, if it begins with the mark of UTF-16 or UTF-32."""
    name = marked_encoding(head)
    if name is None or not is_wide(head):
        return head
    return codecs.getincrementaldecoder(name)("replace").decode(head).encode()


def _by_suffix(path: str) -> list[Format]:
    suffix = os.path.splitext(path)[1].lower()
    return [format_ for format_ in FORMATS.values() if suffix in format_.suffixes]


HEAD_SIZE = 1 << 12
PROGRESS_STEP = 1 << 12
"""Nodes between two tellings where a tree is streamed."""
STANDARD_STREAM = "-"
"""The name of standard input and output."""


def open_file(path: str) -> io.BufferedReader:
    """A file, or standard input, to be read."""
    if path == STANDARD_STREAM:
        return open(0, "rb", closefd=False)
    return open(path, "rb")


def format_in(file: io.BufferedReader, path: str, name: str | None = None) -> Format:
    """The format of a file that was just opened: the one that is named, or else what it looks like.

    Raises RecordError if that cannot be told.
    """
    return format_named(name) if name else detect_format(path, file.peek(HEAD_SIZE)[:HEAD_SIZE])


def bytes_read(file: io.BufferedReader) -> int:
    """How far a file has been read, if that can be told."""
    return file.tell() if file.seekable() else 0


def report_progress(walk: Iterable[Visit], tell: Callable[[int], None]) -> Iterator[Visit]:
    """The same walk; now and then somebody is told how many nodes that were."""
    for number, visit in enumerate(walk):
        if number % PROGRESS_STEP == 0:
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
    with AtomicFile(path) as out:
        format_.write(records, out, writing or Writing())


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file, and what it is called below the folder that was asked for."""

    path: str
    name: str

    @property
    def size(self) -> int:
        """Its bytes, as far as that can be told."""
        try:
            return os.path.getsize(self.path)
        except OSError:
            return 0


def find_sources(wanted: list[str]) -> list[SourceFile]:
    """All files that are named; of a folder, those whose suffix belongs to a format.

    Raises RecordError if a name leads to nothing.
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
        return _require_some(path, list(_in_folder(path)), "no file of a known format is in")
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


def _require_some(path: str, found: list[SourceFile], nothing: str) -> list[SourceFile]:
    if not found:
        raise RecordError(f"{nothing} {quote(path)}")
    return found
