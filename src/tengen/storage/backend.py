"""The storage backend: the interface that a store needs from a database, and its rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from tengen.errors import StoreError


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game in the list of games."""

    game: int
    started: int
    """Milliseconds since 1970."""
    summary: str | None = None
    """The stored summary; None if there is none or it is out of date."""


class SummaryRow(NamedTuple):
    """The stored summary of a game that has `events` events."""

    game: int
    events: int
    summary: str


class RoomRow(NamedTuple):
    """A room as it is stored."""

    number: int
    link: str
    setup: str
    one: bytes | None
    two: bytes | None
    is_listed: int
    made: int
    game: int | None
    before: str | None
    started: int | None
    """When the game began, in milliseconds since 1970."""
    summary: str | None
    """The stored summary of the game; None if there is none or it is out of date."""


class EventBatch(NamedTuple):
    """Events to append to a game that has `first` events so far."""

    game: int
    first: int
    texts: list[str]
    is_over: bool | None
    """Whether the game is over after these events; None if they do not change that."""
    is_played: bool
    """Whether the events include a step: a move, or a choice in the opening."""
    epoch: int = 0
    """The epoch with which this server owns the room of the game; 0 for other games."""


class StorageBackend(Protocol):
    """A database of games, rooms and settings.

    When a method returns, its changes are on the disk. A method that fails raises StoreError and
    changes nothing. Several threads and processes may call the methods at the same time.
    """

    @property
    def rooms(self) -> RoomBackend:
        """The rooms in which games are played online."""

    def add_game(self, started: int, event: bytes, claim: Callable[[int], None]) -> int:
        """Add a game with its first event and return its number.

        `claim` is called with the number before the game is visible to others.
        """

    def add_many(self, batches: Sequence[EventBatch]) -> list[StoreError | None]:
        """Append events to many games with one commit; return an error or None for each batch.

        A batch is refused if its game does not have `first` events, or if its room has another
        epoch. The others are still saved. The summaries of games that end are saved, too.
        """

    def events(self, game: int) -> list[bytes]:
        """Return all events of a game in order; an empty list if there is no such game."""

    def entries(self, limit: int, before: int | None, *, include_finished: bool) -> list[GameRow]:
        """Return the newest games with a number below `before`.

        Games of rooms are included only if they are over.
        """

    def save_summaries(self, summaries: Sequence[SummaryRow]) -> None:
        """Save summaries of games, replacing earlier ones."""

    def unplayed(self, started_before: int) -> list[int]:
        """Return the games without a step that began before `started_before`."""

    def delete_unplayed(self, games: Sequence[int]) -> int:
        """Delete those of the games that still have no step; return how many were deleted."""

    def put(self, key: str, value: bytes) -> None:
        """Store a value under a key, replacing an earlier one."""

    def get(self, key: str) -> bytes | None:
        """Return the value stored under a key; None if there is none."""

    def close(self) -> None:
        """Close the database."""


class RoomBackend(Protocol):
    """Stored rooms, with the same guarantees as StorageBackend.

    Lists are newest first; `before` limits them to rooms with a lower number.
    """

    def add(self, row: RoomRow) -> None:
        """Add a room; the database assigns its number."""

    def begin(self, row: RoomRow, started: int, event: bytes, epoch: int) -> int:
        """Add a game with its first event to a room without a game; return its number.

        Raises RoomOutdated if the room has another epoch.
        """

    def find(self, link: str) -> RoomRow | None:
        """Return the room with this link."""

    def find_after(self, link: str) -> RoomRow | None:
        """Return the room of the rematch."""

    def is_over(self, game: int) -> bool | None:
        """Whether the game of a room is over; None if the game belongs to no room."""

    def held_by(self, holder: bytes, limit: int, before: int | None) -> list[RoomRow]:
        """Return the rooms in which `holder` holds a seat."""

    def listed(self, limit: int, before: int | None) -> list[RoomRow]:
        """Return the public rooms whose games are over."""

    def against_people(self, holder: bytes, limit: int) -> list[RoomRow]:
        """Return the rooms with a running game between `holder` and somebody else."""

    def waiting(self, made_before: int) -> list[str]:
        """Return the links of rooms without a game that were made before `made_before`."""

    def delete(self, links: Sequence[str]) -> int:
        """Delete those of the rooms that have no game; return how many were deleted."""
