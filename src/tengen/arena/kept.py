"""What a process keeps from one task to the next, such as running engines, and how it is closed.

Whoever keeps something registers a function that closes and forgets it. All are called when no task
is running: when the process ends, when its work is done, or after a while without tasks.
"""

from __future__ import annotations

import atexit
import contextlib
import threading
from collections.abc import Callable, Iterator


class KeptThings:
    """The closers of a process, and whether they may be called now. All threads may use it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._closers: dict[Callable[[], None], None] = {}
        self._running = 0
        self._is_wanted = False
        self._timer: threading.Timer | None = None

    def add(self, close: Callable[[], None]) -> None:
        """Call a function once when everything is closed; adding it again changes nothing."""
        with self._lock:
            self._closers[close] = None

    @contextlib.contextmanager
    def task(self, seconds: float | None = None) -> Iterator[None]:
        """Run a task; close nothing before its end, and everything `seconds` after the last one."""
        with self._lock:
            self._running += 1
            self._stop_timer()
        try:
            yield
        finally:
            with self._lock:
                self._running -= 1
                is_last = not self._running
                if is_last and seconds is not None:
                    self._timer = threading.Timer(seconds, self.close)
                    self._timer.daemon = True
                    self._timer.start()
            if is_last and self._is_wanted:
                self.close()

    def close(self) -> None:
        """Close everything now, or after the tasks that are running."""
        with self._lock:
            self._is_wanted = self._running > 0
            if self._is_wanted:
                return
            self._stop_timer()
        self.close_now()

    def close_now(self) -> None:
        """Close everything, even during a task."""
        with self._lock:
            closers, self._closers = list(self._closers), {}
        for close in closers:
            with contextlib.suppress(Exception):  # one that fails must not keep the others open
                close()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


KEPT = KeptThings()
"""What this process keeps."""
atexit.register(KEPT.close_now)


def close_at_end(close: Callable[[], None]) -> None:
    """Call a function once when this process no longer needs what it keeps for tasks.

    It is called from any thread. Register it again for what is kept later.
    """
    KEPT.add(close)
