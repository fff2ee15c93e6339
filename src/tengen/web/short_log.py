"""Short lines instead of tracebacks for what clients do wrong."""

from __future__ import annotations

import logging

from starlette.requests import ClientDisconnect

from tengen.web.complaints import COMPLAINTS, Complaints

NOT_TEXT = "a client sent a message that is not UTF-8; its socket was closed"
NOT_WHOLE = "a client left before its request was whole"


class ShortLog(logging.Filter):
    """Makes one short line of a traceback that a client has caused."""

    def __init__(self, complaints: Complaints = COMPLAINTS) -> None:
        super().__init__()
        self._complaints = complaints

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record stays as it is."""
        line = _line_for(record)
        if line:
            self._complaints.say(line)
        return not line


def _line_for(record: logging.LogRecord) -> str:
    """What to say of something that a client did wrong; nothing if it was not the client."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, ClientDisconnect):
        return NOT_WHOLE
    is_text = isinstance(error, UnicodeDecodeError)
    return NOT_TEXT if is_text and record.getMessage().startswith("Invalid UTF-8") else ""
