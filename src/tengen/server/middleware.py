"""ASGI middleware: host names, rate limit, origin, fair request queue, security headers.

Few requests start in each round of the event loop, so that moves never wait for many requests.
Every response tells browsers to run only scripts of this server, not to show it in frames, and not
to cache, unless the response sets its own caching.
"""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict, deque
from collections.abc import Collection
from http import HTTPStatus
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from tengen.server.http_requests import is_same_origin, json_response, network_of
from tengen.server.messages.game import ProblemMessage
from tengen.server.metrics import Metrics
from tengen.server.rate_limits import Rate, RateLimiter
from tengen.server.services import Services

NOT_READY = ProblemMessage(
    "not-ready", "The server cannot take players now. Try again in a moment."
)
TOO_MANY_REQUESTS = ProblemMessage(
    "too-fast", "Too many requests from your address. Try again in a minute."
)
FOREIGN_ORIGIN = ProblemMessage(
    "foreign", "This request comes from another site. Open the page of this server instead."
)
UNKNOWN_HOST = ProblemMessage(
    "unknown-name",
    "Unknown host name. To serve under this name, start the server with `tengen web --address`.",
)
BAD_HOST = ProblemMessage("bad-message", "The Host header of this request is not a host name.")
HOST_HEADER = re.compile(r"(\[[0-9A-Fa-f:.]{2,45}\]|[\w.~-]{1,253})(:\d{0,5})?", re.ASCII)
STATUS = {
    BAD_HOST.code: 400,
    TOO_MANY_REQUESTS.code: 429,
    FOREIGN_ORIGIN.code: 403,
    UNKNOWN_HOST.code: 421,
}
SAFE_METHODS = {"GET", "HEAD"}
CLOSE_CODE = 4403


class ReadyGuard:
    """Refuses all requests while the server cannot take players; a proxy then asks another one."""

    def __init__(self, app: ASGIApp, services: Services) -> None:
        self._app = app
        self._services = services

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] == "lifespan" or self._services.not_ready_because is None:
            await self._app(scope, receive, send)
            return
        refusal = json_response(NOT_READY, HTTPStatus.SERVICE_UNAVAILABLE)
        if scope["type"] == "websocket":
            await WebSocket(scope, receive, send).send_denial_response(refusal)
        else:
            await refusal(scope, receive, send)


class RequestGuard:
    """Checks every request before it reaches the application. None allows any host name."""

    def __init__(
        self, app: ASGIApp, rate: Rate, names: Collection[str] | None, metrics: Metrics
    ) -> None:
        self._app = app
        self._metrics = metrics
        self._names = names
        self._rate_limiter = RateLimiter(rate)
        self._queue = RequestQueue()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] == "http":
            await self._queue.enter(network_of(HTTPConnection(scope)))
        problem = None if scope["type"] == "lifespan" else self._problem(scope)
        if problem is None:
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": CLOSE_CODE, "reason": problem.says})
        else:
            refusal = json_response(problem, STATUS[problem.code])
            if problem is TOO_MANY_REQUESTS:
                refusal.headers["connection"] = "close"  # this drops pipelined requests, too
            await refusal(scope, receive, send)

    def _problem(self, scope: Scope) -> ProblemMessage | None:
        connection = HTTPConnection(scope)
        if not HOST_HEADER.fullmatch(connection.headers.get("host", "none")):
            return BAD_HOST
        if self._names is not None and _name_of(connection) not in self._names:
            return UNKNOWN_HOST
        if not self._rate_limiter.take(network_of(connection)):
            self._metrics.limited.increment("requests")
            return TOO_MANY_REQUESTS
        if scope["type"] == "websocket":
            return None  # sockets check their origin themselves
        is_safe = scope["method"] in SAFE_METHODS or is_same_origin(connection)
        return None if is_safe else FOREIGN_ORIGIN


def _name_of(connection: HTTPConnection) -> str:
    """Return the host name in a request, without the port."""
    try:
        return urlsplit(f"//{connection.headers.get('host', '')}").hostname or ""
    except ValueError:
        return ""


REQUESTS_PER_ROUND = 1
"""Requests that start before messages of sockets are handled again."""


class RequestQueue:
    """Starts requests one by one; if many come at once, networks take turns."""

    def __init__(self, per_round: int = REQUESTS_PER_ROUND) -> None:
        self._per_round = per_round
        self._begun = 0
        self._is_scheduled = False
        self._networks: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    async def enter(self, network: str) -> None:
        """Wait until the request may start."""
        if self._begun < self._per_round and not self._networks:
            self._begun += 1
            self._schedule_round()
            return
        ticket = asyncio.get_running_loop().create_future()
        self._networks.setdefault(network, deque()).append(ticket)
        self._schedule_round()
        await ticket

    def _schedule_round(self) -> None:
        if not self._is_scheduled:
            self._is_scheduled = True
            asyncio.get_running_loop().call_soon(self._begin_round)

    def _begin_round(self) -> None:
        self._is_scheduled = False
        self._begun = 0
        while self._networks and self._begun < self._per_round:
            ticket = self._next()
            if not ticket.done():
                ticket.set_result(None)
                self._begun += 1
        if self._begun:
            self._schedule_round()

    def _next(self) -> asyncio.Future[None]:
        network, tickets = self._networks.popitem(last=False)
        ticket = tickets.popleft()
        if tickets:
            self._networks[network] = tickets
        return ticket


CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
SECURITY_HEADERS = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cache-control": "no-store",
}


class SecurityHeaders:
    """Adds the security headers to all responses."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, send_safely)


class ResponseCounter:
    """Counts the responses by the class of their status."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._responses = metrics.responses

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._responses.increment(f"{message['status'] // 100}xx")
            await send(message)

        await self._app(scope, receive, send_counted)
