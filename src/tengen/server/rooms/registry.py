"""All rooms of a server: found by link, created, loaded, unloaded, deleted."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Collection, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from weakref import WeakValueDictionary

from tengen.errors import RoomOutdated, StoreError, TengenError
from tengen.game import Person, Seat, Session, Setup
from tengen.game.events import GameStarted
from tengen.game.host import RETRY_AFTER
from tengen.server.http_requests import new_link
from tengen.server.messages.game import MakeGame, ProblemMessage
from tengen.server.metrics import Metrics
from tengen.server.operator_log import short_link
from tengen.server.rooms.ownership import RoomOwnership
from tengen.server.rooms.room import Room
from tengen.server.rooms.seats import clean_name, seat_players
from tengen.server.services import DeadlineTimer, Services
from tengen.storage import KeptRoom
from tengen.storage.rooms import Holders, RoomStore

WITHDRAWN = ProblemMessage("withdrawn", "The invitation was withdrawn. Ask for a new one.")
UNLOAD_AFTER = 600_000
"""Milliseconds after the last client has left until a room is unloaded."""
SWEEP_SECONDS = 60.0
"""Seconds between searches for such rooms."""


MAX_LOADING = 4
"""Rooms that are loaded at a time: if many are wanted, the first need not wait for the last."""
HAND_OVER_STEPS, HAND_OVER_PAUSE = 30, 0.05
"""In how many steps all rooms are handed over, and seconds between them."""
HAND_OVER_SECONDS = 2.5
"""Seconds after which the rest is handed over at once."""
SAVING_SECONDS, SAVING_PAUSE = 1.0, 0.005
"""How long to wait until rooms have saved their events, and how often to look."""


class RoomRegistry:
    """Finds rooms by their links, creates them, and unloads those that nobody uses."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self.loaded: dict[str, Room] = {}
        """The rooms in memory, by link."""
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """A lock for each link that is in use."""
        self._loading = asyncio.Semaphore(MAX_LOADING)
        self.expiry_timers: dict[str, DeadlineTimer] = {}
        """Timers for the running clocks of unloaded games, by link."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._ownership = RoomOwnership(services, self._on_request, self._on_lost, self._adopt)

    def add_metrics(self, metrics: Metrics) -> None:
        """Add the metrics that are read from the rooms."""
        metrics.read("gauge", "tengen_rooms", "Rooms in memory.", lambda: len(self.loaded))
        says = "Games in memory that are not over."
        metrics.read("gauge", "tengen_games_running", says, self._count_running)

    def _count_running(self) -> int:
        sessions = [room.session for room in self.loaded.values()]
        return sum(session is not None and session.state.result is None for session in sessions)

    # Finding

    async def find(self, link: str) -> Room | None:
        """Return the room of a link; None if there is none. Raises StoreError."""
        room = self.loaded.get(link)
        if room is not None and await self._is_ours(room):
            return room
        async with self._locked(link) as room:
            return room

    async def _is_ours(self, room: Room) -> bool:
        """Whether no other server has taken a room meanwhile; drop it if so."""
        link = room.kept.link
        if await self._ownership.is_ours(link, room.epoch):
            return self.loaded.get(link) is room
        self._ownership.forget(link, room.epoch)
        self._drop(room)
        return False

    async def session_of(self, link: str) -> Session | None:
        """Return the game of a link; None if there is none yet. Raises StoreError.

        The game is only read, wherever it is played.
        """
        if self._ownership.is_alone or link in self.loaded:
            room = await self.find(link)
            return None if room is None else room.session
        store = self._services.store
        kept = await asyncio.to_thread(store.room, link)
        if kept is None or kept.game is None:
            return None
        return await asyncio.to_thread(_replay, store, kept.game)

    @asynccontextmanager
    async def _locked(self, link: str) -> AsyncIterator[Room | None]:
        """Lock a link and yield its room, if there is one.

        The lock is deleted when no task holds it or waits for it.
        """
        async with self._lock(link):
            yield self.loaded.get(link) or await self._load(link)

    def _lock(self, link: str) -> asyncio.Lock:
        return self._locks.setdefault(link, asyncio.Lock())

    async def _load(self, link: str) -> Room | None:
        """Load a room from the store, and register it when it is complete."""
        store = self._services.store
        kept = await asyncio.to_thread(store.room, link)
        if kept is None:
            return None
        epoch = await self._ownership.take(link)
        async with self._loading:
            return await self._load_taken(kept, epoch)

    async def _load_taken(self, kept: KeptRoom, epoch: int) -> Room:
        store, link = self._services.store, kept.link
        if not self._ownership.is_alone:  # its last owner may have changed it
            current = await asyncio.to_thread(store.room, link)
            kept = kept if current is None else current
        after = await asyncio.to_thread(store.room_after, link)
        game = kept.game
        session = None if game is None else await asyncio.to_thread(_replay, store, game)
        if not await self._ownership.is_ours(link, epoch):
            raise RoomOutdated(store.place, f"another server has taken over room {link}")
        room = self._make_room(kept, epoch)
        room.next_link = None if after is None else after.link
        if session is not None:
            room.start_game(kept, session, is_running=link in self.expiry_timers)
            if after is None and session.state.wants_rematch:
                self._begin_rematch(room)  # the server was stopped before it could
        self._register(room)
        return room

    def _make_room(self, kept: KeptRoom, epoch: int) -> Room:
        return Room(self._services, kept, epoch, self._begin_rematch, self._discard_failed)

    def _register(self, room: Room) -> None:
        """Make a room available to `find`."""
        link = room.kept.link
        self.loaded[link] = room
        self._stop_expiry_timer(link)

    def _stop_expiry_timer(self, link: str) -> None:
        timer = self.expiry_timers.pop(link, None)
        if timer is not None:
            timer.close()

    # Unloading

    def open(self) -> None:
        """Begin to own rooms, and start the timer that unloads unused ones."""
        self._ownership.open()
        self._start_sweep_timer()

    def _start_sweep_timer(self) -> None:
        self._sweep_timer = asyncio.get_running_loop().call_later(SWEEP_SECONDS, self.sweep)

    def sweep(self) -> None:
        """Unload rooms that everybody left long ago."""
        self._sweep_timer.cancel()
        before = self._services.now() - UNLOAD_AFTER
        for link, room in list(self.loaded.items()):
            is_left = room.is_idle and room.presence.last_left < before
            if is_left and link not in self._locks:
                self._unload(room)
        self._start_sweep_timer()

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
        else:
            self._start_task(self._release(link))

    async def _release(self, link: str) -> None:
        """Release a room, unless it has been loaded again."""
        async with self._lock(link):
            if link not in self.loaded:
                await self._ownership.release(link)

    def _on_clock_expired(self, link: str) -> None:
        """Load a room whose clock has run out."""
        self._start_task(self._load_expired(link))

    async def _load_expired(self, link: str) -> None:
        try:
            if await self.find(link) is None:
                self._stop_expiry_timer(link)
        except TengenError as error:
            self._services.log_error(error)
            timer = self.expiry_timers.get(link)
            if timer is not None:
                timer.set(self._services.now() + RETRY_AFTER)

    def _discard_failed(self, room: Room, failure: Exception) -> None:
        """Drop a room that failed or is outdated. The next client loads it again."""
        if isinstance(failure, RoomOutdated):
            self._services.metrics.rooms_lost.increment()
            self._services.log_error(failure)
            self._ownership.forget(room.kept.link, room.epoch)
        else:
            self._services.metrics.failed_rooms.increment()
            game = short_link(room.kept.link)
            what = f"game {game} failed and will be reloaded"
            self._services.log_exception(what, failure, "room-failed", game=game)
        self._drop(room)

    def _drop(self, room: Room) -> None:
        """Drop a room, and disconnect its clients, which then connect again."""
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

    async def close(self) -> None:
        """Stop all timers, and close all rooms."""
        self._sweep_timer.cancel()
        for timer in self.expiry_timers.values():
            timer.close()
        for room in self.loaded.values():
            self._close(room)
        await self._ownership.close()

    # Other servers

    async def hand_over_all(self) -> None:
        """Let other servers take all rooms, a few at a time.

        So all players are back soon: the other servers are not asked for all rooms at once.
        """
        if self._ownership.is_alone:
            return
        links = list(self.loaded)
        size = -(-len(links) // HAND_OVER_STEPS)
        end = time.monotonic() + HAND_OVER_SECONDS
        while links and time.monotonic() < end:
            some, links = links[:size], links[size:]
            await asyncio.gather(*(self._hand_over(link, is_last=True) for link in some))
            await asyncio.sleep(HAND_OVER_PAUSE)
        await _finish_saving(self.loaded.values())
        for room in list(self.loaded.values()):
            self._drop(room)
        await self._ownership.close()

    def _on_request(self, link: str) -> None:
        """Release a room that another server asks for."""
        self._start_task(self._hand_over(link))

    async def _hand_over(self, link: str, *, is_last: bool = False) -> None:
        """Release a room. If `is_last`, its clocks must run out even if nobody asks for it."""
        async with self._lock(link):
            room = self.loaded.get(link)
            if room is not None:
                await _finish_saving([room])
                self._drop(room)
            self._stop_expiry_timer(link)
            as_orphan = is_last and room is not None and room.is_timed
            await self._ownership.release(link, as_orphan=as_orphan)

    def _on_lost(self, link: str) -> None:
        """Drop a room that another server has taken."""
        self._stop_expiry_timer(link)
        room = self.loaded.get(link)
        if room is not None:
            self._drop(room)

    async def _adopt(self, link: str) -> None:
        """Load a game whose server has died, and let its clocks run."""
        room = await self.find(link)
        if room is not None:
            room.end_rest()

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
        """Add a new room; its game begins unless a seat is free.

        If there are other servers, the one that its players reach takes the room.
        """
        await asyncio.to_thread(self._services.store.add_room, kept)
        room = self._make_room(kept, await self._ownership.take(kept.link))
        self._register(room)
        async with self._locked(kept.link):
            if not any(kept.is_free(seat) for seat in Seat):
                await self._begin_game(room, kept.setup, kept.holders)
            if not self._ownership.is_alone:
                self._drop(room)
                await self._ownership.release(kept.link)
        return room

    async def take_seat(self, link: str, digest: bytes, name: str) -> Seat | None:
        """Take the free seat; None if there is none for this browser. Raises StoreError.

        Whoever has a seat already keeps it: the answer to the first request may have been lost.
        """
        async with self._locked(link) as room:
            if room is not None and room.session is not None:
                return room.kept.seat_of(digest)
            if room is None or digest in room.kept.holders:
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
            self.loaded.pop(link, None)
            self._ownership.forget(link, room.epoch)
            room.send_problem(WITHDRAWN)
            room.close()
            return True

    async def _begin_game(self, room: Room, setup: Setup, holders: Holders) -> None:
        start = GameStarted(self._services.now(), setup)
        store, link = self._services.store, room.kept.link
        game = await asyncio.to_thread(store.begin_room, link, setup, holders, start, room.epoch)
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


def _replay(store: RoomStore, game: int) -> Session:
    """Load a game; this takes a while if it has many moves."""
    return Session.replay(store.load(game))


async def _finish_saving(rooms: Collection[Room]) -> None:
    """Wait until no room is saving anything, but not for long."""
    end = time.monotonic() + SAVING_SECONDS
    while any(room.is_saving for room in rooms) and time.monotonic() < end:  # noqa: ASYNC110 - rare: no event for it
        await asyncio.sleep(SAVING_PAUSE)


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
