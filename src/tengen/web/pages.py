"""The pages themselves, and what they are made of."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from tengen.web.rooms import Rooms
from tengen.web.visitors import LINK, give_secret, new_secret, secret_of

FOLDER = Path(__file__).parent / "page"
PAGES = {"/": "home", "/analysis": "analysis", "/games": "games", "/puzzles": "puzzles"}


class Pages:
    """Pages are the same for everybody; what is on them comes over the API."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms

    def routes(self) -> list[BaseRoute]:
        """Where what is answered."""
        return [
            *(Route(path, _sender(name), methods=["GET"]) for path, name in PAGES.items()),
            Route("/game/{link}", self.show_game, methods=["GET"]),
            Mount("/page", StaticFiles(directory=FOLDER)),
        ]

    async def show_game(self, request: Request) -> Response:
        """The page of a game, if there is one."""
        link = request.path_params["link"]
        if not LINK.fullmatch(link) or await self._rooms.find(link) is None:
            return send_page(request, "missing", 404)
        return send_page(request, "game")


def _sender(name: str) -> Callable[[Request], Awaitable[Response]]:
    async def send(request: Request) -> Response:
        return send_page(request, name)

    return send


def send_page(request: Request, name: str, status: int = 200) -> Response:
    """A page; a browser that has no secret gets one with it."""
    response = FileResponse(FOLDER / f"{name}.html", status)
    response.headers["cache-control"] = "no-cache"
    if secret_of(request) is None:
        give_secret(request, response, new_secret())
    return response
