"""What can go wrong with a request: what the client is told, and what the operator reads."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable

from tengen.errors import ParseError, RuleError, StoreError, TengenError
from tengen.server.messages.game import ProblemMessage

UNKNOWN_GAME = (
    "There is no game with this link. The link may be incomplete, or the invitation was withdrawn:"
    " ask for a new one."
)
STORE_UNAVAILABLE = "The server cannot read or keep its games now. Try again, or tell its operator."
INTERNAL_ERROR = ProblemMessage(
    "failed", "Something went wrong in the server. It has been noted; try again."
)


class RequestRefused(Exception):
    """Something is not done; the answer says why."""

    def __init__(self, status: int, code: str, says: str) -> None:
        super().__init__(says)
        self.status = status
        self.problem = ProblemMessage(code, says)


def refusal_of(error: RequestRefused | TengenError) -> RequestRefused:
    """What went wrong, without anything about how the server is made."""
    if isinstance(error, RequestRefused):
        return error
    if isinstance(error, StoreError):
        ERROR_LOG.write(error)
        return RequestRefused(503, "not-kept", STORE_UNAVAILABLE)
    if isinstance(error, ParseError | RuleError):
        return RequestRefused(400, "bad-message", str(error))
    return RequestRefused(409, "refused", str(error))


REPEAT_SECONDS = 10.0
"""Seconds for which the same line is not repeated."""
MOST_LINES = 100
"""How many lines are remembered; then all are forgotten."""


class ErrorLog:
    """Writes to standard error."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._written: dict[str, float] = {}
        self._left_out: Counter[str] = Counter()

    def write(self, error: TengenError) -> None:
        """Tell what went wrong, unless that was told just before."""
        self.say(str(error))

    def say(self, text: str) -> None:
        """Write a line, unless it was written just before; the next one counts those left out."""
        now = self._clock()
        last = self._written.get(text)
        if last is not None and now < last + REPEAT_SECONDS:
            self._left_out[text] += 1
            return
        if len(self._written) >= MOST_LINES:
            self._written.clear()
            self._left_out.clear()
        self._written[text] = now
        left_out = self._left_out.pop(text, 0)
        sys.stderr.write(f"tengen: {text}{f' ({left_out} more like this)' if left_out else ''}\n")


ERROR_LOG = ErrorLog()
