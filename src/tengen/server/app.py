"""The ASGI application: its services, routes, error handlers and middleware."""

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
from tengen.server.fair_play import FairPlay
from tengen.server.game_options import choice_routes
from tengen.server.http_requests import error_response, json_response
from tengen.server.messages.game import ProblemMessage
from tengen.server.middleware import RequestGuard, SecurityHeaders
from tengen.server.pages import Pages
from tengen.server.problems import INTERNAL_ERROR, RequestRefused
from tengen.server.rate_limits import DEFAULT_LIMITS, ServerLimits
from tengen.server.rooms.api import PublicAddress, RoomsApi
from tengen.server.rooms.registry import RoomCleanup, RoomRegistry
from tengen.server.services import Services
from tengen.server.sockets import AnalysisSocket, GameSocket
from tengen.server.study.puzzles import PuzzlesApi
from tengen.server.study.record_api import PicturesApi, PlayedGamesApi, RecordsApi
from tengen.storage import Store

STATUS_WORDS = {
    404: "There is nothing at this address.",
    405: "That cannot be done at this address.",
}


def make_app(
    store: Store,
    limits: ServerLimits = DEFAULT_LIMITS,
    names: Collection[str] | None = None,
    address: str | None = None,
) -> ASGIApp:
    """The server of the games in a store; it may be asked for by these names, or by any.

    `address` is what others type, if a proxy stands before the server.
    """
    site = Services(store, limits)
    rooms = RoomRegistry(site)
    upkeep = RoomCleanup(site, rooms)
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

    routes = _routes(site, rooms, pages, PublicAddress(is_open=names is None, address=address))
    answers = Starlette(
        routes=routes,
        lifespan=live,
        exception_handlers={
            RequestRefused: error_response,
            TengenError: error_response,
            HTTPException: _http_error_handler(pages),
            Exception: _internal_error,
        },
        middleware=[
            Middleware(
                GZipMiddleware, minimum_size=1000, compresslevel=4, thread_minimum_size=16 * 1024
            )
        ],
    )
    sockets = Router([route for route in routes if isinstance(route, WebSocketRoute)])
    app = RequestGuard(_Switch(sockets, answers), limits.requests, names)
    return SecurityHeaders(app)  # around everything, what goes wrong included


class _Switch:
    """Sockets pass by all that is there for answers alone, which would see every message."""

    def __init__(self, sockets: ASGIApp, answers: ASGIApp) -> None:
        self._sockets = sockets
        self._answers = answers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self._sockets if scope["type"] == "websocket" else self._answers
        await app(scope, receive, send)


def _routes(
    site: Services, rooms: RoomRegistry, pages: Pages, reach: PublicAddress
) -> list[BaseRoute]:
    fair_play = FairPlay(site.store, rooms.session_of)
    return [
        *RoomsApi(site, rooms, fair_play, reach).routes(),
        *reach.routes(),
        *choice_routes(),
        *study_routes(site, fair_play),
        *pages.routes(),
        WebSocketRoute("/socket/game/{link}", GameSocket(site, rooms)),
    ]


def _http_error_handler(pages: Pages) -> Callable[[Request, Exception], Awaitable[Response]]:
    """What tells that there is no answer: a page for people, a problem for programs."""

    async def tell(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if request.url.path.startswith("/api/") or error.status_code != 404:
            says = STATUS_WORDS.get(error.status_code, f"{error.detail}.")
            return json_response(ProblemMessage("refused", says), error.status_code)
        return pages.tell_missing(request)

    return tell


async def _internal_error(_request: Request, _error: Exception) -> Response:
    return json_response(INTERNAL_ERROR, 500)


def study_routes(site: Services, fair_play: FairPlay) -> list[BaseRoute]:
    """Where what is answered: records, pictures, games, puzzles, analysis boards."""
    return [
        *RecordsApi(site.background).routes(),
        *PicturesApi(site.background).routes(),
        *PlayedGamesApi(site.store, site.background).routes(),
        *PuzzlesApi(site).routes(),
        WebSocketRoute("/socket/analysis", AnalysisSocket(site, fair_play)),
    ]
