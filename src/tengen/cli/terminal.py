"""The terminal: its capabilities, progress bars, and Ctrl-C during long work."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from tengen.rules.wording import counted

PLAIN_TERMINALS = {"", "dumb", "unknown"}
"""Values of `TERM` for terminals that cannot move the cursor."""


def write_stdout(text: str, encoding: str | None = None) -> None:
    """Write a text, with escapes for characters that cannot be encoded. Raise OSError."""
    default: str = getattr(sys.stdout, "encoding", "utf-8")
    data = text.encode(encoding or default, "backslashreplace")
    while data:
        data = data[os.write(1, data) :]


def can_draw(fd: int) -> bool:
    """Return whether this is a terminal with a movable cursor."""
    return os.isatty(fd) and os.environ.get("TERM", "") not in PLAIN_TERMINALS


def has_full_screen() -> bool:
    """Return whether input and output are a terminal that supports full-screen programs."""
    return os.isatty(0) and can_draw(1)


def has_many_colours() -> bool:
    """Return whether the terminal has more than sixteen colours, as Rich decides it."""
    if os.environ.get("NO_COLOR"):
        return False
    depth = os.environ.get("COLORTERM", "").strip().lower()
    kind = os.environ.get("TERM", "").strip().lower().rpartition("-")[2]
    return depth in {"truecolor", "24bit"} or kind in {"256color", "kitty"}


def theme_for(chosen: str | None) -> str | None:
    """Return the chosen theme, or the sixteen-colour theme if the terminal needs it."""
    return chosen or (None if has_many_colours() else "terminal")


def has_unicode() -> bool:
    """Return whether the locale, if one is set, supports Unicode."""
    names = ("LC_ALL", "LC_CTYPE", "LANG")
    locale = next((os.environ[name] for name in names if os.environ.get(name)), "utf-8")
    return "utf" in locale.lower()


MAX_TEXT_WIDTH, DEFAULT_TEXT_WIDTH = 100, 80
"""Columns of a text: the largest number, and the number without a terminal."""


class TextWriter:
    """Writes text to standard output, with escapes for characters that cannot be shown."""

    def __init__(self, *, ascii_only: bool) -> None:
        self._encoding = "ascii" if ascii_only else "utf-8"

    def write(self, text: str) -> None:
        """Write a text. Raise OSError."""
        write_stdout(text, self._encoding)

    @staticmethod
    def width() -> int:
        """Return how many columns a text may use."""
        try:
            columns = os.get_terminal_size(1).columns
        except OSError:
            columns = 0
        return min(columns or DEFAULT_TEXT_WIDTH, MAX_TEXT_WIDTH)


BAR_WIDTH = 24
BAR_INTERVAL = 0.1
CLEAR_LINE = "\r\x1b[K"


class ProgressBar:
    """A progress line on standard error, drawn at most ten times a second, only on a terminal."""

    def __init__(self, total: int, noun: str, *, shown: bool | None = None) -> None:
        self._total = total
        self._noun = noun
        self._is_shown = can_draw(2) if shown is None else shown
        self._next = time.monotonic() + BAR_INTERVAL
        self._is_drawn = False

    def update(
        self,
        done: int,
        count: int,
        total: int | None = None,
        noun: str | None = None,
        tail: str = "",
    ) -> None:
        """Show how much of the total is done, and the count of things done.

        A given total or noun replaces the previous one; the tail follows the noun.
        """
        self._total = self._total if total is None else total
        self._noun = noun or self._noun
        now = time.monotonic()
        if self._is_shown and now >= self._next:
            self._next = now + BAR_INTERVAL
            self._write(
                f"{CLEAR_LINE}{format_bar(done, self._total)} {counted(count, self._noun)}{tail}"
            )
            self._is_drawn = True

    def clear(self) -> None:
        """Remove the line."""
        if self._is_drawn:
            self._write(CLEAR_LINE)
            self._is_drawn = False

    @staticmethod
    def _write(text: str) -> None:
        try:
            os.write(2, text.encode("ascii", "replace"))
        except OSError:
            return


def format_bar(done: int, total: int) -> str:
    """Return a bar such as `[######      ]  50%`, or dots if the total is unknown."""
    if total <= 0:
        return f"[{'.' * BAR_WIDTH}]"
    share = min(1.0, done / total)
    filled = round(share * BAR_WIDTH)
    return f"[{'#' * filled}{' ' * (BAR_WIDTH - filled)}] {share:4.0%}"


@contextmanager
def on_interrupt(act: Callable[[], None]) -> Iterator[None]:
    """Call `act` on Ctrl-C, unless the parent process has set Ctrl-C to be ignored."""

    def handle(_number: int, _frame: FrameType | None) -> None:
        act()

    before = signal.getsignal(signal.SIGINT)
    if before is signal.SIG_IGN:
        yield
        return
    signal.signal(signal.SIGINT, handle)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
