"""A whole store as rows, for copying and comparing: the interface of the databases.

The target of an unfinished copy stores how far the copy is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple, Protocol

import msgspec

from tengen.errors import StoreError
from tengen.storage.backend import StorageBackend

EventRow = tuple[int, int, str]
"""A game, the number of the event in the game, and the event."""
GameColumns = tuple[Any, ...]
"""The fields of StoredGame before its events."""
NO_EVENTS: tuple[int | None, Iterator[EventRow]] = None, iter(())


class StoredGame(NamedTuple):
    """Everything that is stored of a game, apart from its room."""

    game: int
    started: int
    is_over: bool
    is_played: bool
    summary_events: int | None
    """The number of events that the game had when its summary was stored."""
    summary: str | None
    events: list[tuple[int, str]]
    """The events with their numbers."""


class StoredRoom(NamedTuple):
    """Everything that is stored of a room."""

    number: int
    link: str
    setup: str
    one: bytes | None
    two: bytes | None
    is_listed: bool
    made: int
    game: int | None
    before: str | None
    is_over: bool


class StoredSetting(NamedTuple):
    """A setting."""

    key: str
    value: bytes


class StoreCounts(NamedTuple):
    """How much a store holds, and the last numbers that were given to games and rooms."""

    games: int
    rooms: int
    settings: int
    last_game: int
    last_room: int

    @property
    def rows(self) -> int:
        """The number of games, rooms and settings."""
        return self.games + self.rooms + self.settings


class StoreRows(NamedTuple):
    """Rows that are added with one commit."""

    games: Sequence[StoredGame] = ()
    rooms: Sequence[StoredRoom] = ()
    settings: Sequence[StoredSetting] = ()


class StoreSnapshot(Protocol):
    """A store at one moment. Rows are in the order of their numbers or keys, and are streamed."""

    def counts(self) -> StoreCounts:
        """Count the rows."""

    def games(self, after: int = 0) -> Iterator[StoredGame]:
        """Yield the games with a number above `after`."""

    def rooms(self, after: int = 0) -> Iterator[StoredRoom]:
        """Yield the rooms with a number above `after`."""

    def settings(self, after: str | None = None) -> Iterator[StoredSetting]:
        """Yield the settings with a key above `after`, except for the state of a copy."""


class TransferBackend(Protocol):
    """A store that nobody else uses. All methods raise StoreError if they fail."""

    @property
    def place(self) -> str:
        """The directory or the address of the database, for messages."""

    def snapshot(self) -> AbstractContextManager[StoreSnapshot]:
        """Read the store as it is now."""

    def state(self) -> bytes | None:
        """Return the state of an unfinished copy to this store; None if there is none."""

    def load(self, rows: StoreRows, state: bytes) -> None:
        """Add rows and save the state of the copy, with one commit."""

    def continue_numbers(self, counts: StoreCounts) -> None:
        """Give new games and rooms numbers above the last ones of `counts`."""

    def forget_state(self) -> None:
        """Delete the state of the copy: it is complete."""

    def check_unchanged(self) -> None:
        """Raise StoreError if somebody has used this store since it was opened."""


SEE_CHECK = "run `tengen store check`, and repair that store first"
CONTRADICTION = f"the rows to be copied contradict each other: {{why}}; {SEE_CHECK}"
CHANGED = "the games were changed while they were copied; start again with an empty target"


def make_game(columns: GameColumns, events: list[tuple[int, str]]) -> StoredGame:
    """Return a game from its row and its events."""
    game, started, is_over, is_played, count, summary = columns
    return StoredGame(game, started, bool(is_over), bool(is_played), count, summary, events)


def join_events(
    place: str, games: Iterable[GameColumns], events: Iterable[EventRow]
) -> Iterator[StoredGame]:
    """Join games with their events; both are in the order of the games.

    Raises StoreError if there are events without a game.
    """
    groups = groupby(events, itemgetter(0))
    owner, rows = next(groups, NO_EVENTS)
    for columns in games:
        numbered = []
        if owner == columns[0]:
            numbered = [(number, event) for _, number, event in rows]
            owner, rows = next(groups, NO_EVENTS)
        if owner is not None and owner <= columns[0]:
            break
        yield make_game(columns, numbered)
    if owner is not None:
        raise StoreError(place, f"there are events of game {owner}, but no such game; {SEE_CHECK}")


COPY_KEY = "unfinished copy"
"""The key of the state among the settings. A complete store has no such setting."""
UNFINISHED = "this is an unfinished copy{of}; finish it with the same `tengen store copy` as before"


class CopyState(msgspec.Struct, frozen=True):
    """What is copied, and how far the copy is."""

    source: str
    """The place of the source."""
    counts: StoreCounts
    """What the source holds."""
    done: int = 0
    """How many rows are copied."""
    game: int = 0
    """The number of the last game that is copied."""
    room: int = 0
    """The number of the last room that is copied."""
    setting: str | None = None
    """The key of the last setting that is copied."""


def format_state(state: CopyState) -> bytes:
    """Return the state as JSON."""
    return msgspec.json.encode(state)


def parse_state(data: bytes) -> CopyState | None:
    """Parse the output of `format_state`; None if another version of Tengen wrote it."""
    try:
        return msgspec.json.decode(data, type=CopyState)
    except msgspec.DecodeError:
        return None


def describe_unfinished(data: bytes) -> str:
    """Return what to do with a store that has this state."""
    state = parse_state(data)
    return UNFINISHED.format(of="" if state is None else f" of {state.source}")


def refuse_unfinished(place: str, backend: StorageBackend) -> None:
    """Raise StoreError if a store is an unfinished copy.

    A setting that cannot be read does not matter here: damage is reported where it does.
    """
    state = None
    with suppress(StoreError):
        state = backend.get(COPY_KEY)
    if state is not None:
        raise StoreError(place, describe_unfinished(state))
