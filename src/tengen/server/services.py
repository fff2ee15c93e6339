"""What all parts of the server share: the store, workers, background jobs, limits, a clock."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from starlette.requests import HTTPConnection

from tengen.errors import StoreError, TengenError
from tengen.game import Event
from tengen.game.clock import MonotonicClock
from tengen.server.background.background import BackgroundJobs
from tengen.server.http_requests import network_of
from tengen.server.metrics import Metrics
from tengen.server.operator_log import OPERATOR_LOG, log_loop_error
from tengen.server.rate_limits import DEFAULT_LIMITS, RateLimiter, ServerLimits
from tengen.server.send_queue import Batch, flush_all
from tengen.server.workers import Workers
from tengen.storage import RoomStore
from tengen.storage.event_writer import OnWritten, make_event_batch

MOVES_PER_GAME = 100
"""A game made with this many moves counts as two games."""


class Services:
    """The shared services. Open them in the event loop of the server."""

    def __init__(self, store: RoomStore, limits: ServerLimits = DEFAULT_LIMITS) -> None:
        self.store = store
        self.limits = limits
        self.workers = Workers()
        self.background = BackgroundJobs(limits)
        self.outgoing = Batch(flush_all)
        """The queues that have something to send."""
        self.metrics = Metrics()
        self.not_ready_because: str | None = None
        """Why this server cannot take players now, besides problems of the store."""
        self.can_save = True
        """Whether the last save succeeded."""
        self._unsent: list[float] = []  # when the commands began that are sent in this round
        self._games = RateLimiter(limits.games)
        self._messages = RateLimiter(limits.network_messages)
        self._sockets: Counter[str] = Counter()
        self._clock = MonotonicClock()
        self._add_readings()

    def _add_readings(self) -> None:
        """Add the metrics that are read from the services."""
        read, read_each = self.metrics.read, self.metrics.read_each
        read("gauge", "tengen_sockets", "Open sockets.", self._sockets.total)
        says = "Engine jobs that wait, by priority."
        read_each(
            "gauge", "tengen_engine_jobs_waiting", "priority", says, lambda: self.workers.waiting
        )
        says = "Engine jobs that run, by priority."
        read_each(
            "gauge", "tengen_engine_jobs_running", "priority", says, lambda: self.workers.running
        )
        says = "Engine jobs that were over the limit of a browser."
        read("counter", "tengen_engine_jobs_refused_total", says, lambda: self.workers.refused)
        says = "Engine processes that died or could not be started."
        read("counter", "tengen_engine_processes_lost_total", says, lambda: self.workers.lost)
        says = "Files, pictures, lists and new games in progress: waiting or running."
        read_each(
            "gauge", "tengen_background_jobs", "queue", says, lambda: self.background.unfinished
        )
        says = "Files, pictures and lists that were over a limit."
        read(
            "counter", "tengen_background_jobs_refused_total", says, lambda: self.background.refused
        )

    def open(self) -> None:
        """Start the thread that saves events."""
        self._loop = asyncio.get_running_loop()
        self._loop.set_exception_handler(log_loop_error)
        self._event_writer = self.store.start_writer(self._on_written)
        self._event_writer.on_commit = self.metrics.committed
        self._event_batches = Batch(self._event_writer.append_all)

    def save_events(
        self, game: int, first: int, events: Sequence[Event], done: OnWritten, epoch: int = 0
    ) -> None:
        """Save events of a game that has `first` events, then call `done` in the event loop.

        `epoch` is the one with which this server owns the room of the game.
        """
        batch = make_event_batch(game, first, events, epoch)
        finish = partial(self._finish_save, done, time.perf_counter(), batch.is_played)
        self._event_batches.add((batch, finish))

    def now(self) -> int:
        """Return the time in milliseconds. It never goes backwards."""
        return self._clock.now()

    def log_error(self, error: TengenError) -> None:
        """Log an error for the operator; clients are sent fewer details."""
        OPERATOR_LOG.write(error)

    def log_exception(
        self, what: str, failure: Exception, event: str = "internal-error", **fields: str
    ) -> None:
        """Log an internal error, with its traceback."""
        details = {"message": what, "exception": failure, "event": event, "fields": fields}
        self._loop.call_exception_handler(details)

    def may_make_game(self, connection: HTTPConnection, moves: int) -> bool:
        """Whether this network may create one more game.

        A game made with moves counts more, because every move is checked.
        """
        network = network_of(connection)
        may = self._games.take(network)
        if may:
            self._games.charge(network, moves / MOVES_PER_GAME)
        else:
            self.metrics.limited.increment("games")
        return may

    def may_send_message(self, network: str) -> bool:
        """Whether this network may send one more message."""
        return self._messages.take(network)

    @contextmanager
    def count_socket(self, connection: HTTPConnection) -> Iterator[bool]:
        """Count a socket while it is open, and yield whether its network may have it."""
        address = network_of(connection)
        self._sockets[address] += 1
        try:
            is_allowed = self._sockets[address] <= self.limits.sockets
            if not is_allowed:
                self.metrics.limited.increment("sockets")
            yield is_allowed
        finally:
            self._sockets[address] -= 1
            if not self._sockets[address]:
                del self._sockets[address]

    async def close(self) -> None:
        """Save what is still to be saved, and stop all work."""
        await self.background.close()
        await self.workers.close()
        await asyncio.to_thread(self._event_writer.close)

    def _on_written(self, batch: list[tuple[OnWritten, StoreError | None]]) -> None:
        """Pass results from the writing thread to the event loop."""
        self._loop.call_soon_threadsafe(self._run_callbacks, batch)

    def _run_callbacks(self, batch: list[tuple[OnWritten, StoreError | None]]) -> None:
        for done, error in batch:
            try:
                done(error)
            except Exception as failure:  # noqa: BLE001 - the other callbacks must run, too
                self.log_exception("a callback of the store failed", failure)
        self._loop.call_soon(self._measure_commands)  # after the texts of this round were sent

    def _finish_save(
        self, done: OnWritten, since: float, moves: int, error: StoreError | None
    ) -> None:
        self.can_save = error is None
        if error is not None:
            self.metrics.failed_saves.increment()
        else:
            self._unsent.append(since)
            self.metrics.commands.value += 1
            self.metrics.moves.value += moves
        done(error)

    def _measure_commands(self) -> None:
        """Measure how long the commands took that were sent just now."""
        now, unsent, self._unsent = time.perf_counter(), self._unsent, []
        for since in unsent:
            self.metrics.command_seconds.observe(now - since)


MAX_TIMER = 60 * 60 * 1000
"""Milliseconds after which a timer checks the time again."""


class DeadlineTimer:
    """Calls a function at a set time.

    Postponing is cheap: the running timer stays, and checks the new time when it ends.
    """

    def __init__(self, now: Callable[[], int], call: Callable[[], None]) -> None:
        self._now = now
        self._call = call
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = 0
        self.at: int | None = None
        """The time to call, in milliseconds on the clock that `now` reads."""

    def set(self, at: int | None) -> None:
        """Set the time to call; None cancels."""
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
        seconds = min(MAX_TIMER, max(0, at - self._now())) / 1000
        self._timer = asyncio.get_running_loop().call_later(seconds, self._expire)

    def _expire(self) -> None:
        self._timer = None
        if self.at is None:
            return
        if self._now() < self.at:
            self._arm(self.at)
            return
        self.at = None
        self._call()
