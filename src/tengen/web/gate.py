"""Who gets in: by a name of ours, not too often from one address, not for another page."""

from __future__ import annotations

import re
from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from tengen.online.news import Problem
from tengen.web.addresses import network_of
from tengen.web.answers import answer
from tengen.web.limits import Buckets, Rate
from tengen.web.origins import is_own
from tengen.web.turnstile import Turnstile

TOO_FAST = Problem("too-fast", "Too many requests from your address. Try again in a minute.")
FOREIGN = Problem("foreign", "Another page may not do this in your name.")
UNKNOWN_NAME = Problem(
    "unknown-name",
    "This server does not know the name by which you ask for it: `tengen web --address` tells it.",
)
BAD_HOST = Problem("bad-message", "The Host header of this request names no host.")
HOST = re.compile(r"(\[[0-9A-Fa-f:.]{2,45}\]|[\w.~-]{1,253})(:\d{0,5})?", re.ASCII)
STATUS = {BAD_HOST.code: 400, TOO_FAST.code: 429, FOREIGN.code: 403, UNKNOWN_NAME.code: 421}
SAFE = {"GET", "HEAD"}
CLOSED = 4403


class Gate:
    """Stands before everything; without names, the server may be asked for by any."""

    def __init__(self, app: ASGIApp, rate: Rate, names: Collection[str] | None) -> None:
        self._app = app
        self._names = names
        self._buckets = Buckets(rate)
        self._turnstile = Turnstile()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let somebody in, or say why not."""
        if scope["type"] == "http":
            await self._turnstile.enter(network_of(HTTPConnection(scope)))
        problem = None if scope["type"] == "lifespan" else self._problem(scope)
        if problem is None:
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": CLOSED, "reason": problem.says})
        else:
            refusal = answer(problem, STATUS[problem.code])
            if problem is TOO_FAST:
                refusal.headers["connection"] = "close"  # and what else was sent over it is dropped
            await refusal(scope, receive, send)

    def _problem(self, scope: Scope) -> Problem | None:
        connection = HTTPConnection(scope)
        if not HOST.fullmatch(connection.headers.get("host", "none")):
            return BAD_HOST
        if self._names is not None and _name_of(connection) not in self._names:
            return UNKNOWN_NAME
        if not self._buckets.take(network_of(connection)):
            return TOO_FAST
        if scope["type"] == "websocket":
            return None  # sockets look at their origin themselves
        is_safe = scope["method"] in SAFE or is_own(connection)
        return None if is_safe else FOREIGN


def _name_of(connection: HTTPConnection) -> str:
    """The name by which the server is asked for, without the port."""
    try:
        return urlsplit(f"//{connection.headers.get('host', '')}").hostname or ""
    except ValueError:
        return ""
