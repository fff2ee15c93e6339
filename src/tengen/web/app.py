"""The whole server as one application."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Router, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from tengen.errors import TengenError
from tengen.online.news import Problem
from tengen.storage import Store
from tengen.web.answers import answer, refuse
from tengen.web.choices import choice_routes
from tengen.web.fair_play import FairPlay
from tengen.web.gate import Gate
from tengen.web.headers import SafeHeaders
from tengen.web.limits import USUAL_LIMITS, Limits
from tengen.web.pages import Pages
from tengen.web.play.making import Games
from tengen.web.play.rooms import Rooms
from tengen.web.play.socket import GameSocket
from tengen.web.problems import FAILED, Refused
from tengen.web.reach import Reach
from tengen.web.site import Site
from tengen.web.study.routes import study_routes
from tengen.web.upkeep import Upkeep

WORDS = {404: "There is nothing at this address.", 405: "That cannot be done at this address."}


def make_app(
    store: Store,
    limits: Limits = USUAL_LIMITS,
    names: Collection[str] | None = None,
    address: str | None = None,
) -> ASGIApp:
    """The server of the games in a store; it may be asked for by these names, or by any.

    `address` is what others type, if a proxy stands before the server.
    """
    site = Site(store, limits)
    rooms = Rooms(site)
    upkeep = Upkeep(site, rooms)
    pages = Pages(rooms)

    @asynccontextmanager
    async def live(_app: Starlette) -> AsyncIterator[None]:
        site.open()
        rooms.open()
        upkeep.open()
        yield
        await upkeep.close()
        rooms.close()
        await site.close()

    routes = _routes(site, rooms, pages, Reach(is_open=names is None, address=address))
    answers = Starlette(
        routes=routes,
        lifespan=live,
        exception_handlers={
            Refused: refuse,
            TengenError: refuse,
            HTTPException: _teller(pages),
            Exception: _apologise,
        },
        middleware=[
            Middleware(
                GZipMiddleware, minimum_size=1000, compresslevel=4, thread_minimum_size=16 * 1024
            )
        ],
    )
    sockets = Router([route for route in routes if isinstance(route, WebSocketRoute)])
    app = Gate(_Switch(sockets, answers), limits.requests, names)
    return SafeHeaders(app)  # around everything, what goes wrong included


class _Switch:
    """Sockets pass by all that is there for answers alone, which would see every message."""

    def __init__(self, sockets: ASGIApp, answers: ASGIApp) -> None:
        self._sockets = sockets
        self._answers = answers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self._sockets if scope["type"] == "websocket" else self._answers
        await app(scope, receive, send)


def _routes(site: Site, rooms: Rooms, pages: Pages, reach: Reach) -> list[BaseRoute]:
    fair_play = FairPlay(site.store, rooms.session_of)
    return [
        *Games(site, rooms, fair_play, reach).routes(),
        *reach.routes(),
        *choice_routes(),
        *study_routes(site, fair_play),
        *pages.routes(),
        WebSocketRoute("/socket/game/{link}", GameSocket(site, rooms)),
    ]


def _teller(pages: Pages) -> Callable[[Request, Exception], Awaitable[Response]]:
    """What tells that there is no answer: a page for people, a problem for programs."""

    async def tell(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if request.url.path.startswith("/api/") or error.status_code != 404:
            says = WORDS.get(error.status_code, f"{error.detail}.")
            return answer(Problem("refused", says), error.status_code)
        return pages.tell_missing(request)

    return tell


async def _apologise(_request: Request, _error: Exception) -> Response:
    return answer(FAILED, 500)
