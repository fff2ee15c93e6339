"""The rooms that this server owns, if several servers share a store.

A server takes a room when a player asks for it here. If another server owns the room, it is asked
to release it, and finishes what it is saving first. If it does not answer, the room is taken by
force: it can then no longer write.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial

from tengen.errors import StoreError, TengenError
from tengen.server.operator_log import OPERATOR_LOG, short_link
from tengen.server.services import Services
from tengen.storage.ownership import LEASE_SECONDS, NodeListener

FORCE_AFTER = 2.0
"""Seconds after which a room is taken from a server that does not release it."""
TAKE_PAUSE = 0.05
"""Seconds between attempts to take a room."""
GIVE_UP_AFTER = 2.0
"""Seconds without a renewed lease after which all rooms are dropped: players then go elsewhere."""
CHECK_SECONDS = 0.2
SWEEP_SECONDS = 5.0
"""Seconds between searches for games of servers that have died."""
SWEEP_LIMIT = 20
"""How many such games are taken at a time."""
CUT_OFF = "the lease of the rooms cannot be renewed"


@dataclass(frozen=True, slots=True)
class _WantedRoom:
    """A room that this server is about to take."""

    epoch: asyncio.Future[int]
    force_at: float


class RoomOwnership:
    """Takes rooms for this server and releases them.

    `on_request` is called if another server asks for a room, `on_lost` if a room is no longer
    ours, and `adopt` for a game whose server has died.
    """

    def __init__(
        self,
        services: Services,
        on_request: Callable[[str], None],
        on_lost: Callable[[str], None],
        adopt: Callable[[str], Awaitable[None]],
    ) -> None:
        self._services = services
        self._owner = services.store.owner
        self._on_request = on_request
        self._on_lost = on_lost
        self._adopt = adopt
        self.epochs: dict[str, int] = {}
        """The epochs of the rooms that this server owns, by link."""
        self._wanted: dict[str, _WantedRoom] = {}
        self._is_taking = False
        self._renewed_at = 0.0
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def is_alone(self) -> bool:
        """Whether this is the only server."""
        return self._owner.is_alone

    def open(self) -> None:
        """Begin to renew the lease. Raises StoreError."""
        if self.is_alone:
            return
        loop = asyncio.get_running_loop()

        def call(function: Callable[..., None], *values: str | float) -> None:
            with suppress(RuntimeError):  # the loop has been closed
                loop.call_soon_threadsafe(function, *values)

        self._renewed_at = time.monotonic()
        self._owner.start(
            NodeListener(partial(call, self._on_request), partial(call, self._on_renewed))
        )
        self._start_task(self._watch())
        self._start_task(self._sweep())

    async def close(self) -> None:
        """End the lease: other servers can take all rooms at once."""
        for task in self._tasks:
            task.cancel()
        self.epochs.clear()
        if not self.is_alone:
            await asyncio.to_thread(self._owner.stop)

    async def take(self, link: str) -> int:
        """Take a room and return its epoch. Raises StoreError."""
        if self.is_alone:
            return 0
        self._check_ready()
        wanted = self._wanted.get(link)
        if wanted is None:
            future = asyncio.get_running_loop().create_future()
            wanted = self._wanted[link] = _WantedRoom(future, time.monotonic() + FORCE_AFTER)
        if not self._is_taking:
            self._is_taking = True
            self._start_task(self._take_wanted())
        return await asyncio.shield(wanted.epoch)

    async def _take_wanted(self) -> None:
        """Take all rooms that are wanted; those of other servers as soon as they release them."""
        requested: set[str] = set()
        try:
            while self._wanted:
                await self._take_some(requested)
                if self._wanted:
                    await asyncio.sleep(TAKE_PAUSE)
        except StoreError as error:
            for wanted in self._wanted.values():
                wanted.epoch.set_exception(error)
            self._wanted.clear()
        finally:
            self._is_taking = False

    async def _take_some(self, requested: set[str]) -> None:
        """Take the rooms that can be taken now, and ask for the others."""
        now = time.monotonic()
        overdue = [link for link, wanted in self._wanted.items() if wanted.force_at <= now]
        others = [link for link in self._wanted if link not in overdue]
        taken = await asyncio.to_thread(self._owner.take, others) if others else {}
        if overdue:
            taken |= await asyncio.to_thread(self._owner.take, overdue, by_force=True)
        for link, epoch in taken.items():
            self.epochs[link] = epoch
            self._services.metrics.rooms_taken.increment()
            self._wanted.pop(link).epoch.set_result(epoch)
        for link in overdue:
            if link not in taken:  # even by force: it has been deleted
                self._wanted.pop(link).epoch.set_exception(
                    StoreError(self._services.store.place, f"room {link} was deleted")
                )
        owned = [link for link in others if link not in taken and link not in requested]
        if owned:
            requested.update(owned)
            await asyncio.to_thread(self._owner.request, owned)

    async def release(self, link: str, *, as_orphan: bool = False) -> None:
        """Release a room, if this server owns it.

        If nobody takes it soon, one that is released `as_orphan` is adopted by any server.
        """
        epoch = self.epochs.pop(link, None)
        if epoch is not None:
            await self._release(link, epoch, as_orphan=as_orphan)

    async def _release(self, link: str, epoch: int, *, as_orphan: bool) -> None:
        with self._logging_errors():
            await asyncio.to_thread(self._owner.release, link, epoch, as_orphan=as_orphan)
            self._services.metrics.rooms_released.increment()

    def forget(self, link: str, epoch: int) -> None:
        """Forget a room that another server has taken, or that was deleted.

        If it was taken back meanwhile, it stays.
        """
        if self.epochs.get(link) == epoch:
            del self.epochs[link]

    # The lease

    async def is_ours(self, link: str, epoch: int) -> bool:
        """Whether a room in memory is still the one that this server owns. Raises StoreError."""
        if self.is_alone:
            return True
        is_ours = await asyncio.to_thread(self._owner.epoch_of, link) == epoch
        if is_ours:
            self.epochs[link] = epoch
        return is_ours

    def _check_ready(self) -> None:
        why = self._services.not_ready_because
        if why is not None:
            raise StoreError(self._services.store.place, why)

    def _on_renewed(self, begun: float) -> None:
        is_late = begun - self._renewed_at > LEASE_SECONDS
        self._renewed_at = begun
        self._services.metrics.leases_renewed.increment()
        if self._services.not_ready_because == CUT_OFF:
            self._services.not_ready_because = None
            OPERATOR_LOG.write_line("the lease of the rooms is renewed again", "lease-renewed")
        if is_late:
            self._services.metrics.leases_late.increment()
            self._start_task(self._drop_lost())

    async def _watch(self) -> None:
        """Drop all rooms when the lease has not been renewed for too long."""
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            is_cut_off = time.monotonic() - self._renewed_at > GIVE_UP_AFTER
            if is_cut_off and self._services.not_ready_because is None:
                self._services.not_ready_because = CUT_OFF
                OPERATOR_LOG.write_line(f"{CUT_OFF}; players are sent elsewhere", "lease-lost")
            if is_cut_off:
                self._drop(list(self.epochs))

    async def _drop_lost(self) -> None:
        """Drop the rooms that other servers have taken."""
        before = dict(self.epochs)
        try:
            owned = await asyncio.to_thread(self._owner.owned)
        except StoreError as error:
            self._services.log_error(error)
            return
        lost = [link for link, epoch in before.items() if owned.get(link) != epoch]
        lost = [link for link in lost if self.epochs.get(link) == before[link]]
        for link in lost:
            self._services.metrics.rooms_lost.increment()
            game = short_link(link)
            OPERATOR_LOG.write_line(f"another server has taken game {game}", "room-lost", game=game)
        self._drop(lost)

    def _drop(self, links: list[str]) -> None:
        for link in links:
            del self.epochs[link]
            self._on_lost(link)

    async def _sweep(self) -> None:
        """Look after running games whose servers have died, so that their clocks run out."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            if self._services.not_ready_because is not None:
                continue
            await self._drop_lost()
            await self._release_dropped()
            await self._adopt_orphans()

    async def _release_dropped(self) -> None:
        """Release the rooms that were dropped while the database could not be reached."""
        owned: dict[str, int] = {}
        with self._logging_errors():
            owned = await asyncio.to_thread(self._owner.owned)
        for link, epoch in owned.items():
            if link not in self.epochs and link not in self._wanted:
                await self._release(link, epoch, as_orphan=True)

    async def _adopt_orphans(self) -> None:
        orphans: list[str] = []
        with self._logging_errors():
            orphans = await asyncio.to_thread(self._owner.orphans, SWEEP_LIMIT)
        for link in orphans:
            with self._logging_errors():  # the other games must be adopted, too
                await self._adopt(link)

    @contextmanager
    def _logging_errors(self) -> Iterator[None]:
        try:
            yield
        except TengenError as error:
            self._services.log_error(error)

    def _start_task(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
