"""The terminal: what it can show, progress bars, and what Ctrl-C does during long work."""

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
"""What `TERM` says where a terminal can write lines, and nothing else."""


def write_stdout(text: str, encoding: str | None = None) -> None:
    """Show a text as far as the terminal can; other letters are spelt out. Raises OSError."""
    known: str = getattr(sys.stdout, "encoding", "utf-8")
    data = text.encode(encoding or known, "backslashreplace")
    while data:
        data = data[os.write(1, data) :]


def can_draw(fd: int) -> bool:
    """Whether this is a terminal on which the cursor can be moved."""
    return os.isatty(fd) and os.environ.get("TERM", "") not in PLAIN_TERMINALS


def has_full_screen() -> bool:
    """Whether somebody sits at a terminal that a full screen can be drawn on."""
    return os.isatty(0) and can_draw(1)


def has_many_colours() -> bool:
    """Whether the terminal has more than sixteen colours: the screen asks the same way."""
    if os.environ.get("NO_COLOR"):
        return False
    depth = os.environ.get("COLORTERM", "").strip().lower()
    kind = os.environ.get("TERM", "").strip().lower().rpartition("-")[2]
    return depth in {"truecolor", "24bit"} or kind in {"256color", "kitty"}


def theme_for(chosen: str | None) -> str | None:
    """The theme to begin with: as chosen, or sixteen colours where there are no more of them."""
    return chosen or (None if has_many_colours() else "terminal")


def has_unicode() -> bool:
    """Whether the locale, if there is one, can do more than ASCII."""
    names = ("LC_ALL", "LC_CTYPE", "LANG")
    locale = next((os.environ[name] for name in names if os.environ.get(name)), "utf-8")
    return "utf" in locale.lower()


MAX_TEXT_WIDTH, DEFAULT_TEXT_WIDTH = 100, 80
"""Columns of a text, at most and where no terminal tells."""


class TextWriter:
    """Where a summary is written; letters that cannot be shown are spelt out."""

    def __init__(self, *, ascii_only: bool) -> None:
        self._encoding = "ascii" if ascii_only else "utf-8"

    def write(self, text: str) -> None:
        """Show a text. Raises OSError."""
        write_stdout(text, self._encoding)

    @staticmethod
    def width() -> int:
        """How many columns a text may take."""
        try:
            columns = os.get_terminal_size(1).columns
        except OSError:
            columns = 0
        return min(columns or DEFAULT_TEXT_WIDTH, MAX_TEXT_WIDTH)


BAR_WIDTH = 24
BAR_INTERVAL = 0.1
CLEAR_LINE = "\r\x1b[K"


class ProgressBar:
    """A line on standard error, drawn at most ten times a second; nothing if nobody sees it."""

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
        """Tell how much of the total is done, and how many things that were.

        A total or a noun that is given replaces the one before; the tail stands behind the noun.
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
        """Leave no trace."""
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
    """As in `[######      ]  50 %`; only dots if it is not known how much there is."""
    if total <= 0:
        return f"[{'.' * BAR_WIDTH}]"
    share = min(1.0, done / total)
    filled = round(share * BAR_WIDTH)
    return f"[{'#' * filled}{' ' * (BAR_WIDTH - filled)}] {share:4.0%}"


@contextmanager
def on_interrupt(act: Callable[[], None]) -> Iterator[None]:
    """Have Ctrl-C do this, unless whoever started us wants it ignored."""

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
