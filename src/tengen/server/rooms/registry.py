"""All rooms: found by link, made, loaded from the store, unloaded, and at last forgotten."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from weakref import WeakValueDictionary

from tengen.errors import StoreError, TengenError
from tengen.game.events import GameStarted
from tengen.game.session import Session
from tengen.game.setup import Person, Setup
from tengen.game.tasks import Seat
from tengen.server.http_requests import new_link
from tengen.server.messages.game import MakeGame, ProblemMessage
from tengen.server.rooms.room import Room
from tengen.server.rooms.seats import clean_name, seat_players
from tengen.server.services import DeadlineTimer, Services
from tengen.storage import Store
from tengen.storage.rooms import Holders, KeptRoom

WITHDRAWN = ProblemMessage("withdrawn", "The invitation was withdrawn. Ask for a new one.")
UNLOAD_AFTER = 600_000
"""Milliseconds for which a room that everybody has left is kept ready."""
SWEEP_SECONDS = 60.0
"""Seconds between looks for such rooms."""


class RoomRegistry:
    """Finds rooms by their links, makes them, and lets go of those that nobody is in."""

    def __init__(self, site: Services) -> None:
        self._site = site
        self.loaded: dict[str, Room] = {}
        """The rooms that are in memory, by their links."""
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """Of links that somebody is alone with, or waits to be."""
        self.asleep: dict[str, DeadlineTimer] = {}
        """When the clocks run out in games that nobody is at, by their links."""
        self._tasks: set[asyncio.Task[None]] = set()

    # Finding

    async def find(self, link: str) -> Room | None:
        """The room of a link; None if there is none. Raises StoreError."""
        room = self.loaded.get(link)
        if room is not None:
            return room
        async with self._alone_with(link) as room:
            return room

    async def session_of(self, link: str) -> Session | None:
        """The game of a link; None if there is none, or it has not begun. Raises StoreError."""
        room = await self.find(link)
        return None if room is None else room.session

    @asynccontextmanager
    async def _alone_with(self, link: str) -> AsyncIterator[Room | None]:
        """The room of a link, if there is one, which nobody else changes meanwhile.

        The lock goes with the last one who holds it or waits for it.
        """
        lock = self._locks.setdefault(link, asyncio.Lock())
        async with lock:
            yield self.loaded.get(link) or await self._load(link)

    async def _load(self, link: str) -> Room | None:
        """A room from the store. Others find it only once it is whole."""
        store = self._site.store
        kept = await asyncio.to_thread(store.room, link)
        if kept is None:
            return None
        after = await asyncio.to_thread(store.room_after, link)
        game = kept.game
        session = None if game is None else await asyncio.to_thread(_replay, store, game)
        room = self._make_room(kept)
        room.next_link = None if after is None else after.link
        if session is not None:
            room.take_up(kept, session, is_running=link in self.asleep)
            if after is None and session.state.wants_rematch:
                self._begin_rematch(room)  # the server ended before it could
        self._open(room)
        return room

    def _make_room(self, kept: KeptRoom) -> Room:
        return Room(self._site, kept, self._begin_rematch, self._give_up)

    def _open(self, room: Room) -> None:
        """Have a room found from now on."""
        link = room.kept.link
        self.loaded[link] = room
        alarm = self.asleep.pop(link, None)
        if alarm is not None:
            alarm.close()

    # Letting go

    def open(self) -> None:
        """Look now and then for rooms that nobody is in."""
        self._broom = asyncio.get_running_loop().call_later(SWEEP_SECONDS, self.sweep)

    def sweep(self) -> None:
        """Let go of rooms that everybody has left for long."""
        self._broom.cancel()
        before = self._site.now() - UNLOAD_AFTER
        for link, room in list(self.loaded.items()):
            is_left = room.is_idle and room.presence.last_left < before
            if is_left and link not in self._locks:
                self._let_go(room)
        self.open()

    def _let_go(self, room: Room) -> None:
        """Leave a room to the store; if its clock runs, it is loaded when that has run out."""
        link, deadline = room.kept.link, room.deadline
        del self.loaded[link]
        self._close(room)
        if deadline is not None:
            alarm = self.asleep[link] = DeadlineTimer(self._site.now, partial(self._wake, link))
            alarm.set(deadline)

    def _wake(self, link: str) -> None:
        """See to a clock that has run out."""
        self._start(self._look_at(link))

    async def _look_at(self, link: str) -> None:
        try:
            if await self.find(link) is None:
                del self.asleep[link]
        except TengenError as error:
            self._site.complain(error)

    def _give_up(self, room: Room, failure: Exception) -> None:
        """Have a room that failed loaded anew by whoever comes next; its clients are to come."""
        self._site.report(f"the game {room.kept.link} failed, and is loaded anew", failure)
        if self.loaded.get(room.kept.link) is room:
            del self.loaded[room.kept.link]
        self._close(room)
        for client in room.presence.clients:
            client.hang_up()

    def _close(self, room: Room) -> None:
        try:
            room.close()
        except Exception as failure:  # noqa: BLE001 - other rooms are closed, too
            self._site.report("a game could not be closed", failure)

    def close(self) -> None:
        """Have nothing happen any more."""
        self._broom.cancel()
        for alarm in self.asleep.values():
            alarm.close()
        for room in self.loaded.values():
            self._close(room)

    # Making

    async def make(self, wanted: MakeGame, digest: bytes) -> Room:
        """A room for a game that somebody wants. Raises RuleError or StoreError."""
        setup, holders = await asyncio.to_thread(seat_players, wanted, digest)
        is_listed = wanted.is_listed
        if is_listed is None:
            is_listed = not setup.has_computer
        kept = KeptRoom(new_link(), setup, holders, is_listed, self._site.now())
        return await self._add(kept)

    async def _add(self, kept: KeptRoom) -> Room:
        """A new room; the game begins if there is nobody to wait for."""
        await asyncio.to_thread(self._site.store.add_room, kept)
        room = self._make_room(kept)
        self._open(room)
        if not any(kept.is_free(seat) for seat in Seat):
            async with self._alone_with(kept.link):
                await self._begin(room, kept.setup, kept.holders)
        return room

    async def sit_down(self, link: str, digest: bytes, name: str) -> Seat | None:
        """Take the free seat; None if there is none for this person. Raises StoreError."""
        async with self._alone_with(link) as room:
            if room is None or room.session is not None or digest in room.kept.holders:
                return None
            seat = Seat.ONE if room.kept.holders[0] is None else Seat.TWO
            setup = room.kept.setup.with_sitter(seat, Person(clean_name(name)))
            one, two = room.kept.holders
            holders = (digest, two) if seat is Seat.ONE else (one, digest)
            await self._begin(room, setup, holders)
        return seat

    async def withdraw(self, link: str, digest: bytes) -> bool:
        """Take an invitation back; False if the game has begun, or is somebody else's."""
        async with self._alone_with(link) as room:
            if room is None or room.session is not None or digest not in room.kept.holders:
                return False
            if not await asyncio.to_thread(self._site.store.forget_room, link):
                return False
            del self.loaded[link]
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
        self._start(self._make_rematch(room))

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
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


DAY = 24 * 60 * 60 * 1000
INVITATION_LIFETIME = 7 * DAY
"""Milliseconds after which an invitation that nobody has taken is forgotten."""
UNPLAYED_LIFETIME = DAY
"""Milliseconds after which a game is forgotten in which nobody has made a move."""
CLEANUP_SECONDS = 600.0
"""Seconds between looks for such games."""


class RoomCleanup:
    """Looks through the store now and then. What is in memory stays: somebody may be there."""

    def __init__(self, site: Services, rooms: RoomRegistry) -> None:
        self._site = site
        self._rooms = rooms

    def open(self) -> None:
        """Begin to look."""
        self._work = asyncio.get_running_loop().create_task(self._repeat())

    async def close(self) -> None:
        """End it."""
        self._work.cancel()
        with suppress(asyncio.CancelledError):
            await self._work

    async def tidy(self) -> None:
        """Look once."""
        store, now = self._site.store, self._site.now()
        links = set(self._rooms.loaded)
        games = {room.kept.game for room in self._rooms.loaded.values() if room.kept.game}
        try:
            await asyncio.to_thread(store.forget_waiting, now - INVITATION_LIFETIME, links)
            await asyncio.to_thread(store.forget_unplayed, now - UNPLAYED_LIFETIME, games)
        except StoreError as error:
            self._site.complain(error)

    async def _repeat(self) -> None:
        while True:
            await self.tidy()
            await asyncio.sleep(CLEANUP_SECONDS)
