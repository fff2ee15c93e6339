"""An event loop with fake time, which passes when nothing else is left to do."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import TypeVar

Found = TypeVar("Found")


class _Selector(selectors.DefaultSelector):
    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Return pending input; if there is none, advance the time."""
        ready = super().select(0)
        if not ready and timeout:
            self.now += timeout
        return ready


class FakeTimeLoop(asyncio.SelectorEventLoop):
    """An event loop whose timers fire in order and at their times, without waiting."""

    def __init__(self) -> None:
        self._fake = _Selector()
        super().__init__(self._fake)

    def time(self) -> float:
        """Return the fake seconds since the loop was created."""
        return self._fake.now


def run_in_fake_time(test: Coroutine[object, object, Found]) -> Found:
    """Run a coroutine that waits only for timers."""
    with asyncio.Runner(loop_factory=FakeTimeLoop) as runner:
        return runner.run(test)
