"""The pages with their scripts and styles, served from memory."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tengen.server import http_requests
from tengen.server.rooms.registry import RoomRegistry

PAGES = {"/": "home", "/analysis": "analysis", "/games": "games", "/puzzles": "puzzles"}


class Pages:
    """The routes of the pages. Pages are the same for everybody; their content comes by the API."""

    def __init__(self, rooms: RoomRegistry) -> None:
        self._rooms = rooms
        self._assets = Assets()

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            *(Route(path, self._sender(name), methods=["GET"]) for path, name in PAGES.items()),
            Route("/game/{link}", self.show_game, methods=["GET"]),
            Route("/page/{version}/{name}", self.send_file, methods=["GET"]),
        ]

    async def show_game(self, request: Request) -> Response:
        """Send the page of a game."""
        link = request.path_params["link"]
        if not http_requests.LINK_PATTERN.fullmatch(link) or await self._rooms.find(link) is None:
            return self.not_found(request)
        return self._send(request, "game")

    async def send_file(self, request: Request) -> Response:
        """Send a script, a style or a picture."""
        found = self._assets.file(request, **request.path_params)
        if found is None:
            raise HTTPException(404)
        return found

    def not_found(self, request: Request) -> Response:
        """Send the page for an unknown address."""
        return self._send(request, "missing", 404)

    def _sender(self, name: str) -> Callable[[Request], Awaitable[Response]]:
        async def send(request: Request) -> Response:
            return self._send(request, name)

        return send

    def _send(self, request: Request, name: str, status: int = 200) -> Response:
        """Send a page, with a new secret if the browser has none."""
        response = self._assets.page(request, name, status)
        if not http_requests.has_cookie(request):
            http_requests.set_secret_cookie(
                request, response, http_requests.secret_of(request) or http_requests.new_secret()
            )
        return response


PAGE_FOLDER = Path(__file__).parent / "page"
SUFFIXES = {".css", ".js", ".svg", ".webmanifest"}
SCRIPT_IMPORT = re.compile(r"""^(?:import|export)\b[^;"'(]*["']\./([\w.]+\.js)["']""", re.MULTILINE)
CACHE_FOREVER = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
"""Cache, but check for a new version before each use."""
HEAD_END = "</head>"


@dataclass(frozen=True, slots=True)
class Asset:
    """A file, plain and compressed."""

    body: bytes
    zipped: bytes
    media: str


class Assets:
    """The files of the pages.

    The address of a script or style contains a version, a hash of all files. So browsers can
    cache them forever and never mix files of two versions.
    """

    def __init__(self, folder: Path = PAGE_FOLDER) -> None:
        texts = {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
        self._files = {
            name: _asset(name, body)
            for name, body in texts.items()
            if Path(name).suffix in SUFFIXES
        }
        digest = hashlib.sha256(b"".join(texts.values()))
        self.version = digest.hexdigest()[:8]
        self._pages = {
            Path(name).stem: _asset(name, self._prepare_page(body.decode()).encode())
            for name, body in texts.items()
            if name.endswith(".html")
        }

    def page(self, request: Request, name: str, status: int = 200) -> Response:
        """Return a page as a response."""
        return _send(request, self._pages[name], REVALIDATE, status)

    def file(self, request: Request, version: str, name: str) -> Response | None:
        """Return a script, a style or a picture as a response; None for an unknown name."""
        asset = self._files.get(name)
        if asset is None:
            return None
        return _send(request, asset, CACHE_FOREVER if version == self.version else REVALIDATE)

    def _prepare_page(self, page: str) -> str:
        """Put the version into the addresses of a page, and preload all its scripts."""
        wanted = self._scripts(re.findall(r'src="/page/([\w.]+\.js)"', page))
        links = "".join(f'<link rel="modulepreload" href="/page/{name}">\n' for name in wanted)
        return page.replace(HEAD_END, links + HEAD_END).replace(
            '"/page/', f'"/page/{self.version}/'
        )

    def _scripts(self, names: list[str]) -> list[str]:
        """Return all scripts that these import, without these."""
        found = list(names)
        for name in found:  # the list grows in the loop
            text = self._files[name].body.decode()
            found += [other for other in SCRIPT_IMPORT.findall(text) if other not in found]
        return found[len(names) :]


def _asset(name: str, body: bytes) -> Asset:
    media = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return Asset(body, gzip.compress(body, mtime=0), media)


def _send(request: Request, asset: Asset, cache: str, status: int = 200) -> Response:
    headers = {"cache-control": cache, "vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        return Response(asset.zipped, status, headers, asset.media)
    return Response(asset.body, status, headers, asset.media)
