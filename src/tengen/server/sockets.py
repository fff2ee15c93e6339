"""WebSockets: who may open one, how much is read from it; of games and of analysis boards."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

import msgspec
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from tengen.errors import ParseError, StoreError, TengenError
from tengen.server import http_requests
from tengen.server.background.jobs import ComputeFacts
from tengen.server.fair_play import FairPlay
from tengen.server.messages.codec import encode, parse_client_command
from tengen.server.messages.game import Ping, Pong, ProblemMessage
from tengen.server.messages.study import PositionFacts, PositionSpec
from tengen.server.rate_limits import TokenBucket
from tengen.server.rooms.registry import RoomRegistry
from tengen.server.rooms.room import Room
from tengen.server.rooms.seats import RoomClient
from tengen.server.send_queue import SendQueue
from tengen.server.services import Services
from tengen.server.study.analysis_board import AnalysisBoard
from tengen.server.workers import Requester

REFUSED, UNKNOWN, FULL, TOO_FAST = 4403, 4404, 4429, 4408
"""Why a socket is closed, in numbers that are left to us."""
PING, PONG = encode(Ping()).decode(), encode(Pong()).decode()
TOO_FAST_TEXT = encode(
    ProblemMessage("too-fast", "That was too much at once, and was left out. Go slower.")
).decode()
MOST_DROPPED = 200
"""How many messages may be left out before a socket is closed."""


@dataclass(frozen=True, slots=True)
class OpenSocket:
    """A socket that is open. Messages go around it, since it would look into all of them."""

    socket: WebSocket
    receive: Receive
    outbox: SendQueue


SocketHandler = Callable[[OpenSocket], Awaitable[None]]


async def accept_socket(
    scope: Scope, receive: Receive, send: Send, site: Services, stay: SocketHandler
) -> None:
    """Open a socket for a page of ours, unless its address has too many, and have it used."""
    socket = WebSocket(scope, receive, send)
    if not http_requests.is_same_origin(socket):
        await socket.close(REFUSED)
        return
    await socket.accept()
    with site.counted(socket) as has_room:
        if not has_room:
            await socket.close(FULL, "Too many pages are open from your address.")
            return
        outbox = SendQueue(send, site.mail)
        try:
            await stay(OpenSocket(socket, receive, outbox))
        finally:
            outbox.close()


async def read_messages(
    line: OpenSocket, site: Services, follow: Callable[[str], Awaitable[None] | None]
) -> None:
    """Follow one message after the other until the socket is closed; bytes are no message.

    What is followed with an awaitable is done before the next message is heard.
    """
    receive, outbox = line.receive, line.outbox
    bucket = TokenBucket(site.limits.messages, time.monotonic())
    network = http_requests.network_of(line.socket)
    left_out = 0
    while left_out < MOST_DROPPED:
        message = await receive()
        if message["type"] == "websocket.disconnect":
            return
        text = message.get("text") or ""
        if not (bucket.take(time.monotonic()) and site.may_speak(network)):
            left_out += 1
            outbox.post("problem", TOO_FAST_TEXT)
        elif text == PING:
            outbox.post("pong", PONG)
        else:
            following = follow(text)
            if following is not None:
                await following
    outbox.flush()
    await line.socket.close(TOO_FAST, "Too many messages.")


class GameSocket:
    """Sockets of rooms, at `/socket/game/LINK`."""

    def __init__(self, site: Services, rooms: RoomRegistry) -> None:
        self._site = site
        self._rooms = rooms

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Bring a client to its room, and hear it until it goes."""
        await accept_socket(scope, receive, send, self._site, self._stay)

    async def _stay(self, line: OpenSocket) -> None:
        socket = line.socket
        room = await self._find(socket)
        if room is None:
            await socket.close(UNKNOWN, "There is no such game.")
            return
        wants_events = socket.query_params.get("form") == "events"
        who, network = http_requests.digest_of(socket), http_requests.network_of(socket)
        client = RoomClient(line.outbox, who, network, wants_events=wants_events)
        room.enter(client)
        try:
            await read_messages(line, self._site, partial(_handle_message, room, client))
        finally:
            room.leave(client)

    async def _find(self, socket: WebSocket) -> Room | None:
        link = socket.path_params["link"]
        try:
            return (
                await self._rooms.find(link) if http_requests.LINK_PATTERN.fullmatch(link) else None
            )
        except TengenError as error:
            self._site.complain(error)
            return None


def _handle_message(room: Room, client: RoomClient, text: str) -> None:
    """Do what a message asks for; whatever is wrong with it is told."""
    try:
        ask = parse_client_command(text, room.kept.setup.rules.width)
    except ParseError as error:
        client.tell(ProblemMessage("bad-message", str(error)))
        return
    room.ask(client, ask)


STORE_UNREADABLE = ProblemMessage("not-kept", "The server cannot get at its games. Try again.")


class AnalysisSocket:
    """Sockets of analysis boards, at `/socket/analysis`."""

    def __init__(self, site: Services, fair_play: FairPlay) -> None:
        self._site = site
        self._fair_play = fair_play

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hear somebody until they go; then nothing is thought about for them any more."""
        await accept_socket(scope, receive, send, self._site, self._stay)

    async def _stay(self, line: OpenSocket) -> None:
        asker = http_requests.requester_of(line.socket)
        object_to = partial(self._object_to, http_requests.digest_of(line.socket))
        find_facts = partial(self._find_facts, asker)
        study = AnalysisBoard(self._site.workers, asker, line.outbox, object_to, find_facts)
        try:
            await read_messages(line, self._site, study.hear)
        finally:
            study.leave()

    async def _find_facts(self, asker: Requester, asked: PositionSpec) -> PositionFacts:
        """What the rules say of a position. Raises Refused."""
        return FACTS_DECODER.decode(
            (await self._site.background.do(ComputeFacts(asked), asker)).body
        )

    async def _object_to(self, digest: bytes | None, asked: PositionSpec) -> ProblemMessage | None:
        """Why the engine may not work on a position; without the store that is not known."""
        try:
            return await self._fair_play.objection(digest, asked)
        except StoreError as error:
            self._site.complain(error)
            return STORE_UNREADABLE


FACTS_DECODER = msgspec.json.Decoder(PositionFacts)
