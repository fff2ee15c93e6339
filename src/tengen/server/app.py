"""The ASGI application: its services, routes, error handlers and middleware."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
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
from tengen.server.middleware import ReadyGuard, RequestGuard, ResponseCounter, SecurityHeaders
from tengen.server.monitor import Monitor
from tengen.server.pages import Pages
from tengen.server.problems import INTERNAL_ERROR, RequestRefused
from tengen.server.rate_limits import DEFAULT_LIMITS, ServerLimits
from tengen.server.rooms.api import PublicAddress, RoomsApi
from tengen.server.rooms.registry import RoomCleanup, RoomRegistry
from tengen.server.services import Services
from tengen.server.sockets import AnalysisSocket, GameSocket
from tengen.server.study.puzzles import PuzzlesApi
from tengen.server.study.record_api import PicturesApi, PlayedGamesApi, RecordsApi
from tengen.storage import RoomStore

SHUTTING_DOWN = "the server is shutting down"
STATUS_WORDS = {
    404: "There is nothing at this address.",
    405: "That cannot be done at this address.",
}


def make_app(
    store: RoomStore,
    limits: ServerLimits = DEFAULT_LIMITS,
    names: Collection[str] | None = None,
    address: str | None = None,
    monitor: Monitor | None = None,
) -> WebApp:
    """Return the server of the games in a store.

    It answers to these host names, or to any. `address` is the address of the proxy in front of
    the server, if there is one. `monitor` serves its health and metrics.
    """
    services = Services(store, limits)
    rooms = RoomRegistry(services)
    cleanup = RoomCleanup(services, rooms)
    rooms.add_metrics(services.metrics)
    pages = Pages(rooms)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        await run_in_threadpool(_do_nothing)  # imports what would delay the first large response
        services.open()
        rooms.open()
        cleanup.open()
        if monitor is not None:
            await monitor.open(services)
        yield
        if monitor is not None:
            await monitor.close()
        await cleanup.close()
        await rooms.close()
        await services.close()

    routes = _routes(services, rooms, pages, PublicAddress(is_open=names is None, address=address))
    http_app = Starlette(
        routes=routes,
        lifespan=lifespan,
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
    app = RequestGuard(_ProtocolSwitch(sockets, http_app), limits.requests, names, services.metrics)
    counted = ResponseCounter(ReadyGuard(app, services), services.metrics)
    headers = SecurityHeaders(counted)  # outermost, so that error responses have them, too
    return WebApp(headers, services, rooms)


def _do_nothing() -> None:
    pass


class WebApp:
    """The ASGI application."""

    def __init__(self, app: ASGIApp, services: Services, rooms: RoomRegistry) -> None:
        self._app = app
        self._services = services
        self._rooms = rooms

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request or a socket."""
        await self._app(scope, receive, send)

    async def send_players_elsewhere(self) -> None:
        """Refuse requests from now on, and let other servers take the rooms."""
        self._services.not_ready_because = SHUTTING_DOWN
        await self._rooms.hand_over_all()


class _ProtocolSwitch:
    """Routes sockets past the HTTP middleware, which would look at every message."""

    def __init__(self, sockets: ASGIApp, http_app: ASGIApp) -> None:
        self._sockets = sockets
        self._http_app = http_app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self._sockets if scope["type"] == "websocket" else self._http_app
        await app(scope, receive, send)


def _routes(
    services: Services, rooms: RoomRegistry, pages: Pages, public_address: PublicAddress
) -> list[BaseRoute]:
    fair_play = FairPlay(services.store, rooms.session_of)
    return [
        *RoomsApi(services, rooms, fair_play, public_address).routes(),
        *public_address.routes(),
        *choice_routes(),
        *study_routes(services, fair_play),
        *pages.routes(),
        WebSocketRoute("/socket/game/{link}", GameSocket(services, rooms)),
    ]


def _http_error_handler(pages: Pages) -> Callable[[Request, Exception], Awaitable[Response]]:
    """Return a handler that answers with a page for people and with JSON for programs."""

    async def handle(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if request.url.path.startswith("/api/") or error.status_code != 404:
            says = STATUS_WORDS.get(error.status_code, f"{error.detail}.")
            return json_response(ProblemMessage("refused", says), error.status_code)
        return pages.not_found(request)

    return handle


async def _internal_error(_request: Request, _error: Exception) -> Response:
    return json_response(INTERNAL_ERROR, 500)


def study_routes(services: Services, fair_play: FairPlay) -> list[BaseRoute]:
    """Return the routes of records, pictures, played games, puzzles and analysis boards."""
    return [
        *RecordsApi(services.background).routes(),
        *PicturesApi(services.background).routes(),
        *PlayedGamesApi(services.store, services.background).routes(),
        *PuzzlesApi(services).routes(),
        WebSocketRoute("/socket/analysis", AnalysisSocket(services, fair_play)),
    ]
