"""A loop whose time passes only where everything waits for it."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import TypeVar

Found = TypeVar("Found")


class _Selector(selectors.DefaultSelector):
    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """What has come in; if nothing has, so much time has passed."""
        ready = super().select(0)
        if not ready and timeout:
            self.now += timeout
        return ready


class FakeTimeLoop(asyncio.SelectorEventLoop):
    """Nobody waits for real: timers fire in their order, at the times that they were set for."""

    def __init__(self) -> None:
        self._fake = _Selector()
        super().__init__(self._fake)

    def time(self) -> float:
        """Seconds since the loop was made."""
        return self._fake.now


def run_in_fake_time(test: Coroutine[object, object, Found]) -> Found:
    """Run something that waits for timers alone."""
    with asyncio.Runner(loop_factory=FakeTimeLoop) as runner:
        return runner.run(test)
