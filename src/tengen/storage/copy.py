"""Copies a whole store to another place, and compares the two by digests.

A copy that was broken off can be continued.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from os.path import realpath
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from tengen.errors import StoreError
from tengen.storage import transfer
from tengen.storage.address import is_address, public_address

MAX_ROWS, MAX_EVENTS = 1000, 20_000
"""The most games or rooms, and about the most events, that are copied with one commit."""
SAME_PLACE = "this is both the source and the target; choose another target"
NOT_EMPTY = "this store is not empty; choose an empty directory or database as the target"
OTHER_SOURCE = (
    "this is an unfinished copy of {source}; finish that copy first, or choose another target"
)
OTHER_VERSION = (
    "another version of Tengen has begun a copy here; use that version, or choose another target"
)
SOURCE_CHANGED = (
    "{source} has changed since the copy was begun; start again with an empty directory or database"
)
DIFFERENT = "the copy has other {part} than {source}; start again with an empty target"

Report = Callable[[str, int, int], None]
"""Called with what was done, for how many rows, and for how many it will be done."""
Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class CopyReport:
    """What a complete copy holds."""

    counts: transfer.StoreCounts
    events: int
    """The number of events of all games."""
    digest: str
    """A SHA-256 digest of all rows, the same for both stores."""
    was_there: bool
    """Whether the target held the same before, so that nothing was copied."""


def open_place(place: str, *, must_exist: bool) -> AbstractContextManager[transfer.TransferBackend]:
    """Open a directory or an address for a copy. Raises StoreError if it is in use."""
    if is_address(place):
        from tengen.storage.postgresql_transfer import open_address  # noqa: PLC0415 - needs psycopg

        return open_address(place, must_exist=must_exist)
    from tengen.storage.sqlite_transfer import open_directory  # noqa: PLC0415 - as the other

    return open_directory(realpath(place), must_exist=must_exist)


def copy_store(source: str, target: str, report: Report) -> CopyReport:
    """Copy the store at `source` to `target`, or continue such a copy. Raises StoreError.

    Both are directories or addresses. The target must be empty, or an unfinished copy of the same
    source.
    """
    places = [place if is_address(place) else realpath(place) for place in (source, target)]
    if places[0] == places[1]:
        raise StoreError(name_of(target), SAME_PLACE)
    with (
        open_place(source, must_exist=True) as opened,
        open_place(target, must_exist=False) as copy,
    ):
        return StoreCopy(opened, copy, report).run()


def name_of(place: str) -> str:
    """Return a place for messages: a directory, or an address without its password."""
    return public_address(place) if is_address(place) else realpath(place)


class StoreCopy:
    """A copy from one opened store to another."""

    def __init__(
        self, source: transfer.TransferBackend, target: transfer.TransferBackend, report: Report
    ) -> None:
        self._source = source
        self._target = target
        self._report = report

    def run(self) -> CopyReport:
        """Copy what is missing, and compare both stores. Raises StoreError."""
        unfinished = self._source.state()
        if unfinished is not None:
            raise StoreError(self._source.place, transfer.describe_unfinished(unfinished))
        with self._source.snapshot() as snapshot:
            counts = snapshot.counts()
            state = self._start(counts)
            if state is not None:
                self._target.continue_numbers(counts)
                self._copy(snapshot, state)
            result = self._compare(snapshot, counts, was_there=state is None)
        self._source.check_unchanged()
        self._target.forget_state()
        return result

    def _start(self, counts: transfer.StoreCounts) -> transfer.CopyState | None:
        """Return where to begin; None if the target seems to hold the same already."""
        data = self._target.state()
        if data is not None:
            return self._check_state(transfer.parse_state(data), counts)
        with self._target.snapshot() as snapshot:
            there = snapshot.counts()
        if there.rows not in {0, counts.rows}:
            raise StoreError(self._target.place, NOT_EMPTY)
        if there.rows:
            return None
        state = transfer.CopyState(self._source.place, counts)
        self._target.load(transfer.StoreRows(), transfer.format_state(state))
        return state

    def _check_state(
        self, state: transfer.CopyState | None, counts: transfer.StoreCounts
    ) -> transfer.CopyState:
        """Raise StoreError if the state belongs to another copy."""
        if state is None:
            why = OTHER_VERSION
        elif state.source != self._source.place:
            why = OTHER_SOURCE.format(source=state.source)
        elif state.counts != counts:
            why = SOURCE_CHANGED.format(source=state.source)
        else:
            return state
        raise StoreError(self._target.place, why)

    def _copy(self, snapshot: transfer.StoreSnapshot, state: transfer.CopyState) -> None:
        """Copy what comes after the state, in batches."""
        for games in _batches(snapshot.games(state.game), lambda game: len(game.events)):
            state = self._load(transfer.StoreRows(games=games), replace(state, game=games[-1].game))
        for rooms in _batches(snapshot.rooms(state.room), lambda _room: 0):
            state = self._load(
                transfer.StoreRows(rooms=rooms), replace(state, room=rooms[-1].number)
            )
        for settings in _batches(snapshot.settings(state.setting), lambda _setting: 0):
            state = self._load(
                transfer.StoreRows(settings=settings), replace(state, setting=settings[-1].key)
            )

    def _load(self, rows: transfer.StoreRows, state: transfer.CopyState) -> transfer.CopyState:
        """Add rows to the target with the state after them; return that state."""
        state = replace(state, done=state.done + sum(map(len, rows)))
        self._target.load(rows, transfer.format_state(state))
        self._report("copied", state.done, state.counts.rows)
        return state

    def _compare(
        self, snapshot: transfer.StoreSnapshot, counts: transfer.StoreCounts, *, was_there: bool
    ) -> CopyReport:
        """Raise StoreError if the stores differ."""
        source = StoreDigest(snapshot, lambda done: self._show_compared(done, counts))
        with self._target.snapshot() as copy:
            target = StoreDigest(copy, lambda done: self._show_compared(counts.rows + done, counts))
            there = copy.counts()
        part = source.find_difference(target)
        if there.last_game < counts.last_game or there.last_room < counts.last_room:
            part = part or "numbers"
        if part is not None:
            why = NOT_EMPTY if was_there else DIFFERENT.format(part=part, source=self._source.place)
            raise StoreError(self._target.place, why)
        return CopyReport(counts, source.events, str(source), was_there)

    def _show_compared(self, done: int, counts: transfer.StoreCounts) -> None:
        self._report("compared", done, 2 * counts.rows)


def _batches(rows: Iterable[Row], count_events: Callable[[Row], int]) -> Iterator[list[Row]]:
    """Split rows into batches that are not too large."""
    batch: list[Row] = []
    events = 0
    for row in rows:
        batch.append(row)
        events += count_events(row)
        if len(batch) >= MAX_ROWS or events >= MAX_EVENTS:
            yield batch
            batch, events = [], 0
    if batch:
        yield batch


_ENCODER = msgspec.msgpack.Encoder()


class StoreDigest:
    """SHA-256 digests of the games, the rooms and the settings of a store."""

    def __init__(self, snapshot: transfer.StoreSnapshot, on_row: Callable[[int], None]) -> None:
        """Read the whole store; `on_row` is called with the number of rows so far."""
        self.rows = {"games": 0, "rooms": 0, "settings": 0}
        self.events = 0
        """The number of events of all games."""
        self._on_row = on_row
        self.parts = {
            "games": self._add_up("games", map(self._count, snapshot.games())),
            "rooms": self._add_up("rooms", snapshot.rooms()),
            "settings": self._add_up("settings", snapshot.settings()),
        }

    def __str__(self) -> str:
        return hashlib.sha256("".join(self.parts.values()).encode()).hexdigest()

    def find_difference(self, other: StoreDigest) -> str | None:
        """Return the first part that differs; None if all rows are equal."""
        parts = (part for part in self.parts if self.parts[part] != other.parts[part])
        return next(parts, None)

    def _count(self, game: transfer.StoredGame) -> transfer.StoredGame:
        self.events += len(game.events)
        return game

    def _add_up(self, part: str, rows: Iterable[tuple[object, ...]]) -> str:
        digest = hashlib.sha256()
        for row in rows:
            digest.update(_ENCODER.encode(row))
            self.rows[part] += 1
            self._on_row(sum(self.rows.values()))
        return f"{self.rows[part]} {digest.hexdigest()}\n"
