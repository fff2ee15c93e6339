"""Short lines for those who run the server: the same thing once a minute at most."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable

from starlette.requests import ClientDisconnect

QUIET = 60.0
"""Seconds in which the same thing is counted, not told."""
NOT_TEXT = "a client sent a message that is not UTF-8; its socket was closed"
NOT_WHOLE = "a client left before its request was whole"


class Notes:
    """Tells a thing when it first happens, and how often it has happened since."""

    def __init__(
        self,
        write: Callable[[str], object] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._write = write or sys.stderr.write
        self._clock = clock
        self._told: dict[str, float] = {}
        self._kept: dict[str, int] = {}

    def note(self, line: str) -> None:
        """Tell this, unless the same was told within a minute."""
        now = self._clock()
        if now - self._told.get(line, -QUIET) < QUIET:
            self._kept[line] = self._kept.get(line, 0) + 1
            return
        kept = self._kept.pop(line, 0)
        self._told[line] = now
        self._write(f"tengen: {line}{f' ({kept} more since the last such line)' if kept else ''}\n")


class ShortLog(logging.Filter):
    """Makes one short line of a traceback that a client has caused."""

    def __init__(self, notes: Notes) -> None:
        super().__init__()
        self._notes = notes

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record stays as it is."""
        line = _line_for(record)
        if line:
            self._notes.note(line)
        return not line


def _line_for(record: logging.LogRecord) -> str:
    """What to say of something that a client did wrong; nothing if it was not the client."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, ClientDisconnect):
        return NOT_WHOLE
    is_text = isinstance(error, UnicodeDecodeError)
    return NOT_TEXT if is_text and record.getMessage().startswith("Invalid UTF-8") else ""
