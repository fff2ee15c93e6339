"""A moment at which something is to be done, which may move often."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

LONGEST = 60 * 60 * 1000
"""Milliseconds that a timer runs at most: it looks again when it ends."""


class Alarm:
    """Calls once its moment has come.

    To put the moment off costs nothing: the timer is left as it is, and looks again when it ends.
    """

    def __init__(self, now: Callable[[], int], call: Callable[[], None]) -> None:
        self._now = now
        self._call = call
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = 0
        self.at: int | None = None
        """When, in milliseconds on the clock that `now` reads."""

    def set(self, at: int | None) -> None:
        """Call then, and not when it was to be before; None is never."""
        self.at = at
        if at is None or (self._timer is not None and self._timer_at <= at):
            return
        if self._timer is not None:
            self._timer.cancel()
        self._arm(at)

    def close(self) -> None:
        """Never call again."""
        self.at = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _arm(self, at: int) -> None:
        self._timer_at = at
        seconds = min(LONGEST, max(0, at - self._now())) / 1000
        self._timer = asyncio.get_running_loop().call_later(seconds, self._ring)

    def _ring(self) -> None:
        self._timer = None
        if self.at is None:
            return
        if self._now() < self.at:
            self._arm(self.at)
            return
        self.at = None
        self._call()
