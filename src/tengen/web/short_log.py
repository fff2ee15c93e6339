"""Short lines instead of tracebacks for what clients do wrong."""

from __future__ import annotations

import logging

from starlette.requests import ClientDisconnect

from tengen.web.complaints import COMPLAINTS, Complaints

NOT_WHOLE = "a client left before its request was whole"


class ShortLog(logging.Filter):
    """Makes one short line of a traceback that a client has caused."""

    def __init__(self, complaints: Complaints = COMPLAINTS) -> None:
        super().__init__()
        self._complaints = complaints

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record stays as it is."""
        error = record.exc_info[1] if record.exc_info else None
        has_left = isinstance(error, ClientDisconnect)
        if has_left:
            self._complaints.say(NOT_WHOLE)
        return not has_left
