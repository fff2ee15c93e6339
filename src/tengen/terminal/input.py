"""What people type: lines read in a thread of their own, and the values in them."""

from __future__ import annotations

import codecs
import enum
import os
import queue
import re
import signal
import string
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import FrameType

from tengen.errors import ParseError, RuleError, UsageError, quote
from tengen.game.setup import TimeControl
from tengen.rules.coordinates import parse_pair
from tengen.rules.point import Point, parse_algebraic
from tengen.rules.rules import Rules
from tengen.rules.wording import counted, plural
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


POINT_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789,")
MAX_POINT_LENGTH = 6


class PointEntry:
    """What was typed so far."""

    def __init__(self, rules: Rules, text: str = "") -> None:
        self._rules = rules
        self.text = text

    def type(self, character: str) -> bool:
        """Add a character; whether it can belong to a point."""
        if character not in POINT_CHARACTERS or len(self.text) >= MAX_POINT_LENGTH:
            return False
        if character == ",":  # then a letter before was a step of the cursor
            self.text = self.text.lstrip(string.ascii_letters)
        self.text += character
        return True

    def rub_out(self) -> None:
        """Take the last character away."""
        self.text = self.text[:-1]

    def point(self) -> Point:
        """The point. Raises ParseError."""
        return parse_point(self.text, self._rules)

    def point_so_far(self) -> Point | None:
        """The point, if what was typed is one already."""
        try:
            return self.point()
        except ParseError:
            return None


def parse_point(text: str, rules: Rules) -> Point:
    """Read `h8`, or `7,7` as row and column from 0 at the top left."""
    return parse_pair(text, rules) if "," in text else parse_algebraic(text, rules)


def parse_number(text: str, low: int, high: int, what: str) -> int:
    """Read a number in plain digits. Raises UsageError, which says `what` and its bounds."""
    is_number = text.isascii() and text.isdecimal() and len(text) <= len(str(high))
    if not is_number or not low <= int(text) <= high:
        bounds = f"{low} to {high}" if low < high else str(low)
        raise UsageError(f"{what} can be {bounds}, not {quote(text)}")
    return int(text)


CLOCK_PRESETS = ("none", "10s", "30s", "1+1", "3+2", "5+0", "10+5", "15+10", "30+0")
CLOCK_PATTERN = re.compile(r"(?:([0-9]{1,4})s)?(?:(?:^|,? )([0-9]{1,3})\+([0-9]{1,3}))?")
CLOCK_HELP = "a clock is none, seconds a move as in 30s, or minutes and seconds a move as in 5+3"
LOW_TIME = 10_000
"""Milliseconds from which a clock shows tenths and alarms."""


def parse_clock(text: str) -> TimeControl:
    """Read `none`, `30s`, `5+3` or `30s 5+3`. Raises UsageError."""
    text = text.strip()
    if text == "none":
        return TimeControl()
    match = CLOCK_PATTERN.fullmatch(text)
    if not text or match is None:
        raise UsageError(f"{quote(text)} is not a clock: {CLOCK_HELP}")
    seconds, minutes, increment = match.groups()
    try:
        return TimeControl(
            int(seconds) * 1000 if seconds else None,
            int(minutes) * 60_000 if minutes else None,
            int(increment or 0) * 1000,
        )
    except RuleError:
        raise UsageError(f"a clock of {text} has run out before the game begins") from None


def describe_clock_text(text: str) -> str:
    """A clock in words."""
    return describe_clock(parse_clock(text))


def describe_clock(clock: TimeControl) -> str:
    """Any clock in words: `30 seconds a move`, `5 min each and 3 seconds a move`."""
    parts = [f"{_seconds(clock.move)} a move"] if clock.move is not None else []
    if clock.game is not None:
        more = f" and {_seconds(clock.increment)} a move" if clock.increment else ""
        parts.append(f"{clock.game / 60_000:g} min each{more}")
    return ", ".join(parts) or "no clock"


def format_time_left(left: int) -> str:
    """`4:59`, or `9.5` when it is nearly over."""
    if left < LOW_TIME:
        return f"{left // 100 / 10:.1f}"
    seconds = left // 1000
    return f"{seconds // 60}:{seconds % 60:02}"


def describe_time(left: int) -> str:
    """The same to be spoken: `4 minutes 59 seconds`."""
    minutes, seconds = divmod(left // 1000, 60)
    parts = [counted(minutes, "minute")] if minutes else []
    if seconds or not minutes:
        parts.append(counted(seconds, "second"))
    return " ".join(parts)


def _seconds(milliseconds: int) -> str:
    return f"{milliseconds / 1000:g} {plural(milliseconds / 1000, 'second')}"
