"""Searches in threads of their own, beside a loop or a screen."""

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
"""How much nicer than others a thread is; those that it starts are so, too."""


def lower_thread_priority() -> None:
    """Have this thread take only what others leave of the processors, where that can be had."""
    if sys.platform == "linux":  # elsewhere niceness belongs to whole processes
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


CallFromThread = Callable[[Callable[[], None]], None]
"""Has something called in the thread of a face."""


def call_here(call: Callable[[], None]) -> None:
    """Call in this thread."""
    call()


News = TypeVar("News")


class SearchThread(Generic[News]):
    """Does some work in a thread, and tells what comes of it until it is cancelled.

    `work` gets a token and yields news. `tell` gets each of them, and the error if there is one,
    in this thread or where `call` brings it. It should return soon: `cancel` waits for it.
    """

    def __init__(
        self,
        name: str,
        work: Callable[[CancelToken], Iterable[News]],
        tell: Callable[[News | TengenError], None],
        call: CallFromThread = call_here,
        *,
        is_urgent: bool = False,
    ) -> None:
        """Start at once; with a lower priority than others unless it is urgent."""
        self._name = name
        self._work = work
        self._tell = tell
        self._call = call
        self._is_urgent = is_urgent
        self._lock = threading.RLock()
        self._token = CancelToken()
        self._is_cancelled = False
        self._thread = threading.Thread(target=self._run, daemon=True, name=name)
        self._thread.start()

    @property
    def is_busy(self) -> bool:
        """Whether the thread is there, as it is for a moment after the end."""
        return self._thread.is_alive()

    def cancel(self) -> None:
        """End the work. Nothing is told any more once this returns."""
        with self._lock:
            self._is_cancelled = True
        self._token.cancel()

    def join(self) -> None:
        """Wait for the end, unless this is the thread itself."""
        if threading.current_thread() is not self._thread:
            self._thread.join()

    def _run(self) -> None:
        if not self._is_urgent:
            lower_thread_priority()
        try:
            for news in self._work(self._token):
                self._pass_on(news)
        except TengenError as error:
            self._pass_on(error)
        except Exception as error:  # noqa: BLE001 - whoever waits must be told
            self._pass_on(EngineError(self._name, f"failed: {error!r}"))

    def _pass_on(self, news: News | TengenError) -> None:
        self._call(partial(self._deliver, news))

    def _deliver(self, news: News | TengenError) -> None:
        with self._lock:
            if not self._is_cancelled:
                self._tell(news)


def run_aside(
    work: Callable[[], Iterable[News]], cancel: CancelToken, tick: float | None = None
) -> Generator[News | None]:
    """What work in another thread yields, so that this one hears Ctrl-C meanwhile.

    None comes whenever there was nothing for `tick` seconds. Raises what the work raises. Whoever
    breaks off cancels the work.
    """
    events: queue.SimpleQueue[tuple[News] | Exception | None] = queue.SimpleQueue()
    try:
        SearchThread("aside", lambda _: _work_events(work), events.put, is_urgent=True)
        yield from _listen(events, tick)
    except BaseException:
        cancel.cancel()
        raise


def _work_events(
    work: Callable[[], Iterable[News]],
) -> Iterator[tuple[News] | Exception | None]:
    try:
        for news in work():
            yield (news,)
        yield None
    except Exception as error:  # noqa: BLE001 - raised again where it is waited for
        yield error


def _listen(
    events: queue.SimpleQueue[tuple[News] | Exception | None], tick: float | None
) -> Iterator[News | None]:
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
