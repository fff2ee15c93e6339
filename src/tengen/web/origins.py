"""Whether a page of ours asks, and not somebody else's in the same browser."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection


def is_own(connection: HTTPConnection) -> bool:
    """Whether a request comes from our own page, or from no page at all."""
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc == connection.headers.get("host")
    except ValueError:
        return False
