"""Sockets: who gets one, and how much is heard over it."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable

from starlette.types import Send
from starlette.websockets import WebSocket

from tengen.online.asks import Ping
from tengen.online.news import Pong, Problem
from tengen.online.wire import encode
from tengen.web.limits import Bucket
from tengen.web.origins import is_own
from tengen.web.outbox import Outbox
from tengen.web.site import Site

REFUSED, UNKNOWN, FULL, TOO_FAST = 4403, 4404, 4429, 4408
"""Why a socket is closed, in numbers that are left to us."""
PING, PONG = encode(Ping()).decode(), encode(Pong()).decode()
TOO_MUCH = Problem("too-fast", "That was too much at once, and was left out. Go slower.")
PATIENCE = 200
"""How many messages may be left out before a socket is closed."""

Stay = Callable[[WebSocket, Outbox], Awaitable[None]]


async def welcome(socket: WebSocket, send: Send, site: Site, stay: Stay) -> None:
    """Open a socket for a page of ours, unless its address has too many, and have it used.

    What is told to it goes to `send` directly: the socket would look into all of it first.
    """
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
            await stay(socket, outbox)
        finally:
            outbox.close()


async def hear(
    socket: WebSocket, outbox: Outbox, site: Site, follow: Callable[[str], None]
) -> None:
    """Follow one message after the other until the socket is closed; bytes are no message."""
    bucket = Bucket(site.limits.messages, time.monotonic())
    left_out = 0
    while left_out < PATIENCE:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        text = message.get("text") or ""
        if not bucket.take(time.monotonic()):
            left_out += 1
            outbox.post("problem", encode(TOO_MUCH).decode())
        elif text == PING:
            outbox.post("pong", PONG)
        else:
            follow(text)
    outbox.flush()
    await socket.close(TOO_FAST, "Too many messages.")
