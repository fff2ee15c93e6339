"""Which files are meant: names, folders, wildcards."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterator
from dataclasses import dataclass

from tengen.errors import RecordError, quote
from tengen.records.collection import STANDARD
from tengen.records.formats import FORMATS


@dataclass(frozen=True, slots=True)
class Source:
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


def find_sources(wanted: list[str]) -> list[Source]:
    """All files that are named; of a folder, those whose suffix belongs to a format.

    Raises RecordError if a name leads to nothing.
    """
    found: dict[str, Source] = {}
    for path in wanted:
        for source in _find(path):
            found.setdefault(os.path.realpath(source.path), source)
    return list(found.values())


def _find(path: str) -> list[Source]:
    if path == STANDARD:
        return [Source(path, "games")]
    if os.path.isdir(path):
        return _checked(path, list(_in_folder(path)), "no file of a known format is in")
    if os.path.lexists(path):
        return [Source(path, os.path.basename(path))]
    alike = sorted(glob.glob(path, recursive=True))
    sources = [source for match in alike for source in _find_match(match)]
    return _checked(path, sources, "there is no file")


def _find_match(path: str) -> list[Source]:
    return list(_in_folder(path)) if os.path.isdir(path) else [Source(path, os.path.basename(path))]


def _in_folder(folder: str) -> Iterator[Source]:
    suffixes = {suffix for format_ in FORMATS.values() for suffix in format_.suffixes}
    for place, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            if os.path.splitext(name)[1].lower() in suffixes:
                path = os.path.join(place, name)
                yield Source(path, os.path.relpath(path, folder))


def _checked(path: str, found: list[Source], nothing: str) -> list[Source]:
    if not found:
        raise RecordError(f"{nothing} {quote(path)}")
    return found
