"""The socket of a room: what a client sends, one message after the other."""

from __future__ import annotations

import time

from starlette.websockets import WebSocket, WebSocketDisconnect

from tengen.errors import ParseError, TengenError
from tengen.online.news import Problem
from tengen.online.wire import parse_ask
from tengen.web.client import Client
from tengen.web.limits import Bucket
from tengen.web.origins import is_own
from tengen.web.outbox import Outbox
from tengen.web.room import Room
from tengen.web.rooms import Rooms
from tengen.web.site import Site
from tengen.web.visitors import LINK, digest_of

REFUSED, UNKNOWN, FULL, TOO_FAST = 4403, 4404, 4429, 4408
"""Why a socket is closed, in numbers that are left to us."""
TOO_MUCH = Problem("too-fast", "That was too much at once, and was left out. Go slower.")
PATIENCE = 200
"""How many messages may be left out before a socket is closed."""


class GameSocket:
    """Sockets of rooms, at `/socket/game/LINK`."""

    def __init__(self, site: Site, rooms: Rooms) -> None:
        self._site = site
        self._rooms = rooms

    async def serve(self, socket: WebSocket) -> None:
        """Bring a client to its room, and hear it until it goes."""
        if not is_own(socket):
            await socket.close(REFUSED)
            return
        await socket.accept()
        with self._site.counted(socket) as has_room:
            if not has_room:
                await socket.close(FULL, "Too many pages are open from your address.")
                return
            room = await self._find(socket)
            if room is None:
                await socket.close(UNKNOWN, "There is no such game.")
            else:
                await self._stay(socket, room)

    async def _find(self, socket: WebSocket) -> Room | None:
        link = socket.path_params["link"]
        try:
            return await self._rooms.find(link) if LINK.fullmatch(link) else None
        except TengenError as error:
            self._site.complain(error)
            return None

    async def _stay(self, socket: WebSocket, room: Room) -> None:
        outbox = Outbox(socket.send)
        wants_events = socket.query_params.get("form") == "events"
        client = Client(outbox, digest_of(socket), wants_events=wants_events)
        self._rooms.enter(room, client)
        try:
            await self._hear(socket, room, client)
        except WebSocketDisconnect:
            pass
        finally:
            outbox.close()
            self._rooms.leave(room, client)

    async def _hear(self, socket: WebSocket, room: Room, client: Client) -> None:
        bucket = Bucket(self._site.limits.messages, time.monotonic())
        left_out = 0
        while left_out < PATIENCE:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            if bucket.take(time.monotonic()):
                _follow(room, client, message.get("text"))
            else:
                left_out += 1
                client.tell(TOO_MUCH)
        await socket.close(TOO_FAST, "Too many messages.")


def _follow(room: Room, client: Client, text: str | None) -> None:
    """Do what a message asks for; whatever is wrong with it is told."""
    try:
        ask = parse_ask(text or "")
    except ParseError as error:
        client.tell(Problem("bad-message", str(error)))
        return
    room.ask(client, ask)
