"""Games over HTTP: make, look at, join, withdraw; the address at which others open them."""

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
    """Where a game is."""

    link: str


class RoomsApi:
    """Whatever is asked about games that are played."""

    def __init__(
        self, site: Services, rooms: RoomRegistry, fair_play: FairPlay, reach: PublicAddress
    ) -> None:
        self._site = site
        self._rooms = rooms
        self._fair_play = fair_play
        self._reach = reach

    def routes(self) -> list[Route]:
        """Where what is answered."""
        return [
            Route("/api/games", self.make, methods=["POST"]),
            Route("/api/games/{link}", self.look, methods=["GET"]),
            Route("/api/games/{link}", self.withdraw, methods=["DELETE"]),
            Route("/api/games/{link}/seat", self.sit_down, methods=["POST"]),
            Route("/api/games/{link}/qr.svg", self.draw_code, methods=["GET"]),
        ]

    async def make(self, request: Request) -> Response:
        """A new game."""
        wanted = await http_requests.read_message(request, MAKE_GAME_DECODER)
        if not self._site.may_make_game(request, len(wanted.moves)):
            raise RequestRefused(
                429, "too-fast", "Too many games were made here. Try again in a minute."
            )
        await self._check_fair(request, wanted)
        secret = http_requests.secret_of(request) or http_requests.new_secret()
        make = partial(self._rooms.make, wanted, http_requests.hash_secret(secret))
        room = await self._site.background.write(make, http_requests.requester_of(request))
        response = http_requests.json_response(GameMade(room.kept.link), 201)
        http_requests.set_secret_cookie(request, response, secret)
        return response

    async def _check_fair(self, request: Request, wanted: MakeGame) -> None:
        """Raise Refused if the computer would show how to go on in a game against a person."""
        if wanted.opponent is not OpponentKind.COMPUTER:
            return
        asked = PositionSpec(wanted.rules, wanted.moves)
        problem = await self._fair_play.objection(http_requests.digest_of(request), asked)
        if problem is not None:
            raise RequestRefused(403, problem.code, problem.says)

    async def look(self, request: Request) -> Response:
        """A table, and how its game stands."""
        room = await self.find(request)
        now = self._site.now()
        table = table_message(room.kept, room.session, room.presence, room.next_link, now)
        return http_requests.json_response(
            {"table": table, "state": msgspec.Raw(room.state_text().encode())}
        )

    async def sit_down(self, request: Request) -> Response:
        """Take the seat that is free."""
        wanted = await http_requests.read_message(request, TAKE_SEAT_DECODER)
        room = await self.find(request)
        secret = http_requests.secret_of(request) or http_requests.new_secret()
        seat = await self._rooms.sit_down(
            room.kept.link, http_requests.hash_secret(secret), wanted.name
        )
        if seat is None:
            await self.find(request)  # the invitation may have been withdrawn meanwhile
            raise RequestRefused(409, "taken", "Both seats are taken. You can watch.")
        response = http_requests.json_response({"seat": seat.value})
        http_requests.set_secret_cookie(request, response, secret)
        return response

    async def withdraw(self, request: Request) -> Response:
        """Take an invitation back."""
        room = await self.find(request)
        mine = http_requests.digest_of(request)
        if mine is None or not await self._rooms.withdraw(room.kept.link, mine):
            raise RequestRefused(
                409,
                "refused",
                "Only your own invitation can be withdrawn, before somebody takes it.",
            )
        return Response(status_code=204)

    async def draw_code(self, request: Request) -> Response:
        """The address of a game as a QR code, for whoever has another machine if that can be."""
        room = await self.find(request)
        address = f"{self._reach.base_of(request)}/game/{room.kept.link}"
        drawn = await self._site.background.do(
            DrawQrCode(address), http_requests.requester_of(request)
        )
        return http_requests.gzip_response(request, drawn.body, "image/svg+xml")

    async def find(self, request: Request) -> Room:
        """The room that is asked about. Raises Refused if there is none."""
        link = request.path_params["link"]
        room = await self._rooms.find(link) if http_requests.LINK_PATTERN.fullmatch(link) else None
        if room is None:
            raise RequestRefused(404, "unknown-game", UNKNOWN_GAME)
        return room


PROBE_ADDRESS = ("192.0.2.1", 9)
"""An address that nobody has: a way to it is looked up, and nothing is sent."""
DEFAULT_PORT = 8000
FRESH_SECONDS = 60.0
"""Seconds for which the address of this machine is remembered: looking it up takes system calls."""


class ReachView(msgspec.Struct, frozen=True):
    """Who can open the address at which the browser is now."""

    is_local: bool
    """Whether it opens on this machine only."""
    is_open: bool
    """Whether the server can be reached from other machines."""
    address: str | None
    """What others type, or would type if the server were started for them; none if unknown."""
    command: str
    """What starts the server for others."""


class PublicAddress:
    """Knows whether a server is for this machine alone, and what others would type."""

    def __init__(self, *, is_open: bool, address: str | None = None) -> None:
        """`address` is the one of a proxy before the server, if there is one."""
        self._is_open = is_open
        self._address = None if address is None else _full_address(address)
        self._host: str | None = None
        self._found_at = -FRESH_SECONDS

    def routes(self) -> list[Route]:
        """Where that is told."""
        return [Route("/api/reach", self.tell, methods=["GET"])]

    async def tell(self, request: Request) -> Response:
        """Who can open this address; others than those on this machine learn nothing more."""
        return http_requests.json_response(self.view(request))

    def view(self, request: Request) -> ReachView:
        """The same as a message."""
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
        """What others type before the path, as far as that is known."""
        view = self.view(request)
        if view.is_local and view.is_open and view.address is not None:
            return view.address
        return f"{request.url.scheme}://{request.url.netloc}"


def _full_address(address: str) -> str:
    """An address with its scheme, and without the slash at its end."""
    return (address if "://" in address else f"http://{address}").rstrip("/")


def is_local(name: str) -> bool:
    """Whether a name in an address stands for the machine of the browser."""
    if name == "localhost" or name.endswith(".localhost"):
        return True
    with suppress(ValueError):
        return ip_address(name.strip("[]")).is_loopback
    return False


def find_network_host() -> str | None:
    """The address of this machine in its network, if it is in one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(PROBE_ADDRESS)
        host: str = probe.getsockname()[0]
        if not ip_address(host).is_loopback:
            return host
    return None
