"""The socket of a room."""

from __future__ import annotations

from functools import partial

from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from tengen.errors import ParseError, TengenError
from tengen.online.news import Problem
from tengen.online.wire import parse_ask
from tengen.web.addresses import network_of
from tengen.web.listening import UNKNOWN, Line, hear, welcome
from tengen.web.play.client import Client
from tengen.web.play.room import Room
from tengen.web.play.rooms import Rooms
from tengen.web.site import Site
from tengen.web.visitors import LINK, digest_of


class GameSocket:
    """Sockets of rooms, at `/socket/game/LINK`."""

    def __init__(self, site: Site, rooms: Rooms) -> None:
        self._site = site
        self._rooms = rooms

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Bring a client to its room, and hear it until it goes."""
        await welcome(scope, receive, send, self._site, self._stay)

    async def _stay(self, line: Line) -> None:
        socket = line.socket
        room = await self._find(socket)
        if room is None:
            await socket.close(UNKNOWN, "There is no such game.")
            return
        wants_events = socket.query_params.get("form") == "events"
        who, network = digest_of(socket), network_of(socket)
        client = Client(line.outbox, who, network, wants_events=wants_events)
        room.enter(client)
        try:
            await hear(line, self._site, partial(_follow, room, client))
        finally:
            room.leave(client)

    async def _find(self, socket: WebSocket) -> Room | None:
        link = socket.path_params["link"]
        try:
            return await self._rooms.find(link) if LINK.fullmatch(link) else None
        except TengenError as error:
            self._site.complain(error)
            return None


def _follow(room: Room, client: Client, text: str) -> None:
    """Do what a message asks for; whatever is wrong with it is told."""
    try:
        ask = parse_ask(text)
    except ParseError as error:
        client.tell(Problem("bad-message", str(error)))
        return
    room.ask(client, ask)
