"""Whatever comes in while a game is told line by line, each thing in its turn."""

from __future__ import annotations

import enum
import queue
import signal
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import FrameType

from tengen.tui.jobs import Job

TICK = 0.2
"""Seconds after which somebody looks at the clock, if nothing comes in."""


class Farewell(enum.Enum):
    """Why it is over."""

    LEFT = "somebody left"
    INPUT_ENDED = "the input ended"
    INTERRUPTED = "Ctrl-C"


News = str | Job | Farewell | None
"""A line, something that another thread wants done, an end, or nothing for a while."""


class Ear:
    """Hears lines, other threads and Ctrl-C, so that none of them breaks anything in two."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = lines
        self._heard: queue.SimpleQueue[News] = queue.SimpleQueue()
        self._is_interrupted = False

    def call(self, job: Job) -> None:
        """Have something done by whoever listens; for other threads."""
        self._heard.put(job)

    def next(self) -> News:
        """What came in, after a while nothing."""
        try:
            news = self._heard.get(timeout=TICK)
        except queue.Empty:
            return None
        if news is Farewell.INTERRUPTED:
            self._is_interrupted = False
        return news

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Listen from now on. Ctrl-C is heard if this is the main thread and it is not ignored."""
        threading.Thread(target=self._read, daemon=True, name="reader").start()
        before = signal.getsignal(signal.SIGINT)
        is_main = threading.current_thread() is threading.main_thread()
        if before is not signal.default_int_handler or not is_main:
            yield
            return
        signal.signal(signal.SIGINT, self._interrupt)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def _read(self) -> None:
        for line in self._lines:
            self._heard.put(line)
        self._heard.put(Farewell.INPUT_ENDED)

    def _interrupt(self, _signal: int, _frame: FrameType | None) -> None:
        if self._is_interrupted:  # the first one was not heard yet: this is urgent
            raise KeyboardInterrupt
        self._is_interrupted = True
        self._heard.put(Farewell.INTERRUPTED)
