"""Run searches in threads, beside an event loop or a user interface."""

from __future__ import annotations

import os
import queue
import sys
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from functools import partial
from typing import Generic, TypeVar

from tengen.engine.cancel_token import CancelToken
from tengen.errors import EngineError, TengenError

NICENESS = 10
"""The niceness of a thread with low priority; threads that it starts inherit it."""
SESSION_NICENESS = 5
"""The niceness of a session with low priority. It still gets a quarter of a busy processor."""
AUTOGROUP = "/proc/self/autogroup"
"""Where Linux takes the niceness of a session."""


def lower_thread_priority() -> None:
    """Lower the priority of this thread, if the system allows it."""
    if sys.platform == "linux":  # on other systems niceness applies to the whole process
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


def lower_session_priority() -> None:
    """Lower the priority of this process's session, if the system schedules sessions as groups.

    Linux does so on desktops (autogroup): there, niceness only ranks threads of one session.
    """
    with suppress(OSError), open(AUTOGROUP, "w", encoding="ascii") as file:
        file.write(str(SESSION_NICENESS))


CallFromThread = Callable[[Callable[[], None]], None]
"""A function that calls another one in the thread of the user interface."""


def call_here(call: Callable[[], None]) -> None:
    """Call in the current thread."""
    call()


Result = TypeVar("Result")


class SearchThread(Generic[Result]):
    """Runs work in a thread and reports its results until it is cancelled.

    `work` gets a token and yields results. `report` gets each result, and the error if there is
    one, in this thread or in the one that `call` chooses. It should return soon: `cancel` waits
    for it.
    """

    def __init__(
        self,
        name: str,
        work: Callable[[CancelToken], Iterable[Result]],
        report: Callable[[Result | TengenError], None],
        call: CallFromThread = call_here,
        *,
        is_urgent: bool = False,
    ) -> None:
        """Start at once, with low priority unless it is urgent."""
        self._name = name
        self._work = work
        self._report = report
        self._call = call
        self._is_urgent = is_urgent
        self._lock = threading.RLock()
        self._token = CancelToken()
        self._is_cancelled = False
        self._thread = threading.Thread(target=self._run, daemon=True, name=name)
        self._thread.start()

    @property
    def is_busy(self) -> bool:
        """Whether the thread is alive; it still is for a moment after the work ends."""
        return self._thread.is_alive()

    def cancel(self) -> None:
        """End the work. Nothing is reported after this returns."""
        with self._lock:
            self._is_cancelled = True
        self._token.cancel()

    def join(self) -> None:
        """Wait until the thread ends; return at once in the thread itself."""
        if threading.current_thread() is not self._thread:
            self._thread.join()

    def _run(self) -> None:
        if not self._is_urgent:
            lower_thread_priority()
        try:
            for result in self._work(self._token):
                self._send(result)
        except TengenError as error:
            self._send(error)
        except Exception as error:  # noqa: BLE001 - the waiting caller must hear of it
            self._send(EngineError(self._name, f"failed: {error!r}"))

    def _send(self, result: Result | TengenError) -> None:
        self._call(partial(self._deliver, result))

    def _deliver(self, result: Result | TengenError) -> None:
        with self._lock:
            if not self._is_cancelled:
                self._report(result)


def run_in_thread(
    work: Callable[[], Iterable[Result]], cancel: CancelToken, tick: float | None = None
) -> Generator[Result | None]:
    """Yield what work yields in another thread, so that Ctrl-C reaches this one meanwhile.

    Yields None after every `tick` seconds without a result. Raises what the work raises. Leaving
    the loop early cancels the work.
    """
    events: queue.SimpleQueue[tuple[Result] | Exception | None] = queue.SimpleQueue()
    try:
        SearchThread("worker", lambda _: _work_events(work), events.put, is_urgent=True)
        yield from _listen(events, tick)
    except BaseException:
        cancel.cancel()
        raise


def _work_events(
    work: Callable[[], Iterable[Result]],
) -> Iterator[tuple[Result] | Exception | None]:
    try:
        for result in work():
            yield (result,)
        yield None
    except Exception as error:  # noqa: BLE001 - raised again in the waiting thread
        yield error


def _listen(
    events: queue.SimpleQueue[tuple[Result] | Exception | None], tick: float | None
) -> Iterator[Result | None]:
    while True:
        try:
            event = events.get(timeout=tick)
        except queue.Empty:
            yield None
            continue
        if event is None:
            return
        if isinstance(event, Exception):
            raise event
        yield event[0]
