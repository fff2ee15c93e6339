"""Cancel long calls from another thread or after some seconds, with one token for each call."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class CancelToken:
    """Cancels the long call that it is given to, which then returns at once.

    A token can be cancelled from any thread, and stays cancelled. The next call needs a new one.
    """

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._is_cancelled = False
        self._callbacks: list[Callable[[], None]] = []

    @property
    def is_cancelled(self) -> bool:
        """Whether the call was cancelled."""
        return self._is_cancelled

    def cancel(self) -> None:
        """Cancel the call with this token; if it has not started, it ends as soon as it does."""
        with self._lock:
            if not self._is_cancelled:
                self._is_cancelled = True
                for callback in self._callbacks:
                    callback()

    @contextmanager
    def on_cancel(self, callback: Callable[[], None]) -> Iterator[None]:
        """Call `callback` once if the token is or gets cancelled inside the `with` block."""
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
    """Yield a token that is cancelled with its parent, or after the seconds if they are given."""
    token = CancelToken()
    timer = threading.Timer(seconds or 0.0, token.cancel)
    timer.daemon = True
    with (parent or CancelToken()).on_cancel(token.cancel):
        if seconds is not None:
            timer.start()
        try:
            yield token
        finally:
            timer.cancel()
