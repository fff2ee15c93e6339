"""Errors of requests: the messages for clients."""

from __future__ import annotations

from tengen.errors import ParseError, RuleError, StoreError, TengenError
from tengen.rules.wording import as_sentence
from tengen.server.messages.game import ProblemMessage
from tengen.server.operator_log import OPERATOR_LOG

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
        OPERATOR_LOG.write(error)
        return RequestRefused(503, "not-kept", STORE_UNAVAILABLE)
    if isinstance(error, ParseError | RuleError):
        return RequestRefused(400, "bad-message", as_sentence(str(error)))
    return RequestRefused(409, "refused", as_sentence(str(error)))
