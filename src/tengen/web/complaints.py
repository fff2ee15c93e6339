"""What went wrong, for the operator of the server: one line each, and no line over and over."""

from __future__ import annotations

import sys
import time
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

    def write(self, error: TengenError) -> None:
        """Tell what went wrong, unless that was told just before."""
        now, text = self._clock(), str(error)
        last = self._written.get(text)
        if last is not None and now < last + SILENCE:
            return
        if len(self._written) >= KEPT:
            self._written.clear()
        self._written[text] = now
        sys.stderr.write(f"tengen: {text}\n")


COMPLAINTS = Complaints()
