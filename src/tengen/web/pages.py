"""The pages themselves, and what they are made of."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tengen.web.assets import Assets
from tengen.web.play.rooms import Rooms
from tengen.web.visitors import LINK, give_secret, has_cookie, new_secret, secret_of

PAGES = {"/": "home", "/analysis": "analysis", "/games": "games", "/puzzles": "puzzles"}


class Pages:
    """Pages are the same for everybody; what is on them comes over the API."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._assets = Assets()

    def routes(self) -> list[Route]:
        """Where what is answered."""
        return [
            *(Route(path, self._sender(name), methods=["GET"]) for path, name in PAGES.items()),
            Route("/game/{link}", self.show_game, methods=["GET"]),
            Route("/page/{version}/{name}", self.send_file, methods=["GET"]),
        ]

    async def show_game(self, request: Request) -> Response:
        """The page of a game, if there is one."""
        link = request.path_params["link"]
        if not LINK.fullmatch(link) or await self._rooms.find(link) is None:
            return self.tell_missing(request)
        return self._send(request, "game")

    async def send_file(self, request: Request) -> Response:
        """A script, a style or a picture."""
        found = self._assets.file(request, **request.path_params)
        if found is None:
            raise HTTPException(404)
        return found

    def tell_missing(self, request: Request) -> Response:
        """A page for whoever looks for something that is not there."""
        return self._send(request, "missing", 404)

    def _sender(self, name: str) -> Callable[[Request], Awaitable[Response]]:
        async def send(request: Request) -> Response:
            return self._send(request, name)

        return send

    def _send(self, request: Request, name: str, status: int = 200) -> Response:
        """A page; a browser that has no secret gets one with it."""
        response = self._assets.page(request, name, status)
        if not has_cookie(request):
            give_secret(request, response, secret_of(request) or new_secret())
        return response
