"""The log for the operator, on standard error: one line for each event, as text or as JSON.

Links of games are secrets. The log has only their first characters.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Literal

from tengen.errors import RoomOutdated, StoreError, TengenError

LogLevel = Literal["info", "warning", "error"]
LogFormat = Literal["text", "json"]
FORMATS: tuple[LogFormat, ...] = ("text", "json")
REPEAT_SECONDS = 10.0
"""Seconds before the same line is logged again."""
MAX_LINES = 100
"""Lines remembered for that; when there are more, all are forgotten."""
SHOWN_CHARACTERS = 4
"""Characters of a link in the log."""
LINK = re.compile(r"\b(room|game) ([A-Za-z0-9_-]{4})[A-Za-z0-9_-]{8}(?![A-Za-z0-9_-])")


def short_link(link: str) -> str:
    """Return the beginning of a link, which tells games apart but opens none."""
    return f"{link[:SHOWN_CHARACTERS]}…"


def hide_links(text: str) -> str:
    """Shorten all links of games in a text."""
    return LINK.sub(r"\1 \2…", text)


class OperatorLog:
    """Writes lines to standard error, and the same line only now and then."""

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        wall_clock: Callable[[], float] = time.time,
    ) -> None:
        self.format: LogFormat | None = None
        """How lines are written; None means as text, and only problems."""
        self._clock = clock
        self._wall_clock = wall_clock
        self._written: dict[str, float] = {}
        self._suppressed: Counter[str] = Counter()

    def announce(self, event: str, text: str, **fields: str) -> None:
        """Log something that is no problem, if the operator has chosen a format."""
        if self.format is not None:
            self._write("info", event, text, fields)

    def write(self, error: TengenError) -> None:
        """Log an error, unless it was logged just before."""
        if isinstance(error, RoomOutdated):
            self.write_line(str(error), "room-lost")
        else:
            event = "store-error" if isinstance(error, StoreError) else "error"
            self.write_line(str(error), event, "error")

    def write_line(
        self, text: str, event: str, level: LogLevel = "warning", **fields: str | int
    ) -> None:
        """Log a line, unless it was logged just before.

        The next such line says how many were left out.
        """
        now = self._clock()
        last = self._written.get(text)
        if last is not None and now < last + REPEAT_SECONDS:
            self._suppressed[text] += 1
            return
        if len(self._written) >= MAX_LINES:
            self._written.clear()
            self._suppressed.clear()
        self._written[text] = now
        suppressed = self._suppressed.pop(text, 0)
        if suppressed and self.format == "json":
            fields["left_out"] = suppressed
        elif suppressed:
            text += f" ({suppressed} more like this)"
        self._write(level, event, text, fields)

    def write_record(self, record: logging.LogRecord) -> None:
        """Log a record of Python's logging as JSON, with its traceback if it has one."""
        text, fields = record.getMessage().strip(), dict(getattr(record, "fields", {}))
        if record.exc_info:
            trace = logging.Formatter().formatException(record.exc_info)
            fields["traceback"] = hide_links(trace)
        level: LogLevel = "error" if record.levelno >= logging.ERROR else "warning"
        self._write(level, getattr(record, "event", "internal-error"), text, fields)

    def _write(self, level: LogLevel, event: str, text: str, fields: dict[str, Any]) -> None:
        text = hide_links(text)
        if self.format == "json":
            now = datetime.fromtimestamp(self._wall_clock(), UTC).isoformat(timespec="milliseconds")
            head = {"time": now.replace("+00:00", "Z"), "level": level, "event": event}
            sys.stderr.write(json.dumps({**head, "message": text, **fields}) + "\n")
        else:
            sys.stderr.write(f"tengen: {text}\n")


OPERATOR_LOG = OperatorLog()
LOGGER = logging.getLogger("tengen.server")


class JsonLogHandler(logging.Handler):
    """Passes what libraries log to the log for the operator."""

    def emit(self, record: logging.LogRecord) -> None:
        """Log a record."""
        OPERATOR_LOG.write_record(record)


def open_log(form: LogFormat | None) -> None:
    """Set the format of the log, also of what libraries log."""
    OPERATOR_LOG.format = form
    if form == "json":
        logging.getLogger().addHandler(JsonLogHandler())
        logging.captureWarnings(capture=True)
        threading.excepthook = log_thread_error


def log_thread_error(error: threading.ExceptHookArgs) -> None:
    """Log an error that has ended a thread."""
    name = "?" if error.thread is None else error.thread.name
    trace = error.exc_value and (error.exc_type, error.exc_value, error.exc_traceback)
    LOGGER.error("the thread %r has failed", name, exc_info=trace)


def log_loop_error(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log an error in an event loop. Its context may name an event for the log, with fields."""
    if "event" not in context:
        loop.default_exception_handler(context)
        return
    extra = {"event": context["event"], "fields": context["fields"]}
    LOGGER.error(context["message"], exc_info=context["exception"], extra=extra)
