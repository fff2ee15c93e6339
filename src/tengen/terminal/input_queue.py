"""Input of the plain game: typed lines, calls of other threads and Ctrl-C, in one queue."""

from __future__ import annotations

import codecs
import enum
import os
import queue
import signal
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import FrameType

from tengen.terminal.table import Callback

MAX_LINE = 4096
"""What is more in a line is left out: nobody types that much."""
READ_SIZE = 4096


def read_lines(fd: int) -> Iterator[str]:
    """The lines that come in, each as soon as it is complete; bytes that are no text, as escapes.

    Nothing else may read there. A thread that waits here does not keep the program from ending.
    """
    decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
    begun = ""
    while block := _read(fd):
        *lines, rest = (begun + decoder.decode(block)).split("\n")
        for line in lines:
            yield line[:MAX_LINE]
        begun = rest[:MAX_LINE]
    if begun:
        yield begun


def _read(fd: int) -> bytes:
    """Some bytes; none at the end, and where there is nothing to read from."""
    try:
        return os.read(fd, READ_SIZE)
    except OSError:
        return b""


TICK = 0.2
"""Seconds after which somebody looks at the clock, if nothing comes in."""


class ExitReason(enum.Enum):
    """Why it is over."""

    LEFT = "somebody left"
    INPUT_ENDED = "the input ended"
    INTERRUPTED = "Ctrl-C"


InputEvent = str | Callback | ExitReason | None
"""A line, something that another thread wants done, an end, or nothing for a while."""


class InputQueue:
    """Hears lines, other threads and Ctrl-C, so that none of them breaks anything in two."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = lines
        self._heard: queue.SimpleQueue[InputEvent] = queue.SimpleQueue()
        self._is_interrupted = False

    def call(self, job: Callback) -> None:
        """Have something done by whoever listens; for other threads."""
        self._heard.put(job)

    def next(self) -> InputEvent:
        """What came in, after a while nothing."""
        try:
            news = self._heard.get(timeout=TICK)
        except queue.Empty:
            return None
        if news is ExitReason.INTERRUPTED:
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
        self._heard.put(ExitReason.INPUT_ENDED)

    def _interrupt(self, _signal: int, _frame: FrameType | None) -> None:
        if self._is_interrupted:  # the first one was not heard yet: this is urgent
            raise KeyboardInterrupt
        self._is_interrupted = True
        self._heard.put(ExitReason.INTERRUPTED)
