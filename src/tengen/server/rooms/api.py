"""Games over HTTP: create, show, join, withdraw; the address that others open."""

from __future__ import annotations

import socket
import time
from contextlib import suppress
from functools import partial
from ipaddress import ip_address

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tengen.server import http_requests
from tengen.server.background.jobs import DrawQrCode
from tengen.server.fair_play import FairPlay
from tengen.server.messages.codec import make_decoder
from tengen.server.messages.game import MakeGame, OpponentKind, TakeSeat
from tengen.server.messages.study import PositionSpec
from tengen.server.problems import UNKNOWN_GAME, RequestRefused
from tengen.server.rooms.broadcaster import table_message
from tengen.server.rooms.registry import RoomRegistry
from tengen.server.rooms.room import Room
from tengen.server.services import Services

MAKE_GAME_DECODER = make_decoder(MakeGame)
TAKE_SEAT_DECODER = make_decoder(TakeSeat)


class GameMade(msgspec.Struct, frozen=True):
    """The link of a new game."""

    link: str


class RoomsApi:
    """The routes of running games."""

    def __init__(
        self,
        services: Services,
        rooms: RoomRegistry,
        fair_play: FairPlay,
        public_address: PublicAddress,
    ) -> None:
        self._services = services
        self._rooms = rooms
        self._fair_play = fair_play
        self._public_address = public_address

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("/api/games", self.make, methods=["POST"]),
            Route("/api/games/{link}", self.show, methods=["GET"]),
            Route("/api/games/{link}", self.withdraw, methods=["DELETE"]),
            Route("/api/games/{link}/seat", self.take_seat, methods=["POST"]),
            Route("/api/games/{link}/qr.svg", self.draw_code, methods=["GET"]),
        ]

    async def make(self, request: Request) -> Response:
        """Create a game."""
        wanted = await http_requests.read_message(request, MAKE_GAME_DECODER)
        if not self._services.may_make_game(request, len(wanted.moves)):
            raise RequestRefused(
                429, "too-fast", "Too many new games from your address. Try again in a minute."
            )
        await self._check_fair(request, wanted)
        secret = http_requests.secret_of(request) or http_requests.new_secret()
        make = partial(self._rooms.make, wanted, http_requests.hash_secret(secret))
        room = await self._services.background.write(make, http_requests.requester_of(request))
        response = http_requests.json_response(GameMade(room.kept.link), 201)
        http_requests.set_secret_cookie(request, response, secret)
        return response

    async def _check_fair(self, request: Request, wanted: MakeGame) -> None:
        """Raise RequestRefused if the computer would help in a game against a person."""
        if wanted.opponent is not OpponentKind.COMPUTER:
            return
        asked = PositionSpec(wanted.rules, wanted.moves)
        problem = await self._fair_play.objection(http_requests.digest_of(request), asked)
        if problem is not None:
            raise RequestRefused(403, problem.code, problem.says)

    async def show(self, request: Request) -> Response:
        """Send the table and the state of a game."""
        room = await self.find(request)
        now = self._services.now()
        table = table_message(room.kept, room.session, room.presence, room.next_link, now)
        return http_requests.json_response(
            {"table": table, "state": msgspec.Raw(room.state_text().encode())}
        )

    async def take_seat(self, request: Request) -> Response:
        """Take the free seat."""
        wanted = await http_requests.read_message(request, TAKE_SEAT_DECODER)
        room = await self.find(request)
        secret = http_requests.secret_of(request) or http_requests.new_secret()
        seat = await self._rooms.take_seat(
            room.kept.link, http_requests.hash_secret(secret), wanted.name
        )
        if seat is None:
            await self.find(request)  # refuses if the invitation was withdrawn in the meantime
            raise RequestRefused(409, "taken", "Both seats are taken. You can watch.")
        response = http_requests.json_response({"seat": seat.value})
        http_requests.set_secret_cookie(request, response, secret)
        return response

    async def withdraw(self, request: Request) -> Response:
        """Withdraw an invitation."""
        room = await self.find(request)
        mine = http_requests.digest_of(request)
        if mine is None or not await self._rooms.withdraw(room.kept.link, mine):
            raise RequestRefused(
                409,
                "refused",
                "You can only withdraw your own invitation, before somebody accepts it.",
            )
        return Response(status_code=204)

    async def draw_code(self, request: Request) -> Response:
        """Send the address of a game as a QR code; the one for other devices, if known."""
        room = await self.find(request)
        address = f"{self._public_address.base_of(request)}/game/{room.kept.link}"
        drawn = await self._services.background.do(
            DrawQrCode(address), http_requests.requester_of(request)
        )
        return http_requests.gzip_response(request, drawn.body, "image/svg+xml")

    async def find(self, request: Request) -> Room:
        """Return the room of a request. Raises RequestRefused if there is none."""
        link = request.path_params["link"]
        room = await self._rooms.find(link) if http_requests.LINK_PATTERN.fullmatch(link) else None
        if room is None:
            raise RequestRefused(404, "unknown-game", UNKNOWN_GAME)
        return room


PROBE_ADDRESS = ("192.0.2.1", 9)
"""An unused address. The system only looks up a route to it; nothing is sent."""
DEFAULT_PORT = 8000
FRESH_SECONDS = 60.0
"""Seconds for which the address of this machine is cached."""


class ReachView(msgspec.Struct, frozen=True):
    """Who can open the address in the browser."""

    is_local: bool
    """Whether the address works only on this machine."""
    is_open: bool
    """Whether other machines can reach the server."""
    address: str | None
    """The address for other machines, if the server is or were open to them; None if unknown."""
    command: str
    """The command that starts the server for other machines."""


class PublicAddress:
    """Knows whether other machines can reach the server, and at which address."""

    def __init__(self, *, is_open: bool, address: str | None = None) -> None:
        """`address` is the address of a proxy in front of the server, if there is one."""
        self._is_open = is_open
        self._address = None if address is None else _full_address(address)
        self._host: str | None = None
        self._found_at = -FRESH_SECONDS

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [Route("/api/reach", self.show, methods=["GET"])]

    async def show(self, request: Request) -> Response:
        """Send who can open this address. Other machines learn only that they can."""
        return http_requests.json_response(self.view(request))

    def view(self, request: Request) -> ReachView:
        """Return who can open this address."""
        port = request.url.port or 80
        command = "tengen web --host 0.0.0.0"
        if port != DEFAULT_PORT:
            command += f" --port {port}"
        if not is_local(request.url.hostname or ""):
            return ReachView(is_local=False, is_open=True, address=None, command=command)
        is_open = self._is_open or self._address is not None
        address = self._address or self._network_address(port)
        return ReachView(is_local=True, is_open=is_open, address=address, command=command)

    def _network_address(self, port: int) -> str | None:
        now = time.monotonic()
        if now - self._found_at >= FRESH_SECONDS:
            self._host, self._found_at = find_network_host(), now
        return None if self._host is None else f"http://{self._host}:{port}"

    def base_of(self, request: Request) -> str:
        """Return the address of the server for other machines, as far as it is known."""
        view = self.view(request)
        if view.is_local and view.is_open and view.address is not None:
            return view.address
        return f"{request.url.scheme}://{request.url.netloc}"


def _full_address(address: str) -> str:
    """Return an address with its scheme, and without a slash at its end."""
    return (address if "://" in address else f"http://{address}").rstrip("/")


def is_local(name: str) -> bool:
    """Whether a host name means the machine of the browser."""
    if name == "localhost" or name.endswith(".localhost"):
        return True
    with suppress(ValueError):
        return ip_address(name.strip("[]")).is_loopback
    return False


def find_network_host() -> str | None:
    """Return the address of this machine in its network; None if there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(PROBE_ADDRESS)
        host: str = probe.getsockname()[0]
        if not ip_address(host).is_loopback:
            return host
    return None
