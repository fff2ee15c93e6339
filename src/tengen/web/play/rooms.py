"""All rooms: those that somebody is in, and those that the store has."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

from tengen.errors import StoreError
from tengen.online.asks import MakeGame
from tengen.online.news import Problem
from tengen.session.events import GameStarted
from tengen.session.seat import Seat
from tengen.session.session import Session
from tengen.session.setup import Setup
from tengen.session.sitters import Person
from tengen.store import Store
from tengen.store.room import Holders, KeptRoom
from tengen.web.play.room import Room
from tengen.web.play.seating import clean, seating
from tengen.web.site import Site
from tengen.web.visitors import new_link

WITHDRAWN = Problem("withdrawn", "The invitation was taken back.")
LINGER = 600_000
"""Milliseconds for which a room that everybody has left is kept ready."""
SWEEP = 60.0
"""Seconds between looks for such rooms."""


class Rooms:
    """Finds rooms by their links, makes them, and lets go of those that nobody is in."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._rooms: dict[str, Room] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    # Finding

    async def find(self, link: str) -> Room | None:
        """The room of a link; None if there is none. Raises StoreError."""
        room = self._rooms.get(link)
        if room is not None:
            return room
        async with self._alone_with(link):
            return self._rooms.get(link) or await self._load(link)

    async def session_of(self, link: str) -> Session | None:
        """The game of a link; None if there is none, or it has not begun. Raises StoreError."""
        room = await self.find(link)
        return None if room is None else room.session

    @asynccontextmanager
    async def _alone_with(self, link: str) -> AsyncIterator[None]:
        """Have nobody else load or begin this room meanwhile."""
        lock = self._locks.setdefault(link, asyncio.Lock())
        try:
            async with lock:
                yield
        finally:
            self._locks.pop(link, None)

    async def _load(self, link: str) -> Room | None:
        """Found by others only once it is whole."""
        store = self._site.store
        kept = await asyncio.to_thread(store.room, link)
        if kept is None:
            return None
        after = await asyncio.to_thread(store.room_after, link)
        game = kept.game
        session = None if game is None else await asyncio.to_thread(_replay, store, game)
        room = self._open(kept)
        room.next_link = None if after is None else after.link
        if session is not None:
            room.take_up(kept, session)
            if after is None and session.state.wants_rematch:
                self._begin_rematch(room)  # the server ended before it could
        return room

    def _open(self, kept: KeptRoom) -> Room:
        room = self._rooms[kept.link] = Room(self._site, kept, self._begin_rematch)
        return room

    # Letting go

    def open(self) -> None:
        """Look now and then for rooms that nobody is in."""
        self._broom = asyncio.get_running_loop().call_later(SWEEP, self._sweep)

    def _sweep(self) -> None:
        before = self._site.now() - LINGER
        for link, room in list(self._rooms.items()):
            if room.is_idle and room.presence.last_left < before:
                room.close()
                del self._rooms[link]
        self.open()

    def close(self) -> None:
        """Have nothing happen any more."""
        self._broom.cancel()
        for room in self._rooms.values():
            room.close()

    # Making

    async def make(self, wanted: MakeGame, digest: bytes) -> Room:
        """A room for a game that somebody wants. Raises RuleError or StoreError."""
        setup, holders = await asyncio.to_thread(seating, wanted, digest)
        kept = KeptRoom(new_link(), setup, holders, wanted.is_listed, self._site.now())
        return await self._add(kept)

    async def _add(self, kept: KeptRoom) -> Room:
        """A new room; the game begins if there is nobody to wait for."""
        await asyncio.to_thread(self._site.store.add_room, kept)
        room = self._open(kept)
        if not any(kept.is_free(seat) for seat in Seat):
            await self._begin(room, kept.setup, kept.holders)
        return room

    async def sit_down(self, room: Room, digest: bytes, name: str) -> Seat | None:
        """Take the free seat; None if there is none for this person. Raises StoreError."""
        async with self._alone_with(room.kept.link):
            if room.session is not None or digest in room.kept.holders:
                return None
            seat = Seat.ONE if room.kept.holders[0] is None else Seat.TWO
            setup = room.kept.setup.with_sitter(seat, Person(clean(name)))
            one, two = room.kept.holders
            holders = (digest, two) if seat is Seat.ONE else (one, digest)
            await self._begin(room, setup, holders)
        return seat

    async def withdraw(self, room: Room, digest: bytes) -> bool:
        """Take an invitation back; False if the game has begun, or is somebody else's."""
        if room.session is not None or digest not in room.kept.holders:
            return False
        if not await asyncio.to_thread(self._site.store.forget_room, room.kept.link):
            return False
        del self._rooms[room.kept.link]
        room.tell(WITHDRAWN)
        room.close()
        return True

    async def _begin(self, room: Room, setup: Setup, holders: Holders) -> None:
        start = GameStarted(self._site.now(), setup)
        store, link = self._site.store, room.kept.link
        game = await asyncio.to_thread(store.begin_room, link, setup, holders, start)
        session = await asyncio.to_thread(Session.replay, [start])
        kept = replace(room.kept, setup=setup, holders=holders, game=game)
        room.take_up(kept, session)

    def _begin_rematch(self, room: Room) -> None:
        """Make the room of the next game, with the seats swapped, and have everybody know."""
        task = asyncio.get_running_loop().create_task(self._make_rematch(room))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _make_rematch(self, room: Room) -> None:
        assert room.session is not None
        setup = room.session.state.setup.swapped()
        one, two = room.kept.holders
        is_listed, before = room.kept.is_listed, room.kept.link
        kept = KeptRoom(new_link(), setup, (two, one), is_listed, self._site.now(), before=before)
        try:
            following = await self._add(kept)
        except StoreError as error:
            self._site.complain(error)
            return
        room.next_link = following.kept.link
        room.tell_table()


def _replay(store: Store, game: int) -> Session:
    """A game that was played before: that of many moves takes a while."""
    return Session.replay(store.load(game))
