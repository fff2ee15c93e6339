"""The clock of a server, as far as it can be known here."""

from __future__ import annotations

import time


class RemoteClock:
    """Goes by the news that came with the least delay."""

    def __init__(self) -> None:
        self._offset = time.time_ns() // 1_000_000 - _here()
        self._is_known = False

    def forget(self) -> None:
        """Whatever was heard, the next news count."""
        self._is_known = False

    def hear(self, now: int) -> None:
        """Somebody there says what time it is."""
        offset = now - _here()
        self._offset = max(self._offset, offset) if self._is_known else offset
        self._is_known = True

    def now(self) -> int:
        """Milliseconds there."""
        return self._offset + _here()


def _here() -> int:
    return time.monotonic_ns() // 1_000_000
