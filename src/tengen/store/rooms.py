"""Rooms: the tables at which games are played online, kept beside the games."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from tengen.errors import ParseError, SessionError, StoreError
from tengen.session.events import Event, GameStarted
from tengen.session.setup import Setup
from tengen.session.wire import format_event, parse_event
from tengen.store.ledger import Ledger
from tengen.store.room import Holders, KeptRoom, RoomEntry, from_row, to_row
from tengen.store.rows import Entry, RoomRow
from tengen.store.summary import Summary, summarise

Fetch = Callable[[int, int | None], list[RoomRow]]


class Rooms:
    """The part of a store that is about rooms."""

    def __init__(self, directory: str, ledger: Ledger) -> None:
        self.directory = directory
        self._ledger = ledger

    def add_room(self, room: KeptRoom) -> None:
        """Keep a room whose game has not begun. StoreError if its link is taken."""
        self._ledger.rooms.add(to_row(room))

    def begin_room(self, link: str, setup: Setup, holders: Holders, start: GameStarted) -> int:
        """Begin the game of a room as it was agreed in the end; StoreError if it has begun."""
        row = to_row(KeptRoom(link, setup, holders, is_listed=False, made=0))
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

    def running_rooms_of(self, holder: bytes) -> list[KeptRoom]:
        """Rooms in which somebody plays a game that is not over, without any unreadable ones."""
        found = []
        for row in self._ledger.rooms.running_of(holder):
            with suppress(ParseError):
                found.append(from_row(row))
        return found

    def is_running(self, room: KeptRoom) -> bool:
        """Whether the game of a room has begun and is not over."""
        return room.game is not None and self._ledger.rooms.is_over(room.game) is False

    def forget_room(self, link: str) -> bool:
        """Forget a room whose game has not begun; whether there was one."""
        return self._ledger.rooms.forget(link)

    def forget_waiting(self, made_before: int) -> int:
        """Forget rooms whose games have not begun, made before that; how many there were."""
        return self._ledger.rooms.forget_waiting(made_before)

    def _room(self, row: RoomRow | None) -> KeptRoom | None:
        if row is None:
            return None
        try:
            return from_row(row)
        except ParseError as error:
            raise StoreError(self.directory, f"room {row.link} cannot be read: {error}") from None

    def _entries(self, fetch: Fetch, limit: int, before: int | None) -> list[RoomEntry]:
        """Go back through the rooms until there are enough that can be shown."""
        found: list[RoomEntry] = []
        while len(found) < limit:
            rows = fetch(limit - len(found), before)
            if not rows:
                break
            before = rows[-1].number
            found += self._readable(rows)
        return found

    def _readable(self, rows: Sequence[RoomRow]) -> Iterator[RoomEntry]:
        for row in rows:
            with suppress(ParseError, SessionError):
                yield RoomEntry(row.number, from_row(row), self._summary_of(row))

    def _summary_of(self, row: RoomRow) -> Summary | None:
        if row.game is None or row.started is None:
            return None
        return self._summary(Entry(row.game, row.started))

    def _summary(self, entry: Entry) -> Summary:
        return summarise(entry, self._events(entry.game))

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


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000
