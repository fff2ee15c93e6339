"""What can go wrong with a request, and what the client is told."""

from __future__ import annotations

from tengen.errors import ParseError, RuleError, StoreError, TengenError
from tengen.online.news import Problem
from tengen.web.complaints import COMPLAINTS

UNKNOWN_GAME = (
    "There is no game with this link. The link may be incomplete, or the invitation was withdrawn:"
    " ask for a new one."
)
UNAVAILABLE = "The server cannot read or keep its games now. Try again, or tell its operator."
FAILED = Problem("failed", "Something went wrong in the server. It has been noted; try again.")


class Refused(Exception):
    """Something is not done; the answer says why."""

    def __init__(self, status: int, code: str, says: str) -> None:
        super().__init__(says)
        self.status = status
        self.problem = Problem(code, says)


def refusal_of(error: Refused | TengenError) -> Refused:
    """What went wrong, without anything about how the server is made."""
    if isinstance(error, Refused):
        return error
    if isinstance(error, StoreError):
        COMPLAINTS.write(error)
        return Refused(503, "not-kept", UNAVAILABLE)
    if isinstance(error, ParseError | RuleError):
        return Refused(400, "bad-message", str(error))
    return Refused(409, "refused", str(error))
