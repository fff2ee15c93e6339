"""The games of a file, read when they are first asked for."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator

from tengen.errors import RecordError, quote
from tengen.records.collection import bytes_read, format_in, open_file, watched
from tengen.records.reading import Reading
from tengen.records.record import Record
from tengen.records.visits import tree_of

OnProgress = Callable[[int, int], None]
"""Told of bytes read, and of positions or games so far."""


class Games:
    """Keeps what it has read: a file of a hundred thousand games is open at once.

    What reads raises RecordError if the file cannot be read, or is in no known format.
    """

    def __init__(self, path: str, reading: Reading, name: str | None = None) -> None:
        """`name` is that of a format."""
        self.path = path
        self.problems = reading.problems
        self.known: list[Record] = []
        self.is_complete = False
        self.on_progress: OnProgress = lambda _bytes, _count: None
        self._reading = reading
        self._name = name
        self._source = self._read()

    def at(self, index: int) -> Record | None:
        """The game with this index, from 0; None if there are not so many."""
        while len(self.known) <= index and self.read_one():
            pass
        return self.known[index] if 0 <= index < len(self.known) else None

    def read_one(self) -> bool:
        """Read on; whether there was another game."""
        try:
            record = next(self._source, None)
        except OSError as error:
            why = error.strerror or str(error)
            raise RecordError(f"cannot read {quote(self.path)}: {why}") from None
        if record is None:
            self.is_complete = True
            return False
        self.known.append(record)
        return True

    def _read(self) -> Iterator[Record]:
        with open_file(self.path) as file:
            format_ = format_in(file, self.path, self._name)
            if format_.stream is not None:
                record, walk = format_.stream(file, self._reading)
                record.root = tree_of(watched(walk, lambda count: self._tell(file, count)))
                yield record
                return
            for record in format_.read(file, self._reading):
                self._tell(file, len(self.known))
                yield record

    def _tell(self, file: io.BufferedReader, count: int) -> None:
        self.on_progress(bytes_read(file), count)
