"""Errors of requests: the message for the client, and the log for the operator."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable

from tengen.errors import ParseError, RuleError, StoreError, TengenError
from tengen.rules.wording import as_sentence
from tengen.server.messages.game import ProblemMessage

UNKNOWN_GAME = (
    "There is no game with this link. The link may be incomplete, or the invitation was withdrawn:"
    " ask for a new one."
)
STORE_UNAVAILABLE = (
    "The server cannot read or save its games now. Try again later, or contact its operator."
)
INTERNAL_ERROR = ProblemMessage("failed", "Internal server error. It has been logged. Try again.")


class RequestRefused(Exception):
    """A request is refused; `problem` says why."""

    def __init__(self, status: int, code: str, says: str) -> None:
        super().__init__(says)
        self.status = status
        self.problem = ProblemMessage(code, says)


def refusal_of(error: RequestRefused | TengenError) -> RequestRefused:
    """Return the refusal to send for an error, without details of the server."""
    if isinstance(error, RequestRefused):
        return error
    if isinstance(error, StoreError):
        ERROR_LOG.write(error)
        return RequestRefused(503, "not-kept", STORE_UNAVAILABLE)
    if isinstance(error, ParseError | RuleError):
        return RequestRefused(400, "bad-message", as_sentence(str(error)))
    return RequestRefused(409, "refused", as_sentence(str(error)))


REPEAT_SECONDS = 10.0
"""Seconds before the same line is logged again."""
MAX_LINES = 100
"""Lines remembered for that; when there are more, all are forgotten."""


class ErrorLog:
    """Writes errors to standard error, and the same line only now and then."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._written: dict[str, float] = {}
        self._suppressed: Counter[str] = Counter()

    def write(self, error: TengenError) -> None:
        """Log an error, unless it was logged just before."""
        self.write_line(str(error))

    def write_line(self, text: str) -> None:
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
        sys.stderr.write(
            f"tengen: {text}{f' ({suppressed} more like this)' if suppressed else ''}\n"
        )


ERROR_LOG = ErrorLog()
