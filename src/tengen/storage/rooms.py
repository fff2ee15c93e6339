"""Rooms, in which games are played online. They are stored with the games."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Self, TypeVar

import msgspec

from tengen.errors import ParseError, SessionError, StoreError
from tengen.game import Event, Person, Seat, Setup
from tengen.game.events import GameStarted, format_event, format_setup, parse_event, parse_setup
from tengen.storage.backend import GameRow, RoomRow, StorageBackend
from tengen.storage.event_writer import EventWriter, WriteReply, make_event_batch
from tengen.storage.ownership import RoomOwner
from tengen.storage.summary import GameSummary, SummaryCache
from tengen.storage.transfer import refuse_unfinished

Holders = tuple[bytes | None, bytes | None]


@dataclass(frozen=True, slots=True)
class KeptRoom:
    """A stored room: the agreed setup, and who may play."""

    link: str
    """Random text in the address, unique to the room."""
    setup: Setup
    """The agreed setup, with the players as far as they are known."""
    holders: Holders
    """Digests of the holders of seats one and two; None if a seat is open or a machine's."""
    is_listed: bool
    """Whether everybody may see the game once it is over."""
    made: int
    """When the room was made, in milliseconds since 1970."""
    game: int | None = None
    """The number of the game once it has begun."""
    before: str | None = None
    """The link of the previous room if this is a rematch."""

    @property
    def is_between_people(self) -> bool:
        """Whether two people hold the seats, each in their own browser."""
        one, two = self.holders
        return None not in self.holders and one != two

    def seat_of(self, holder: bytes) -> Seat | None:
        """Return the seat that somebody holds, the first of two; None if they hold none."""
        return next((seat for seat in Seat if self.holders[seat.value - 1] == holder), None)

    def is_free(self, seat: Seat) -> bool:
        """Whether a person may still take this seat."""
        one, two = self.holders
        holder = one if seat is Seat.ONE else two
        return holder is None and isinstance(self.setup.sitter(seat), Person)


@dataclass(frozen=True, slots=True)
class RoomEntry:
    """A room in a list of rooms."""

    number: int
    """Increases with every room; pass the last one of a page as `before` to get the next page."""
    room: KeptRoom
    summary: GameSummary | None
    """None before the game has begun."""


def room_to_row(room: KeptRoom) -> RoomRow:
    """Return the row of a room that has no number yet."""
    setup = format_setup(room.setup).decode()
    one, two = room.holders
    return RoomRow(
        0, room.link, setup, one, two, room.is_listed, room.made, room.game, room.before, None, None
    )


def room_from_row(row: RoomRow) -> KeptRoom:
    """Return the room of a row. Raises ParseError."""
    return KeptRoom(
        row.link,
        parse_setup(row.setup.encode()),
        (row.one, row.two),
        bool(row.is_listed),
        row.made,
        row.game,
        row.before,
    )


BATCH_SIZE = 500
"""How many games or rooms are deleted with one commit."""
Item = TypeVar("Item")
FetchRooms = Callable[[int, int | None], list[RoomRow]]


class RoomStore:
    """The games and rooms of a server, and its settings.

    When a method returns, its changes are on the disk. All methods raise StoreError if they fail.
    """

    def __init__(self, place: str, backend: StorageBackend, owner: RoomOwner) -> None:
        self.place = place
        """The directory or the address of the database, for messages."""
        self.owner = owner
        """Takes rooms for this server."""
        self._backend = backend
        try:
            refuse_unfinished(place, backend)
        except StoreError:
            backend.close()
            raise

    def add_room(self, room: KeptRoom) -> None:
        """Save a room whose game has not begun. Raises StoreError if its link is taken."""
        self._backend.rooms.add(room_to_row(room))

    def begin_room(
        self, link: str, setup: Setup, holders: Holders, start: GameStarted, epoch: int = 0
    ) -> int:
        """Begin the game of a room with its final setup. Raises StoreError if it has begun.

        Raises RoomOutdated if another server has taken the room.
        """
        agreed = msgspec.structs.replace(setup, moves=())  # the first event has them
        row = room_to_row(KeptRoom(link, agreed, holders, is_listed=False, made=0))
        return self._backend.rooms.begin(row, now(), format_event(start), epoch)

    def room(self, link: str) -> KeptRoom | None:
        """Return the room with this link, if there is one."""
        return self._room(self._backend.rooms.find(link))

    def room_after(self, link: str) -> KeptRoom | None:
        """Return the room of the rematch, if there is one."""
        return self._room(self._backend.rooms.find_after(link))

    def rooms_of(
        self, holder: bytes, limit: int = 50, before: int | None = None
    ) -> list[RoomEntry]:
        """Return the newest rooms with a number below `before` in which `holder` has a seat."""
        return self._entries(
            lambda *page: self._backend.rooms.held_by(holder, *page), limit, before
        )

    def listed_rooms(self, limit: int = 50, before: int | None = None) -> list[RoomEntry]:
        """Return the newest public rooms with a number below `before` whose games are over."""
        return self._entries(self._backend.rooms.listed, limit, before)

    def rooms_against_people(self, holder: bytes, limit: int) -> list[KeptRoom]:
        """Return the newest rooms with a running game between `holder` and another person.

        Rooms that cannot be read are left out.
        """
        found = []
        for row in self._backend.rooms.against_people(holder, limit):
            with suppress(ParseError):
                found.append(room_from_row(row))
        return found

    def is_running(self, room: KeptRoom) -> bool:
        """Whether the game of a room has begun and is not over."""
        return room.game is not None and self._backend.rooms.is_over(room.game) is False

    def forget_room(self, link: str) -> bool:
        """Delete a room whose game has not begun; return whether there was one."""
        return self._backend.rooms.delete([link]) == 1

    def forget_waiting(self, made_before: int, wanted: Collection[str] = ()) -> int:
        """Delete rooms without a game that were made before `made_before`; return how many.

        Rooms whose links are `wanted` are not deleted.
        """
        links = [link for link in self._backend.rooms.waiting(made_before) if link not in wanted]
        return sum(self._backend.rooms.delete(batch) for batch in in_batches(links))

    # Games and settings

    def append(self, game: int, first: int, events: Sequence[Event]) -> None:
        """Save events of a game that has `first` events so far."""
        (error,) = self._backend.add_many([make_event_batch(game, first, events)])
        if error is not None:
            raise error

    def start_writer(self, report: Callable[[list[WriteReply]], None]) -> EventWriter:
        """Start a thread that saves the events of many games with one commit."""
        return EventWriter(self.place, self._backend, report)

    def load(self, game: int) -> list[Event]:
        """Return all events of a game."""
        try:
            events = [parse_event(text) for text in self._backend.events(game)]
        except ParseError as error:
            raise StoreError(self.place, f"game {game} cannot be read: {error}") from None
        if not events:
            raise StoreError(self.place, f"there is no game {game}")
        return events

    def forget_unplayed(self, started_before: int, playing: Collection[int] = ()) -> int:
        """Delete games without a step that began before `started_before`; return how many.

        Games that are open, or that a server is `playing`, are not deleted. Games of rooms are
        deleted too, so only a server may call this.
        """
        games = self._backend.unplayed(started_before)
        idle = [at for at in games if at not in playing and not self._is_open(at)]
        return sum(self._backend.delete_unplayed(batch) for batch in in_batches(idle))

    def remember(self, key: str, value: bytes) -> None:
        """Store a setting."""
        self._backend.put(key, value)

    def recall(self, key: str) -> bytes | None:
        """Return a stored setting; None if there is none."""
        return self._backend.get(key)

    def close(self) -> None:
        """Close the database."""
        self._backend.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _is_open(self, _game: int) -> bool:
        """Whether a game is being played by another process, which is not a server."""
        return False

    def _room(self, row: RoomRow | None) -> KeptRoom | None:
        if row is None:
            return None
        try:
            return room_from_row(row)
        except ParseError as error:
            raise StoreError(self.place, f"room {row.link} cannot be read: {error}") from None

    def _entries(self, fetch: FetchRooms, limit: int, before: int | None) -> list[RoomEntry]:
        """Fetch rooms, newest first, until `limit` of them can be read."""
        found: list[RoomEntry] = []
        summaries = SummaryCache(self._backend)
        while len(found) < limit:
            rows = fetch(limit - len(found), before)
            if not rows:
                break
            before = rows[-1].number
            found += _readable_rooms(rows, summaries)
        summaries.save()
        return found

    def _was_in_room(self, game: int) -> bool:
        """Whether a game was played in a room. Raises StoreError if it is not over."""
        is_over = self._backend.rooms.is_over(game)
        if is_over is False:
            raise StoreError(self.place, f"game {game} is being played in the browser")
        return is_over is not None

    def _refuse_append(self, game: int, _first: int, _events: Sequence[Event]) -> None:
        why = f"game {game} was played in the browser: it can be viewed, but not changed"
        raise StoreError(self.place, why)


def _readable_rooms(rows: Sequence[RoomRow], summaries: SummaryCache) -> Iterator[RoomEntry]:
    for row in rows:
        with suppress(ParseError, SessionError):
            yield RoomEntry(row.number, room_from_row(row), _summary_of(row, summaries))


def _summary_of(row: RoomRow, summaries: SummaryCache) -> GameSummary | None:
    if row.game is None or row.started is None:
        return None
    return summaries.get(GameRow(row.game, row.started, row.summary))


def in_batches(items: Sequence[Item]) -> Iterator[Sequence[Item]]:
    """Split the items into short batches, so that other writers do not wait for long."""
    for start in range(0, len(items), BATCH_SIZE):
        yield items[start : start + BATCH_SIZE]


def now() -> int:
    """Return the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000
