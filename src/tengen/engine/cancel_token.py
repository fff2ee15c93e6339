"""A token by which another thread cancels long work."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class CancelToken:
    """Set once, from any thread; whatever is being watched over then is ended at once."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._is_set = False
        self._endings: list[Callable[[], None]] = []

    @property
    def is_set(self) -> bool:
        """Whether somebody wants an end."""
        return self._is_set

    def set(self) -> None:
        """End what is going on, and all that comes after it."""
        with self._lock:
            self._is_set = True
            for end in self._endings:
                end()

    @contextmanager
    def watch(self, end: Callable[[], None]) -> Iterator[None]:
        """Have `end` called when an end is wanted while this lasts, or was wanted before."""
        with self._lock:
            self._endings.append(end)
            if self._is_set:
                end()
        try:
            yield
        finally:
            with self._lock:
                self._endings.remove(end)
