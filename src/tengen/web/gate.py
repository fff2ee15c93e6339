"""Who gets in: not too many requests from one address, and none in another page's name."""

from __future__ import annotations

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from tengen.online.news import Problem
from tengen.web.answers import answer
from tengen.web.limits import Buckets, Rate
from tengen.web.origins import is_own

TOO_FAST = Problem("too-fast", "Too many requests from your address. Try again in a minute.")
FOREIGN = Problem("foreign", "Another page may not do this in your name.")
SAFE = {"GET", "HEAD"}


class Gate:
    """Stands before everything that is asked over HTTP."""

    def __init__(self, app: ASGIApp, rate: Rate) -> None:
        self._app = app
        self._buckets = Buckets(rate)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or say why not."""
        problem = self._problem(scope)
        if problem is None:
            await self._app(scope, receive, send)
            return
        status = 429 if problem is TOO_FAST else 403
        await answer(problem, status)(scope, receive, send)

    def _problem(self, scope: Scope) -> Problem | None:
        if scope["type"] != "http":
            return None
        client = scope.get("client")
        if not self._buckets.take(client and client[0]):
            return TOO_FAST
        if scope["method"] not in SAFE and not is_own(Request(scope)):
            return FOREIGN
        return None
