"""Answers in JSON, and the one form of all that go wrong."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tengen.errors import ParseError, RuleError, StoreError, TengenError
from tengen.online.news import Problem
from tengen.online.wire import Kind, decode, encode

UNKNOWN_GAME = "There is no game with this link. Perhaps it is not whole: ask for it again."
LARGEST = 64 * 1024
"""How many bytes a request may have, unless more is said."""


class Refused(Exception):
    """Something is not done; the answer says why."""

    def __init__(self, status: int, code: str, says: str) -> None:
        super().__init__(says)
        self.status = status
        self.problem = Problem(code, says)


def answer(message: object, status: int = 200) -> Response:
    """A message as a response."""
    return Response(encode(message), status, media_type="application/json")


def refuse(_request: Request, error: Exception) -> Response:
    """What went wrong, without anything about how the server is made."""
    if isinstance(error, Refused):
        return answer(error.problem, error.status)
    if isinstance(error, StoreError):
        return answer(Problem("not-kept", "The server cannot get at its games. Try again."), 503)
    if isinstance(error, ParseError | RuleError):
        return answer(Problem("bad-message", str(error)), 400)
    assert isinstance(error, TengenError)
    return answer(Problem("refused", str(error)), 409)


async def body_of(request: Request, largest: int = LARGEST) -> bytes:
    """What was sent. Raises Refused if it is too much."""
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > largest:
            raise Refused(413, "too-large", f"That is too much: {largest // 1024} kB is the most.")
        parts.append(part)
    return b"".join(parts)


async def read(request: Request, decoder: msgspec.json.Decoder[Kind]) -> Kind:
    """A message that was sent. Raises ParseError or Refused."""
    return decode(decoder, await body_of(request), "message")
