"""A bar that shows how far something has come, for people who look at a terminal."""

from __future__ import annotations

import os
import time

from tengen.cli.terminal import can_draw
from tengen.rules.wording import counted

WIDTH = 24
PAUSE = 0.1
CLEAR = "\r\x1b[K"


class Bar:
    """A line on standard error, drawn at most ten times a second; nothing if nobody sees it."""

    def __init__(self, total: int, noun: str, *, shown: bool | None = None) -> None:
        self._total = total
        self._noun = noun
        self._is_shown = can_draw(2) if shown is None else shown
        self._next = time.monotonic() + PAUSE
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
            self._next = now + PAUSE
            self._write(
                f"{CLEAR}{format_bar(done, self._total)} {counted(count, self._noun)}{tail}"
            )
            self._is_drawn = True

    def clear(self) -> None:
        """Leave no trace."""
        if self._is_drawn:
            self._write(CLEAR)
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
        return f"[{'.' * WIDTH}]"
    share = min(1.0, done / total)
    filled = round(share * WIDTH)
    return f"[{'#' * filled}{' ' * (WIDTH - filled)}] {share:4.0%}"
