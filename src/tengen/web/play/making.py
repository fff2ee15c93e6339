"""Games over HTTP: made, looked at, sat down at."""

from __future__ import annotations

from functools import partial

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tengen.online.asks import MakeGame, Opponent, TakeSeat
from tengen.online.study import Position
from tengen.online.wire import decoder_of
from tengen.web.addresses import asker_of
from tengen.web.answers import answer, answer_zipped, read
from tengen.web.background.jobs import DrawCode
from tengen.web.fair_play import FairPlay
from tengen.web.play.room import Room
from tengen.web.play.rooms import Rooms
from tengen.web.play.tables import table_news
from tengen.web.problems import UNKNOWN_GAME, Refused
from tengen.web.reach import Reach
from tengen.web.site import Site
from tengen.web.visitors import LINK, digest, digest_of, give_secret, new_secret, secret_of

MAKE_GAME = decoder_of(MakeGame)
TAKE_SEAT = decoder_of(TakeSeat)


class Made(msgspec.Struct, frozen=True):
    """Where a game is."""

    link: str


class Games:
    """Whatever is asked about games that are played."""

    def __init__(self, site: Site, rooms: Rooms, fair_play: FairPlay, reach: Reach) -> None:
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
        wanted = await read(request, MAKE_GAME)
        if not self._site.may_make_game(request, len(wanted.moves)):
            raise Refused(429, "too-fast", "Too many games were made here. Try again in a minute.")
        await self._check_fair(request, wanted)
        secret = secret_of(request) or new_secret()
        make = partial(self._rooms.make, wanted, digest(secret))
        room = await self._site.background.write(make, asker_of(request))
        response = answer(Made(room.kept.link), 201)
        give_secret(request, response, secret)
        return response

    async def _check_fair(self, request: Request, wanted: MakeGame) -> None:
        """Raise Refused if the computer would show how to go on in a game against a person."""
        if wanted.opponent is not Opponent.COMPUTER:
            return
        asked = Position(wanted.rules, wanted.moves)
        problem = await self._fair_play.objection(digest_of(request), asked)
        if problem is not None:
            raise Refused(403, problem.code, problem.says)

    async def look(self, request: Request) -> Response:
        """A table, and how its game stands."""
        room = await self.find(request)
        now = self._site.now()
        table = table_news(room.kept, room.session, room.presence, room.next_link, now)
        return answer({"table": table, "state": msgspec.Raw(room.state_text().encode())})

    async def sit_down(self, request: Request) -> Response:
        """Take the seat that is free."""
        wanted = await read(request, TAKE_SEAT)
        room = await self.find(request)
        secret = secret_of(request) or new_secret()
        seat = await self._rooms.sit_down(room.kept.link, digest(secret), wanted.name)
        if seat is None:
            await self.find(request)  # the invitation may have been withdrawn meanwhile
            raise Refused(409, "taken", "Both seats are taken. You can watch.")
        response = answer({"seat": seat.value})
        give_secret(request, response, secret)
        return response

    async def withdraw(self, request: Request) -> Response:
        """Take an invitation back."""
        room = await self.find(request)
        mine = digest_of(request)
        if mine is None or not await self._rooms.withdraw(room.kept.link, mine):
            raise Refused(
                409,
                "refused",
                "Only your own invitation can be withdrawn, before somebody takes it.",
            )
        return Response(status_code=204)

    async def draw_code(self, request: Request) -> Response:
        """The address of a game as a QR code, for whoever has another machine if that can be."""
        room = await self.find(request)
        address = f"{self._reach.base_of(request)}/game/{room.kept.link}"
        drawn = await self._site.background.do(DrawCode(address), asker_of(request))
        return answer_zipped(request, drawn.body, "image/svg+xml")

    async def find(self, request: Request) -> Room:
        """The room that is asked about. Raises Refused if there is none."""
        link = request.path_params["link"]
        room = await self._rooms.find(link) if LINK.fullmatch(link) else None
        if room is None:
            raise Refused(404, "unknown-game", UNKNOWN_GAME)
        return room
