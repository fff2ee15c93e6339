"""A time by which something must have happened."""

from __future__ import annotations

import time


class Deadline:
    """So many milliseconds from now."""

    def __init__(self, milliseconds: int) -> None:
        self.milliseconds = milliseconds
        self._end = time.monotonic() + milliseconds / 1000

    @property
    def seconds_left(self) -> float:
        """Zero when it has passed."""
        return max(0.0, self._end - time.monotonic())
