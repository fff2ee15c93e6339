"""The files that a review is written to: looked at before the work, written after it."""

from __future__ import annotations

import argparse
import os
from collections import Counter

from tengen.atomic_file import would_replace_file, write_atomically
from tengen.cli.complain import complain, tell
from tengen.errors import RecordError, UsageError, quote
from tengen.records.format import Feature, tell_losses
from tengen.records.formats import STANDARD_STREAM, format_for, format_named, write_records
from tengen.records.reading import Writing
from tengen.records.record import Record


class Target:
    """Where annotated games go to, and in which format."""

    def __init__(self, found: argparse.Namespace, writing: Writing) -> None:
        """Raise UsageError if it cannot be written to."""
        self._path: str = found.out
        self._writing = writing
        check_free(found.out, "--out", is_forced=found.force)
        try:
            self._format = format_named(found.to) if found.to else format_for(found.out)
        except RecordError as error:
            raise UsageError(f"{error}.") from None

    def try_out(self, records: list[Record]) -> None:
        """Raise UsageError if these games cannot be written: sooner is better than later."""
        try:
            write_records(records, os.devnull, self._writing, self._format.name)
        except RecordError as error:
            raise UsageError(f"--out {quote(self._path)}: {error}.") from None

    def write(self, records: list[Record]) -> bool:
        """Write the games, and tell what the format cannot hold; False if that failed."""
        lost: Counter[Feature] = Counter()
        for record in records:
            lost += self._format.losses(record)
        try:
            write_records(records, self._path, self._writing, self._format.name)
        except RecordError as error:
            complain(f"cannot write {self._path!a}: {error}")
            return False
        except OSError as error:
            complain(f"cannot write {self._path!a}: {error.strerror}")
            return False
        if lost:
            tell(f"{self._format.name} cannot hold: {tell_losses(lost)}")
        return True


def write_chart(path: str, chart: str) -> bool:
    """Write a picture; False, and a word, if that failed."""
    try:
        write_atomically(path, chart.encode())
    except OSError as error:
        complain(f"cannot write {path!a}: {error.strerror}")
        return False
    return True


def check_free(path: str, option: str, *, is_forced: bool) -> None:
    """Raise UsageError if a file is in the way."""
    if path == STANDARD_STREAM:
        raise UsageError(f"{option} needs the name of a file: standard output has the summary.")
    if not is_forced and would_replace_file(path):
        raise UsageError(f"{quote(path)} is there already: --force replaces it.")
