"""Sockets: who gets one, and how much is heard over it."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from tengen.online.asks import Ping
from tengen.online.news import Pong, Problem
from tengen.online.wire import encode
from tengen.web.addresses import network_of
from tengen.web.limits import Bucket
from tengen.web.origins import is_own
from tengen.web.outbox import Outbox
from tengen.web.site import Site

REFUSED, UNKNOWN, FULL, TOO_FAST = 4403, 4404, 4429, 4408
"""Why a socket is closed, in numbers that are left to us."""
PING, PONG = encode(Ping()).decode(), encode(Pong()).decode()
TOO_MUCH = encode(
    Problem("too-fast", "That was too much at once, and was left out. Go slower.")
).decode()
PATIENCE = 200
"""How many messages may be left out before a socket is closed."""


@dataclass(frozen=True, slots=True)
class Line:
    """A socket that is open. Messages go around it, since it would look into all of them."""

    socket: WebSocket
    receive: Receive
    outbox: Outbox


Stay = Callable[[Line], Awaitable[None]]


async def welcome(scope: Scope, receive: Receive, send: Send, site: Site, stay: Stay) -> None:
    """Open a socket for a page of ours, unless its address has too many, and have it used."""
    socket = WebSocket(scope, receive, send)
    if not is_own(socket):
        await socket.close(REFUSED)
        return
    await socket.accept()
    with site.counted(socket) as has_room:
        if not has_room:
            await socket.close(FULL, "Too many pages are open from your address.")
            return
        outbox = Outbox(send, site.mail)
        try:
            await stay(Line(socket, receive, outbox))
        finally:
            outbox.close()


async def hear(line: Line, site: Site, follow: Callable[[str], Awaitable[None] | None]) -> None:
    """Follow one message after the other until the socket is closed; bytes are no message.

    What is followed with an awaitable is done before the next message is heard.
    """
    receive, outbox = line.receive, line.outbox
    bucket = Bucket(site.limits.messages, time.monotonic())
    network = network_of(line.socket)
    left_out = 0
    while left_out < PATIENCE:
        message = await receive()
        if message["type"] == "websocket.disconnect":
            return
        text = message.get("text") or ""
        if not (bucket.take(time.monotonic()) and site.may_speak(network)):
            left_out += 1
            outbox.post("problem", TOO_MUCH)
        elif text == PING:
            outbox.post("pong", PONG)
        else:
            following = follow(text)
            if following is not None:
                await following
    outbox.flush()
    await line.socket.close(TOO_FAST, "Too many messages.")
