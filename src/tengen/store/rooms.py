"""Rooms: the tables at which games are played online, kept beside the games."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from typing import TypeVar

import msgspec

from tengen.errors import ParseError, SessionError, StoreError
from tengen.session.events import Event, GameStarted
from tengen.session.setup import Setup
from tengen.session.wire import format_event, parse_event
from tengen.store.ledger import Ledger
from tengen.store.room import Holders, KeptRoom, RoomEntry, from_row, to_row
from tengen.store.rows import Entry, RoomRow
from tengen.store.summaries import Summaries
from tengen.store.summary import Summary

AT_ONCE = 500
"""How many games or rooms are forgotten with one commit."""
Item = TypeVar("Item")
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
        agreed = msgspec.structs.replace(setup, moves=())  # stones are in the first event
        row = to_row(KeptRoom(link, agreed, holders, is_listed=False, made=0))
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
                found.append(from_row(row))
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
            return from_row(row)
        except ParseError as error:
            raise StoreError(self.directory, f"room {row.link} cannot be read: {error}") from None

    def _entries(self, fetch: Fetch, limit: int, before: int | None) -> list[RoomEntry]:
        """Go back through the rooms until there are enough that can be shown."""
        found: list[RoomEntry] = []
        summaries = Summaries(self._ledger)
        while len(found) < limit:
            rows = fetch(limit - len(found), before)
            if not rows:
                break
            before = rows[-1].number
            found += _readable(rows, summaries)
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


def _readable(rows: Sequence[RoomRow], summaries: Summaries) -> Iterator[RoomEntry]:
    for row in rows:
        with suppress(ParseError, SessionError):
            yield RoomEntry(row.number, from_row(row), _summary_of(row, summaries))


def _summary_of(row: RoomRow, summaries: Summaries) -> Summary | None:
    if row.game is None or row.started is None:
        return None
    return summaries.of(Entry(row.game, row.started, row.summary))


def batches(items: Sequence[Item]) -> Iterator[Sequence[Item]]:
    """A few at a time, so that nobody who writes waits for long."""
    for start in range(0, len(items), AT_ONCE):
        yield items[start : start + AT_ONCE]


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000
