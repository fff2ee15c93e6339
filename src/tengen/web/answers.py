"""Answers in JSON, and the one form of all that go wrong."""

from __future__ import annotations

import gzip

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tengen.errors import TengenError
from tengen.online.wire import Kind, decode, encode
from tengen.web.problems import Refused, refusal_of

LARGEST = 64 * 1024
"""How many bytes a request may have, unless more is said."""


def answer(message: object, status: int = 200) -> Response:
    """A message as a response."""
    return Response(encode(message), status, media_type="application/json")


def answer_zipped(request: Request, zipped: bytes, media_type: str) -> Response:
    """What was compressed by gzip beforehand, for browsers that take that and for others."""
    headers = {"vary": "accept-encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(gzip.decompress(zipped), headers=headers, media_type=media_type)
    headers["content-encoding"] = "gzip"
    return Response(zipped, headers=headers, media_type=media_type)


async def refuse(_request: Request, error: Exception) -> Response:
    """What went wrong, as a response."""
    assert isinstance(error, Refused | TengenError)
    refused = refusal_of(error)
    return answer(refused.problem, refused.status)


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
