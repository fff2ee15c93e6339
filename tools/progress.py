"""The progress of the setup: a bar on a terminal, and a line for each stage elsewhere."""

import os
import time
from typing import TextIO

WIDTH = 24
MIN_SHARE_FOR_ESTIMATE = 0.1
"""The share of the work that must be done before the time left is shown."""


class Progress:
    """Shows the progress of work in stages; `stages` has the expected seconds of each."""

    def __init__(self, stages: dict[str, float], stream: TextIO) -> None:
        self._stages = stages
        self._stream = stream
        self._stage = ""
        self._start = time.monotonic()
        self._is_bar = stream.isatty() and os.environ.get("TERM", "dumb") != "dumb"

    def show(self, stage: str, done: int = 0, total: int = 0) -> None:
        """Show that `done` of the `total` steps of a stage are done."""
        count = f" {min(done + 1, total)} of {total}" if total else ""
        if self._is_bar:
            share = self.share(stage, done / total if total else 0.0)
            self._write(f"\r\x1b[K{bar(share)} {stage}{count}{self._time_left(share)}")
        elif stage != self._stage:
            self._write(f"tengen: {stage} ...\n")
        self._stage = stage

    def share(self, stage: str, part: float) -> float:
        """Return the share of all work that is done when this part of a stage is done."""
        names = list(self._stages)
        before = sum(self._stages[name] for name in names[: names.index(stage)])
        return (before + part * self._stages[stage]) / sum(self._stages.values())

    def end(self) -> None:
        """Remove the bar."""
        if self._is_bar and self._stage:
            self._write("\r\x1b[K")

    def _time_left(self, share: float) -> str:
        if share < MIN_SHARE_FOR_ESTIMATE:
            return ""
        left = (time.monotonic() - self._start) * (1 - share) / share
        return f", about {max(1, round(left))} s left"

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()


def bar(share: float) -> str:
    """Return a bar such as `[######      ]`."""
    filled = round(WIDTH * share)
    return f"[{'#' * filled}{' ' * (WIDTH - filled)}]"
