"""Files that are handed out, and numbers in addresses that ask for them."""

from __future__ import annotations

from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response

from tengen.web.problems import Refused


def hand_out(data: bytes, media: str, name: str) -> Response:
    """A file to be kept under a name."""
    kept = f"attachment; filename*=UTF-8''{quote(name)}"
    return Response(data, media_type=media, headers={"content-disposition": kept})


def number_in(request: Request, name: str) -> int | None:
    """A whole number in the address, if it is there. Raises Refused."""
    text = request.query_params.get(name)
    return None if text is None else parse_number(text, name)


def parse_number(text: str, name: str) -> int:
    """A whole number that is part of an address. Raises Refused."""
    if not (text.isascii() and text.isdigit() and len(text) <= 15):
        raise Refused(400, "bad-message", f"{name} must be a whole number.")
    return int(text)
