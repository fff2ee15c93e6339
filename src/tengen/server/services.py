"""What all parts of the server share: the store, workers, background jobs, limits, a clock."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from starlette.requests import HTTPConnection

from tengen.errors import StoreError, TengenError
from tengen.game.clock import MonotonicClock
from tengen.game.events import Event
from tengen.server.background.background import BackgroundJobs
from tengen.server.http_requests import network_of
from tengen.server.problems import ERROR_LOG
from tengen.server.rate_limits import DEFAULT_LIMITS, RateLimiter, ServerLimits
from tengen.server.send_queue import Batch, flush_all
from tengen.server.workers import Workers
from tengen.storage import Store
from tengen.storage.backend import make_event_batch
from tengen.storage.event_writer import EventWriter, OnWritten

MOVES_PER_GAME = 100
"""How many moves to begin with cost as much as a game."""


class Services:
    """A store with its keeper, the workers, a clock. Open it in the loop that serves."""

    def __init__(self, store: Store, limits: ServerLimits = DEFAULT_LIMITS) -> None:
        self.store = store
        self.limits = limits
        self.workers = Workers()
        self.background = BackgroundJobs(limits)
        self.mail = Batch(flush_all)
        """Outboxes that have something to send."""
        self._games = RateLimiter(limits.games)
        self._messages = RateLimiter(limits.network_messages)
        self._sockets: Counter[str] = Counter()
        self._clock = MonotonicClock()

    def open(self) -> None:
        """Begin to keep and to work."""
        self._loop = asyncio.get_running_loop()
        self._keeper = EventWriter(self.store, self._tell)
        self._wishes = Batch(self._keeper.append_all)

    def keep(self, game: int, first: int, events: Sequence[Event], done: OnWritten) -> None:
        """Have events kept in a game that has `first` of them, and then be told in the loop."""
        self._wishes.add((make_event_batch(game, first, events), done))

    def now(self) -> int:
        """Milliseconds that only ever go forward while the program runs."""
        return self._clock.now()

    def complain(self, error: TengenError) -> None:
        """Tell whoever runs the server what went wrong; those who play are told less."""
        ERROR_LOG.write(error)

    def report(self, what: str, failure: Exception) -> None:
        """Log a mistake of ours, with its traceback."""
        self._loop.call_exception_handler({"message": what, "exception": failure})

    def may_make_game(self, connection: HTTPConnection, moves: int) -> bool:
        """Whether not too many games have been made from this address.

        One that begins with a hundred moves counts as two: all of them are checked.
        """
        network = network_of(connection)
        may = self._games.take(network)
        if may:
            self._games.charge(network, moves / MOVES_PER_GAME)
        return may

    def may_speak(self, network: str) -> bool:
        """Whether not too many messages have come from this network."""
        return self._messages.take(network)

    @contextmanager
    def counted(self, connection: HTTPConnection) -> Iterator[bool]:
        """Count a socket while it is open, and tell whether its address may have one more."""
        address = network_of(connection)
        self._sockets[address] += 1
        try:
            yield self._sockets[address] <= self.limits.sockets
        finally:
            self._sockets[address] -= 1
            if not self._sockets[address]:
                del self._sockets[address]

    async def close(self) -> None:
        """Keep what is to be kept, end all work."""
        await self.background.close()
        await self.workers.close()
        await asyncio.to_thread(self._keeper.close)

    def _tell(self, batch: list[tuple[OnWritten, StoreError | None]]) -> None:
        """Bring a batch from the keeper's thread to the loop's."""
        self._loop.call_soon_threadsafe(self._tell_all, batch)

    def _tell_all(self, batch: list[tuple[OnWritten, StoreError | None]]) -> None:
        for done, error in batch:
            try:
                done(error)
            except Exception as failure:  # noqa: BLE001 - the others of the batch are told, too
                self.report("a callback of the store failed", failure)


LONGEST_TIMER = 60 * 60 * 1000
"""Milliseconds that a timer runs at most: it looks again when it ends."""


class DeadlineTimer:
    """Calls once its moment has come.

    To put the moment off costs nothing: the timer is left as it is, and looks again when it ends.
    """

    def __init__(self, now: Callable[[], int], call: Callable[[], None]) -> None:
        self._now = now
        self._call = call
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = 0
        self.at: int | None = None
        """When, in milliseconds on the clock that `now` reads."""

    def set(self, at: int | None) -> None:
        """Call then, and not when it was to be before; None is never."""
        self.at = at
        if at is None or (self._timer is not None and self._timer_at <= at):
            return
        if self._timer is not None:
            self._timer.cancel()
        self._arm(at)

    def close(self) -> None:
        """Never call again."""
        self.at = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _arm(self, at: int) -> None:
        self._timer_at = at
        seconds = min(LONGEST_TIMER, max(0, at - self._now())) / 1000
        self._timer = asyncio.get_running_loop().call_later(seconds, self._ring)

    def _ring(self) -> None:
        self._timer = None
        if self.at is None:
            return
        if self._now() < self.at:
            self._arm(self.at)
            return
        self.at = None
        self._call()
