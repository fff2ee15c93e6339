"""All rooms of a server: found by link, created, loaded, unloaded, deleted."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from weakref import WeakValueDictionary

from tengen.errors import StoreError, TengenError
from tengen.game import Person, Seat, Session, Setup
from tengen.game.events import GameStarted
from tengen.server.http_requests import new_link
from tengen.server.messages.game import MakeGame, ProblemMessage
from tengen.server.rooms.room import Room
from tengen.server.rooms.seats import clean_name, seat_players
from tengen.server.services import DeadlineTimer, Services
from tengen.storage import KeptRoom, Store
from tengen.storage.rooms import Holders

WITHDRAWN = ProblemMessage("withdrawn", "The invitation was withdrawn. Ask for a new one.")
UNLOAD_AFTER = 600_000
"""Milliseconds after the last client has left until a room is unloaded."""
SWEEP_SECONDS = 60.0
"""Seconds between searches for such rooms."""


class RoomRegistry:
    """Finds rooms by their links, creates them, and unloads those that nobody uses."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self.loaded: dict[str, Room] = {}
        """The rooms in memory, by link."""
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """A lock for each link that is in use."""
        self.expiry_timers: dict[str, DeadlineTimer] = {}
        """Timers for the running clocks of unloaded games, by link."""
        self._tasks: set[asyncio.Task[None]] = set()

    # Finding

    async def find(self, link: str) -> Room | None:
        """Return the room of a link; None if there is none. Raises StoreError."""
        room = self.loaded.get(link)
        if room is not None:
            return room
        async with self._locked(link) as room:
            return room

    async def session_of(self, link: str) -> Session | None:
        """Return the game of a link; None if there is none yet. Raises StoreError."""
        room = await self.find(link)
        return None if room is None else room.session

    @asynccontextmanager
    async def _locked(self, link: str) -> AsyncIterator[Room | None]:
        """Lock a link and yield its room, if there is one.

        The lock is deleted when no task holds it or waits for it.
        """
        lock = self._locks.setdefault(link, asyncio.Lock())
        async with lock:
            yield self.loaded.get(link) or await self._load(link)

    async def _load(self, link: str) -> Room | None:
        """Load a room from the store, and register it when it is complete."""
        store = self._services.store
        kept = await asyncio.to_thread(store.room, link)
        if kept is None:
            return None
        after = await asyncio.to_thread(store.room_after, link)
        game = kept.game
        session = None if game is None else await asyncio.to_thread(_replay, store, game)
        room = self._make_room(kept)
        room.next_link = None if after is None else after.link
        if session is not None:
            room.start_game(kept, session, is_running=link in self.expiry_timers)
            if after is None and session.state.wants_rematch:
                self._begin_rematch(room)  # the server was stopped before it could
        self._register(room)
        return room

    def _make_room(self, kept: KeptRoom) -> Room:
        return Room(self._services, kept, self._begin_rematch, self._discard_failed)

    def _register(self, room: Room) -> None:
        """Make a room available to `find`."""
        link = room.kept.link
        self.loaded[link] = room
        timer = self.expiry_timers.pop(link, None)
        if timer is not None:
            timer.close()

    # Unloading

    def open(self) -> None:
        """Start the timer that unloads unused rooms."""
        self._sweep_timer = asyncio.get_running_loop().call_later(SWEEP_SECONDS, self.sweep)

    def sweep(self) -> None:
        """Unload rooms that everybody left long ago."""
        self._sweep_timer.cancel()
        before = self._services.now() - UNLOAD_AFTER
        for link, room in list(self.loaded.items()):
            is_left = room.is_idle and room.presence.last_left < before
            if is_left and link not in self._locks:
                self._unload(room)
        self.open()

    def _unload(self, room: Room) -> None:
        """Drop a room from memory. If a clock runs, load the room again when it runs out."""
        link, deadline = room.kept.link, room.deadline
        del self.loaded[link]
        self._close(room)
        if deadline is not None:
            timer = self.expiry_timers[link] = DeadlineTimer(
                self._services.now, partial(self._on_clock_expired, link)
            )
            timer.set(deadline)

    def _on_clock_expired(self, link: str) -> None:
        """Load a room whose clock has run out."""
        self._start_task(self._load_expired(link))

    async def _load_expired(self, link: str) -> None:
        try:
            if await self.find(link) is None:
                del self.expiry_timers[link]
        except TengenError as error:
            self._services.log_error(error)

    def _discard_failed(self, room: Room, failure: Exception) -> None:
        """Drop a room that failed, and disconnect its clients. The next client reloads it."""
        self._services.log_exception(f"game {room.kept.link} failed and will be reloaded", failure)
        if self.loaded.get(room.kept.link) is room:
            del self.loaded[room.kept.link]
        self._close(room)
        for client in room.presence.clients:
            client.disconnect()

    def _close(self, room: Room) -> None:
        try:
            room.close()
        except Exception as failure:  # noqa: BLE001 - the other rooms must be closed, too
            self._services.log_exception("a game could not be closed", failure)

    def close(self) -> None:
        """Stop all timers, and close all rooms."""
        self._sweep_timer.cancel()
        for timer in self.expiry_timers.values():
            timer.close()
        for room in self.loaded.values():
            self._close(room)

    # Creating

    async def make(self, wanted: MakeGame, digest: bytes) -> Room:
        """Create a room. Raises RuleError, RequestRefused or StoreError."""
        setup, holders = await asyncio.to_thread(seat_players, wanted, digest)
        is_listed = wanted.is_listed
        if is_listed is None:
            is_listed = not setup.has_computer
        kept = KeptRoom(new_link(), setup, holders, is_listed, self._services.now())
        return await self._add(kept)

    async def _add(self, kept: KeptRoom) -> Room:
        """Add a new room; its game begins unless a seat is free."""
        await asyncio.to_thread(self._services.store.add_room, kept)
        room = self._make_room(kept)
        self._register(room)
        if not any(kept.is_free(seat) for seat in Seat):
            async with self._locked(kept.link):
                await self._begin_game(room, kept.setup, kept.holders)
        return room

    async def take_seat(self, link: str, digest: bytes, name: str) -> Seat | None:
        """Take the free seat; None if there is none for this browser. Raises StoreError."""
        async with self._locked(link) as room:
            if room is None or room.session is not None or digest in room.kept.holders:
                return None
            seat = Seat.ONE if room.kept.holders[0] is None else Seat.TWO
            setup = room.kept.setup.with_sitter(seat, Person(clean_name(name)))
            one, two = room.kept.holders
            holders = (digest, two) if seat is Seat.ONE else (one, digest)
            await self._begin_game(room, setup, holders)
        return seat

    async def withdraw(self, link: str, digest: bytes) -> bool:
        """Withdraw an invitation; False if the game has begun or belongs to somebody else."""
        async with self._locked(link) as room:
            if room is None or room.session is not None or digest not in room.kept.holders:
                return False
            if not await asyncio.to_thread(self._services.store.forget_room, link):
                return False
            del self.loaded[link]
            room.send_problem(WITHDRAWN)
            room.close()
            return True

    async def _begin_game(self, room: Room, setup: Setup, holders: Holders) -> None:
        start = GameStarted(self._services.now(), setup)
        store, link = self._services.store, room.kept.link
        game = await asyncio.to_thread(store.begin_room, link, setup, holders, start)
        session = await asyncio.to_thread(Session.replay, [start])
        kept = replace(room.kept, setup=setup, holders=holders, game=game)
        room.start_game(kept, session)

    def _begin_rematch(self, room: Room) -> None:
        """Create the room of the rematch, with the seats swapped, and send its link."""
        self._start_task(self._make_rematch(room))

    def _start_task(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _make_rematch(self, room: Room) -> None:
        assert room.session is not None
        setup = room.session.state.setup.swapped()
        one, two = room.kept.holders
        is_listed, before = room.kept.is_listed, room.kept.link
        kept = KeptRoom(
            new_link(), setup, (two, one), is_listed, self._services.now(), before=before
        )
        try:
            rematch = await self._add(kept)
        except StoreError as error:
            self._services.log_error(error)
            return
        room.next_link = rematch.kept.link
        room.send_table()


def _replay(store: Store, game: int) -> Session:
    """Load a game; this takes a while if it has many moves."""
    return Session.replay(store.load(game))


DAY = 24 * 60 * 60 * 1000
INVITATION_LIFETIME = 7 * DAY
"""Milliseconds after which an invitation that nobody accepted is deleted."""
UNPLAYED_LIFETIME = DAY
"""Milliseconds after which a game without moves is deleted."""
CLEANUP_SECONDS = 600.0
"""Seconds between searches for such games."""


class RoomCleanup:
    """Deletes old invitations and games without moves from the store, unless they are loaded."""

    def __init__(self, services: Services, rooms: RoomRegistry) -> None:
        self._services = services
        self._rooms = rooms

    def open(self) -> None:
        """Start the task."""
        self._task = asyncio.get_running_loop().create_task(self._repeat())

    async def close(self) -> None:
        """Stop the task."""
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task

    async def run_once(self) -> None:
        """Clean up once."""
        store, now = self._services.store, self._services.now()
        links = set(self._rooms.loaded)
        games = {room.kept.game for room in self._rooms.loaded.values() if room.kept.game}
        try:
            await asyncio.to_thread(store.forget_waiting, now - INVITATION_LIFETIME, links)
            await asyncio.to_thread(store.forget_unplayed, now - UNPLAYED_LIFETIME, games)
        except StoreError as error:
            self._services.log_error(error)

    async def _repeat(self) -> None:
        while True:
            await self.run_once()
            await asyncio.sleep(CLEANUP_SECONDS)
