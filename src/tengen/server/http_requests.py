"""HTTP requests and responses: cookies, networks, origins, bodies.

A browser is identified by a random secret in a cookie. The server stores only a digest of it.
"""

from __future__ import annotations

import gzip
import hashlib
import re
import secrets
from ipaddress import IPv6Address, ip_address
from urllib.parse import quote, urlsplit

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from tengen.errors import TengenError
from tengen.server.messages.codec import Kind, decode, encode
from tengen.server.problems import RequestRefused, refusal_of
from tengen.server.workers import Requester

COOKIE = "tengen"
SECURE_COOKIE = "__Host-tengen"
"""The cookie over https: browsers let no other host and no page without https set this name."""
YEAR = 365 * 24 * 60 * 60
SECRET_PATTERN = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)
LINK_BYTES = 9
"""Random bytes of a link. As text they are twelve characters, too many to guess."""
LINK_PATTERN = re.compile(r"[A-Za-z0-9_-]{12}", re.ASCII)


def new_link() -> str:
    """Return a new random link: the last part of a game's address."""
    return secrets.token_urlsafe(LINK_BYTES)


def secret_of(connection: HTTPConnection) -> str | None:
    """Return the secret that a browser has sent; None if it is missing or malformed.

    Over https, a secret in the cookie for http is valid until the browser has the other cookie.
    """
    return _secret_in(connection, _cookie_for(connection)) or _secret_in(connection, COOKIE)


def has_cookie(connection: HTTPConnection) -> bool:
    """Whether a browser has its secret in the right cookie."""
    return _secret_in(connection, _cookie_for(connection)) is not None


def _secret_in(connection: HTTPConnection, name: str) -> str | None:
    secret = connection.cookies.get(name, "")
    return secret if SECRET_PATTERN.fullmatch(secret) else None


def _cookie_for(connection: HTTPConnection) -> str:
    return SECURE_COOKIE if _is_secure(connection) else COOKIE


def _is_secure(connection: HTTPConnection) -> bool:
    return connection.scope["scheme"] in {"https", "wss"}


def digest_of(connection: HTTPConnection) -> bytes | None:
    """Return the digest of the browser's secret; None if it has sent none."""
    secret = secret_of(connection)
    return None if secret is None else hash_secret(secret)


def hash_secret(secret: str) -> bytes:
    """Return the digest of a secret."""
    return hashlib.sha256(secret.encode()).digest()


def new_secret() -> str:
    """Return a secret for a new browser."""
    return secrets.token_urlsafe(32)


def set_secret_cookie(connection: HTTPConnection, response: Response, secret: str) -> None:
    """Store a secret in the browser for a year."""
    response.set_cookie(
        _cookie_for(connection),
        secret,
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=_is_secure(connection),
    )


IPV6_PREFIX_BITS = 64
"""Leading bits of an IPv6 address that one customer of a provider cannot change."""


def requester_of(connection: HTTPConnection) -> Requester:
    """Return the browser and the network of a request; without a cookie, the network for both."""
    network, digest = network_of(connection), digest_of(connection)
    return Requester(network if digest is None else digest.hex(), network)


def network_of(connection: HTTPConnection) -> str:
    """Return the network of the client."""
    return "" if connection.client is None else network_in(connection.client.host)


def network_in(host: str) -> str:
    """Return the network of an address: all of an IPv4 address, 64 bits of an IPv6 address."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        prefix = int(address) >> (128 - IPV6_PREFIX_BITS) << (128 - IPV6_PREFIX_BITS)
        return f"{IPv6Address(prefix)}/{IPV6_PREFIX_BITS}"
    return str(address)


def is_same_origin(connection: HTTPConnection) -> bool:
    """Whether a request comes from a page of this server, or from no page at all."""
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc == connection.headers.get("host")
    except ValueError:
        return False


MAX_BODY_BYTES = 64 * 1024
"""Bytes of a request body, unless a handler allows more."""


def json_response(message: object, status: int = 200) -> Response:
    """Return a message as a JSON response."""
    return Response(encode(message), status, media_type="application/json")


def gzip_response(request: Request, zipped: bytes, media_type: str) -> Response:
    """Return a response of gzipped data, decompressed if the browser does not accept gzip."""
    headers = {"vary": "accept-encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(gzip.decompress(zipped), headers=headers, media_type=media_type)
    headers["content-encoding"] = "gzip"
    return Response(zipped, headers=headers, media_type=media_type)


async def error_response(_request: Request, error: Exception) -> Response:
    """Return an error as a response."""
    assert isinstance(error, RequestRefused | TengenError)
    refused = refusal_of(error)
    return json_response(refused.problem, refused.status)


async def read_body(request: Request, largest: int = MAX_BODY_BYTES) -> bytes:
    """Return the body of a request. Raises RequestRefused if it is too large."""
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > largest:
            limit = f"{largest >> 20} MB" if largest >= 1 << 20 else f"{largest >> 10} kB"
            raise RequestRefused(413, "too-large", f"File too large (limit {limit}).")
        parts.append(part)
    return b"".join(parts)


async def read_message(request: Request, decoder: msgspec.json.Decoder[Kind]) -> Kind:
    """Return the message in a request. Raises ParseError or RequestRefused."""
    return decode(decoder, await read_body(request), "message")


def file_response(data: bytes, media: str, name: str) -> Response:
    """Return a response that the browser saves as a file."""
    disposition = f"attachment; filename*=UTF-8''{quote(name)}"
    return Response(data, media_type=media, headers={"content-disposition": disposition})


def query_number(request: Request, name: str) -> int | None:
    """Return a whole number in the query of the address, if present. Raises RequestRefused."""
    text = request.query_params.get(name)
    return None if text is None else parse_number(text, name)


def parse_number(text: str, name: str) -> int:
    """Return a whole number in an address. Raises RequestRefused."""
    if not (text.isascii() and text.isdigit() and len(text) <= 15):
        raise RequestRefused(400, "bad-message", f"{name} must be a whole number.")
    return int(text)
