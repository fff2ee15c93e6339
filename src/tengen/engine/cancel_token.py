"""Cancelling long work from another thread, or after some seconds: one token for each call."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class CancelToken:
    """Given to a call that takes long; whoever cancels it has the answer at once.

    A token is cancelled once and for good, from any thread. The next call gets a new one.
    """

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._is_cancelled = False
        self._callbacks: list[Callable[[], None]] = []

    @property
    def is_cancelled(self) -> bool:
        """Whether the answer is wanted at once."""
        return self._is_cancelled

    def cancel(self) -> None:
        """End the call that has this token, or have it end as soon as it starts."""
        with self._lock:
            if not self._is_cancelled:
                self._is_cancelled = True
                for callback in self._callbacks:
                    callback()

    @contextmanager
    def on_cancel(self, callback: Callable[[], None]) -> Iterator[None]:
        """Call back once if it is cancelled meanwhile, at once if it already is; never later."""
        with self._lock:
            self._callbacks.append(callback)
            if self._is_cancelled:
                callback()
        try:
            yield
        finally:
            with self._lock:
                self._callbacks.remove(callback)


@contextmanager
def cancel_after(seconds: float | None, parent: CancelToken | None = None) -> Iterator[CancelToken]:
    """A token that is cancelled with its parent, and after so many seconds if they are given."""
    token = CancelToken()
    alarm = threading.Timer(seconds or 0.0, token.cancel)
    alarm.daemon = True
    with (parent or CancelToken()).on_cancel(token.cancel):
        if seconds is not None:
            alarm.start()
        try:
            yield token
        finally:
            alarm.cancel()
