"""What went wrong, for the operator of the server: one line each, and no line over and over."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable

from tengen.errors import TengenError

SILENCE = 10.0
"""Seconds for which the same line is not repeated."""
KEPT = 100
"""How many lines are remembered; then all are forgotten."""


class Complaints:
    """Writes to standard error."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._written: dict[str, float] = {}
        self._left_out: Counter[str] = Counter()

    def write(self, error: TengenError) -> None:
        """Tell what went wrong, unless that was told just before."""
        self.say(str(error))

    def say(self, text: str) -> None:
        """Write a line, unless it was written just before; the next one counts those left out."""
        now = self._clock()
        last = self._written.get(text)
        if last is not None and now < last + SILENCE:
            self._left_out[text] += 1
            return
        if len(self._written) >= KEPT:
            self._written.clear()
            self._left_out.clear()
        self._written[text] = now
        left_out = self._left_out.pop(text, 0)
        sys.stderr.write(f"tengen: {text}{f' ({left_out} more like this)' if left_out else ''}\n")


COMPLAINTS = Complaints()
