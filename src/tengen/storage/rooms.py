"""Rooms: the tables at which games are played online, stored beside the games."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

import msgspec

from tengen.errors import ParseError, SessionError, StoreError
from tengen.game.events import Event, GameStarted
from tengen.game.serialization import format_event, format_setup, parse_event, parse_setup
from tengen.game.setup import Person, Setup
from tengen.game.tasks import Seat
from tengen.storage.backend import GameRow, RoomRow, StorageBackend
from tengen.storage.summary import GameSummary, SummaryCache

Holders = tuple[bytes | None, bytes | None]


@dataclass(frozen=True, slots=True)
class KeptRoom:
    """What is agreed, and who may play."""

    link: str
    """Random text in the address; no other room has it."""
    setup: Setup
    """As agreed; who sits there is in it as far as it is known."""
    holders: Holders
    """Digests of whoever holds seat one and two; None while it is open, or a machine's."""
    is_listed: bool
    """Whether everybody may see the game once it is over."""
    made: int
    """When, in milliseconds since 1970."""
    game: int | None = None
    """The number of the game once it has begun."""
    before: str | None = None
    """The link of the game of which this is the rematch."""

    @property
    def is_between_people(self) -> bool:
        """Whether two people hold the seats, each with a browser of their own."""
        one, two = self.holders
        return None not in self.holders and one != two

    def is_free(self, seat: Seat) -> bool:
        """Whether somebody may still sit down there."""
        one, two = self.holders
        holder = one if seat is Seat.ONE else two
        return holder is None and isinstance(self.setup.sitter(seat), Person)


@dataclass(frozen=True, slots=True)
class RoomEntry:
    """A room in a list of rooms."""

    number: int
    """Grows with every room; a list goes on before it."""
    room: KeptRoom
    summary: GameSummary | None
    """None before the game has begun."""


def room_to_row(room: KeptRoom) -> RoomRow:
    """A room without a number yet."""
    setup = format_setup(room.setup).decode()
    one, two = room.holders
    return RoomRow(
        0, room.link, setup, one, two, room.is_listed, room.made, room.game, room.before, None, None
    )


def room_from_row(row: RoomRow) -> KeptRoom:
    """Read what a ledger has. Raises ParseError."""
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
"""How many games or rooms are forgotten with one commit."""
Item = TypeVar("Item")
FetchRooms = Callable[[int, int | None], list[RoomRow]]


class RoomStore:
    """The part of a store that is about rooms."""

    def __init__(self, directory: str, ledger: StorageBackend) -> None:
        self.directory = directory
        self._ledger = ledger

    def add_room(self, room: KeptRoom) -> None:
        """Keep a room whose game has not begun. StoreError if its link is taken."""
        self._ledger.rooms.add(room_to_row(room))

    def begin_room(self, link: str, setup: Setup, holders: Holders, start: GameStarted) -> int:
        """Begin the game of a room as it was agreed in the end; StoreError if it has begun."""
        agreed = msgspec.structs.replace(setup, moves=())  # stones are in the first event
        row = room_to_row(KeptRoom(link, agreed, holders, is_listed=False, made=0))
        return self._ledger.rooms.begin(row, now(), format_event(start))

    def room(self, link: str) -> KeptRoom | None:
        """The room with this link, if there is one."""
        return self._room(self._ledger.rooms.find(link))

    def room_after(self, link: str) -> KeptRoom | None:
        """The room of the rematch, if there is one."""
        return self._room(self._ledger.rooms.find_after(link))

    def rooms_of(
        self, holder: bytes, limit: int = 50, before: int | None = None
    ) -> list[RoomEntry]:
        """The newest rooms with a number below `before` in which somebody has a seat."""
        return self._entries(lambda *page: self._ledger.rooms.held_by(holder, *page), limit, before)

    def listed_rooms(self, limit: int = 50, before: int | None = None) -> list[RoomEntry]:
        """The same of all rooms that are listed, and whose games are over."""
        return self._entries(self._ledger.rooms.listed, limit, before)

    def rooms_against_people(self, holder: bytes, limit: int) -> list[KeptRoom]:
        """The newest rooms with a running game between somebody and another person.

        Rooms that cannot be read are left out.
        """
        found = []
        for row in self._ledger.rooms.against_people(holder, limit):
            with suppress(ParseError):
                found.append(room_from_row(row))
        return found

    def is_running(self, room: KeptRoom) -> bool:
        """Whether the game of a room has begun and is not over."""
        return room.game is not None and self._ledger.rooms.is_over(room.game) is False

    def forget_room(self, link: str) -> bool:
        """Forget a room whose game has not begun; whether there was one."""
        return self._ledger.rooms.forget([link]) == 1

    def forget_waiting(self, made_before: int, wanted: Collection[str] = ()) -> int:
        """Forget rooms whose games have not begun, made before that; how many there were.

        Those with links that are still `wanted` stay.
        """
        links = [link for link in self._ledger.rooms.waiting(made_before) if link not in wanted]
        return sum(self._ledger.rooms.forget(some) for some in batches(links))

    def _room(self, row: RoomRow | None) -> KeptRoom | None:
        if row is None:
            return None
        try:
            return room_from_row(row)
        except ParseError as error:
            raise StoreError(self.directory, f"room {row.link} cannot be read: {error}") from None

    def _entries(self, fetch: FetchRooms, limit: int, before: int | None) -> list[RoomEntry]:
        """Go back through the rooms until there are enough that can be shown."""
        found: list[RoomEntry] = []
        summaries = SummaryCache(self._ledger)
        while len(found) < limit:
            rows = fetch(limit - len(found), before)
            if not rows:
                break
            before = rows[-1].number
            found += _readable_rooms(rows, summaries)
        summaries.keep()
        return found

    def _events(self, game: int) -> list[Event]:
        return [parse_event(text) for text in self._ledger.events(game)]

    def _is_of_room(self, game: int) -> bool:
        """Whether a game was played in a room; StoreError if it still is."""
        is_over = self._ledger.rooms.is_over(game)
        if is_over is False:
            raise StoreError(self.directory, f"game {game} is being played in the browser")
        return is_over is not None

    def _refuse(self, game: int, _first: int, _events: Sequence[Event]) -> None:
        why = f"game {game} was played in the browser: it can be looked at, and not be changed"
        raise StoreError(self.directory, why)


def _readable_rooms(rows: Sequence[RoomRow], summaries: SummaryCache) -> Iterator[RoomEntry]:
    for row in rows:
        with suppress(ParseError, SessionError):
            yield RoomEntry(row.number, room_from_row(row), _summary_of(row, summaries))


def _summary_of(row: RoomRow, summaries: SummaryCache) -> GameSummary | None:
    if row.game is None or row.started is None:
        return None
    return summaries.of(GameRow(row.game, row.started, row.summary))


def batches(items: Sequence[Item]) -> Iterator[Sequence[Item]]:
    """A few at a time, so that nobody who writes waits for long."""
    for start in range(0, len(items), BATCH_SIZE):
        yield items[start : start + BATCH_SIZE]


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000
