"""WebSockets of games and analysis boards: who may open one, and how fast it may send."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

import msgspec
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from tengen.errors import ParseError, StoreError, TengenError
from tengen.rules.wording import as_sentence
from tengen.server import http_requests
from tengen.server.background.jobs import ComputeFacts
from tengen.server.connections import DIRECT_TEXTS, TextSocketProtocol
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
"""Close codes, from the range for applications."""
INTERNAL_ERROR, TRY_AGAIN = 1011, 1013
"""Standard close codes: for a mistake of the server, and for a temporary problem."""
PING, PONG = encode(Ping()).decode(), encode(Pong()).decode()
TOO_FAST_TEXT = encode(
    ProblemMessage("too-fast", "Too many messages at once; this one was ignored. Please slow down.")
).decode()
MAX_DROPPED = 200
"""Ignored messages after which a socket is closed."""


@dataclass(frozen=True, slots=True)
class OpenSocket:
    """An open socket. Messages bypass `socket`, which would check each of them."""

    socket: WebSocket
    receive: Receive
    outbox: SendQueue


SocketHandler = Callable[[OpenSocket], Awaitable[None]]


async def accept_socket(
    scope: Scope, receive: Receive, send: Send, services: Services, handle: SocketHandler
) -> None:
    """Accept a socket of a page of this server, unless its network has too many."""
    socket = WebSocket(scope, receive, send)
    if not http_requests.is_same_origin(socket):
        await socket.close(REFUSED)
        return
    await socket.accept()
    with services.count_socket(socket) as is_allowed:
        if not is_allowed:
            await socket.close(FULL, "Too many pages are open from your address.")
            return
        direct = _direct_texts(socket)
        write = None if direct is None else direct.write_texts
        outbox = SendQueue(send, services.outgoing, write)
        try:
            await handle(OpenSocket(socket, receive, outbox))
        finally:
            outbox.close()


def _direct_texts(socket: WebSocket) -> TextSocketProtocol | None:
    """Return the protocol of a socket; None if another server than ours runs the application."""
    protocol: TextSocketProtocol | None = socket.scope.get("extensions", {}).get(DIRECT_TEXTS)
    return protocol


class MessageReader:
    """Handles the text messages of a socket, as many as the limits allow.

    If `handle` returns an awaitable, it is awaited before the next message is read.
    """

    def __init__(
        self,
        open_socket: OpenSocket,
        services: Services,
        handle: Callable[[str], Awaitable[None] | None],
    ) -> None:
        self._socket = open_socket
        self._services = services
        self._handle = handle
        self._bucket = TokenBucket(services.limits.messages, time.monotonic())
        self._network = http_requests.network_of(open_socket.socket)
        self._dropped = 0

    async def read(self) -> None:
        """Handle all messages until the socket is closed."""
        while (message := await self._socket.receive())["type"] != "websocket.disconnect":
            work = self._take(message.get("text") or "")
            if work is not None:
                await work

    async def read_directly(self) -> None:
        """Do the same without a queue, where the server can; `handle` returns nothing then."""
        direct = _direct_texts(self._socket.socket)
        if direct is not None:
            direct.read_directly(self._take_safely)
        await self.read()

    def _take_safely(self, text: str) -> None:
        """Handle a message. An internal error closes the socket, not the connection's protocol."""
        try:
            self._take(text)
        except Exception as failure:  # noqa: BLE001 - the other messages must be read, too
            self._services.log_exception("a message could not be handled", failure)
            self._socket.outbox.close_socket(INTERNAL_ERROR, "")

    def _take(self, text: str) -> Awaitable[None] | None:
        if not (
            self._bucket.take(time.monotonic()) and self._services.may_send_message(self._network)
        ):
            self._drop()
        elif text == PING:
            self._socket.outbox.post("pong", PONG)
        else:
            return self._handle(text)
        return None

    def _drop(self) -> None:
        """Ignore a message that is over the limits; close the socket if there are too many."""
        self._dropped += 1
        self._services.metrics.limited.increment("messages")
        outbox = self._socket.outbox
        if self._dropped < MAX_DROPPED:
            outbox.post("problem", TOO_FAST_TEXT)
        elif self._dropped == MAX_DROPPED:
            outbox.flush()
            outbox.close_socket(TOO_FAST, "Too many messages.")


class GameSocket:
    """Sockets of rooms, at `/socket/game/LINK`."""

    def __init__(self, services: Services, rooms: RoomRegistry) -> None:
        self._services = services
        self._rooms = rooms

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Connect a client to its room until it disconnects."""
        await accept_socket(scope, receive, send, self._services, self._handle)

    async def _handle(self, open_socket: OpenSocket) -> None:
        socket = open_socket.socket
        try:
            room = await self._find(socket)
        except TengenError as error:
            self._services.log_error(error)
            await socket.close(TRY_AGAIN, "The game cannot be loaded now.")
            return
        if room is None:
            await socket.close(UNKNOWN, "There is no such game.")
            return
        wants_events = socket.query_params.get("form") == "events"
        who, network = http_requests.digest_of(socket), http_requests.network_of(socket)
        client = RoomClient(open_socket.outbox, who, network, wants_events=wants_events)
        room.enter(client)
        try:
            handle = partial(self._handle_message, room, client)
            await MessageReader(open_socket, self._services, handle).read_directly()
        finally:
            room.leave(client)

    async def _find(self, socket: WebSocket) -> Room | None:
        link = socket.path_params["link"]
        is_link = http_requests.LINK_PATTERN.fullmatch(link)
        return await self._rooms.find(link) if is_link else None

    def _handle_message(self, room: Room, client: RoomClient, text: str) -> None:
        """Handle a message, or send back what is wrong with it."""
        try:
            command = parse_client_command(text, room.kept.setup.rules.width)
        except ParseError as error:
            self._services.metrics.refused_commands.increment("bad-message")
            client.send_problem(ProblemMessage("bad-message", as_sentence(str(error))))
            return
        room.handle(client, command)


STORE_UNREADABLE = ProblemMessage("not-kept", "The server cannot read its games. Try again later.")


class AnalysisSocket:
    """Sockets of analysis boards, at `/socket/analysis`."""

    def __init__(self, services: Services, fair_play: FairPlay) -> None:
        self._services = services
        self._fair_play = fair_play

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve an analysis board until the client disconnects."""
        await accept_socket(scope, receive, send, self._services, self._handle)

    async def _handle(self, open_socket: OpenSocket) -> None:
        requester = http_requests.requester_of(open_socket.socket)
        find_objection = partial(self._find_objection, http_requests.digest_of(open_socket.socket))
        find_facts = partial(self._find_facts, requester)
        board = AnalysisBoard(
            self._services.workers, requester, open_socket.outbox, find_objection, find_facts
        )
        try:
            await MessageReader(open_socket, self._services, board.handle).read()
        finally:
            board.close()

    async def _find_facts(self, requester: Requester, asked: PositionSpec) -> PositionFacts:
        """Return what the rules say about a position. Raises RequestRefused."""
        return FACTS_DECODER.decode(
            (await self._services.background.do(ComputeFacts(asked), requester)).body
        )

    async def _find_objection(
        self, digest: bytes | None, asked: PositionSpec
    ) -> ProblemMessage | None:
        """Return why the engine may not analyse a position; None if it may."""
        try:
            return await self._fair_play.objection(digest, asked)
        except StoreError as error:
            self._services.log_error(error)
            return STORE_UNREADABLE


FACTS_DECODER = msgspec.json.Decoder(PositionFacts)
