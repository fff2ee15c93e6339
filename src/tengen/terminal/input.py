"""Typed input: lines read in a thread, and the points and numbers in them; clock times as text."""

from __future__ import annotations

import codecs
import enum
import os
import queue
import signal
import string
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import FrameType

from tengen.errors import ParseError, UsageError, quote
from tengen.rules import Point, Rules, parse_algebraic, parse_pair
from tengen.rules.wording import counted
from tengen.terminal.table import Callback

MAX_LINE = 4096
"""Longer lines are cut."""
READ_SIZE = 4096


def read_lines(fd: int) -> Iterator[str]:
    """Yield each line as soon as it is complete. Bytes that are not UTF-8 become surrogates.

    Nothing else may read from `fd`. A daemon thread that waits here does not delay the exit.
    """
    decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
    partial = ""
    while block := _read(fd):
        *lines, rest = (partial + decoder.decode(block)).split("\n")
        for line in lines:
            yield line[:MAX_LINE]
        partial = rest[:MAX_LINE]
    if partial:
        yield partial


def _read(fd: int) -> bytes:
    """Return some bytes, or none at the end or if nothing can be read."""
    try:
        return os.read(fd, READ_SIZE)
    except OSError:
        return b""


TICK = 0.2
"""Seconds to wait for input before the clocks are checked."""


class ExitReason(enum.Enum):
    """Why a plain game ended."""

    LEFT = "the person left"
    INPUT_ENDED = "the input ended"
    INTERRUPTED = "Ctrl-C"


InputEvent = str | Callback | ExitReason | None
"""A line, a call from another thread, an exit, or None after a tick without input."""


class InputQueue:
    """A queue of lines, calls from other threads and Ctrl-C, handled one at a time."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = lines
        self._queue: queue.SimpleQueue[InputEvent] = queue.SimpleQueue()
        self._is_interrupted = False

    def call(self, callback: Callback) -> None:
        """Run a callback in the thread that reads the queue. Called from other threads."""
        self._queue.put(callback)

    def next(self) -> InputEvent:
        """Return the next event, or None after a tick without one."""
        try:
            event = self._queue.get(timeout=TICK)
        except queue.Empty:
            return None
        if event is ExitReason.INTERRUPTED:
            self._is_interrupted = False
        return event

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Read lines meanwhile, and Ctrl-C too in the main thread, unless it is ignored."""
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
            self._queue.put(line)
        self._queue.put(ExitReason.INPUT_ENDED)

    def _interrupt(self, _signal: int, _frame: FrameType | None) -> None:
        if self._is_interrupted:  # the first one is still in the queue: the program hangs
            raise KeyboardInterrupt
        self._is_interrupted = True
        self._queue.put(ExitReason.INTERRUPTED)


POINT_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789,")
MAX_POINT_LENGTH = 6


class PointEntry:
    """A point as it is typed, character by character."""

    def __init__(self, rules: Rules, text: str = "") -> None:
        self._rules = rules
        self.text = text

    def type(self, character: str) -> bool:
        """Add a character. Return whether it can be part of a point."""
        if character not in POINT_CHARACTERS or len(self.text) >= MAX_POINT_LENGTH:
            return False
        if character == ",":  # then the letter before it moved the cursor
            self.text = self.text.lstrip(string.ascii_letters)
        self.text += character
        return True

    def delete_last(self) -> None:
        """Delete the last character."""
        self.text = self.text[:-1]

    def point(self) -> Point:
        """Return the point. Raises ParseError."""
        return parse_point(self.text, self._rules)

    def point_so_far(self) -> Point | None:
        """Return the point, or None if the text is not one yet."""
        try:
            return self.point()
        except ParseError:
            return None


def parse_point(text: str, rules: Rules) -> Point:
    """Read `h8`, or `7,7` as row and column from 0 at the top left."""
    return parse_pair(text, rules) if "," in text else parse_algebraic(text, rules)


def parse_number(text: str, low: int, high: int, what: str) -> int:
    """Read a number in ASCII digits. Raises UsageError, which names `what` and the bounds."""
    is_number = text.isascii() and text.isdecimal() and len(text) <= len(str(high))
    if not is_number or not low <= int(text) <= high:
        bounds = f"{low} to {high}" if low < high else str(low)
        raise UsageError(f"{what} must be {bounds}, not {quote(text)}")
    return int(text)


CLOCK_PRESETS = ("none", "10s", "30s", "1+1", "3+2", "5+0", "10+5", "15+10", "30+0")
LOW_TIME = 10_000
"""Milliseconds below which a clock shows tenths and warns."""


def format_time_left(left: int) -> str:
    """Return the time left as a clock shows it: `4:59`, or `9.5` when time is low."""
    if left < LOW_TIME:
        return f"{left // 100 / 10:.1f}"
    seconds = left // 1000
    return f"{seconds // 60}:{seconds % 60:02}"


def describe_time(left: int) -> str:
    """Return the time left in words: `4 minutes 59 seconds`."""
    minutes, seconds = divmod(left // 1000, 60)
    parts = [counted(minutes, "minute")] if minutes else []
    if seconds or not minutes:
        parts.append(counted(seconds, "second"))
    return " ".join(parts)
