"""Who is who: a random secret in a cookie, of which only a digest is kept."""

from __future__ import annotations

import hashlib
import re
import secrets

from starlette.requests import HTTPConnection
from starlette.responses import Response

COOKIE = "tengen"
SAFE_COOKIE = "__Host-tengen"
"""The same over https: browsers let no other host and no page without https set this name."""
YEAR = 365 * 24 * 60 * 60
SECRET = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)
LINK_BYTES = 9
"""A link is twelve letters: nobody guesses one of 2**72."""
LINK = re.compile(r"[A-Za-z0-9_-]{12}", re.ASCII)


def new_link() -> str:
    """The random part of a game's address."""
    return secrets.token_urlsafe(LINK_BYTES)


def secret_of(connection: HTTPConnection) -> str | None:
    """The secret that a browser has sent, if it looks like one.

    Over https, a secret that was given under the older name holds until there is another.
    """
    return _secret_in(connection, _cookie_for(connection)) or _secret_in(connection, COOKIE)


def has_cookie(connection: HTTPConnection) -> bool:
    """Whether a browser has its secret under the name that it should have."""
    return _secret_in(connection, _cookie_for(connection)) is not None


def _secret_in(connection: HTTPConnection, name: str) -> str | None:
    secret = connection.cookies.get(name, "")
    return secret if SECRET.fullmatch(secret) else None


def _cookie_for(connection: HTTPConnection) -> str:
    return SAFE_COOKIE if _is_safe(connection) else COOKIE


def _is_safe(connection: HTTPConnection) -> bool:
    return connection.scope["scheme"] in {"https", "wss"}


def digest_of(connection: HTTPConnection) -> bytes | None:
    """What is known of whoever asks: nothing, without a secret."""
    secret = secret_of(connection)
    return None if secret is None else digest(secret)


def digest(secret: str) -> bytes:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode()).digest()


def new_secret() -> str:
    """For a browser that has none."""
    return secrets.token_urlsafe(32)


def give_secret(connection: HTTPConnection, response: Response, secret: str) -> None:
    """Have a browser keep its secret for a year from now."""
    response.set_cookie(
        _cookie_for(connection),
        secret,
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=_is_safe(connection),
    )
