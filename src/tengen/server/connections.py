"""Limits of connections: uvicorn's protocols for HTTP and WebSockets, made stricter.

Of the connections without a whole request, the oldest are closed when there are too many.
WebSockets take text alone, and are closed quietly when something else comes.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

from tengen.server.http_requests import network_in
from tengen.server.problems import ERROR_LOG

REQUEST_SECONDS = 10.0
"""Seconds for a request to arrive,"""
SLOWEST_UPLOAD = 10_000
"""and one second more for each of so many bytes of its body."""
LINGER_SECONDS = 2.0
"""Seconds for the rest of a request that is answered already."""
STALL_SECONDS = 60.0
"""Seconds after which a client that takes no answer is given up."""
MOST_PIPELINED = 4
"""How many requests may be sent before the one ahead of them is answered; browsers send none."""
LARGEST_HEAD = 64 * 1024
"""Bytes before the body."""
MOST_CONNECTIONS = 1000
"""How many connections may keep us waiting, where the system grants files enough."""
FILES_PER_CONNECTION = 4
"""Else one of so many files."""

TOO_SLOW = b"408 Request Timeout", b"Your request took too long to arrive. Try again.\n"
TOO_LARGE = b"431 Request Header Fields Too Large", b"The headers of your request are too large.\n"


def connection_limit(files: int) -> int:
    """How many connections may keep us waiting if there are so many files."""
    return max(1, min(MOST_CONNECTIONS, files // FILES_PER_CONNECTION))


class ConnectionLimiter:
    """Connections without a whole request. If there are too many, the oldest has to go.

    It is the oldest of the network that has the most of them, so nobody keeps others out.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._networks: dict[str, dict[TimedProtocol, None]] = {}
        self._count = 0

    def enter(self, connection: TimedProtocol) -> None:
        """Let a connection wait, and another one go if there is no room."""
        members = self._networks.setdefault(connection.network, {})
        self._count += connection not in members
        members[connection] = None
        if self._count > self._most:
            crowd = max(self._networks.values(), key=len)
            next(iter(crowd)).send_away()

    def leave(self, connection: TimedProtocol) -> None:
        """Have a connection wait no more, if it does."""
        members = self._networks.get(connection.network, {})
        if connection in members:
            del members[connection]
            self._count -= 1
            if not members:
                del self._networks[connection.network]


class TimedProtocol(HttpToolsProtocol):
    """HTTP as uvicorn speaks it, with time limits for those who do not."""

    def __init__(self, *, waiting_room: ConnectionLimiter, **options: Any) -> None:  # noqa: ANN401 - uvicorn's own
        super().__init__(**options)
        self.network = ""
        self._waiting_room = waiting_room
        self._timer: asyncio.TimerHandle | None = None
        self._stall: asyncio.TimerHandle | None = None
        self._deadline = 0.0
        self._awaits_request = False
        self._awaits_head = False
        self._head_size = 0
        self._answered: RequestResponseCycle | None = None

    # Connections

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        self.network = network_in(self.client[0]) if self.client else ""
        self._await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing any more."""
        self._end_wait()
        self.resume_writing()
        if self._answered is not None:
            # uvicorn tells the last request alone, which need not be the one that is answered.
            self._answered.disconnected = True
            self._answered.message_event.set()
        super().connection_lost(exc)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._answered = cycle
        super()._start_asgi_task(cycle, app)

    def send_away(self) -> None:
        """Close a connection that keeps us waiting."""
        self._end_wait()
        self.transport.close()

    # Requests

    def data_received(self, data: bytes) -> None:
        """Read on, until the request is whole or its time is up."""
        if not self._awaits_request and self._is_free:
            self._await_request()
        if self._awaits_head:
            self._head_size += len(data)
        elif not self._is_free:
            self._deadline += len(data) / SLOWEST_UPLOAD
        super().data_received(data)
        if self._awaits_head and self._head_size > LARGEST_HEAD:
            self._refuse(*TOO_LARGE)

    def on_message_begin(self) -> None:
        """Wait for a request that follows before the last one is answered, too.

        Raises ValueError, which the parser takes for a broken request, if there are too many.
        """
        if len(self.pipeline) >= MOST_PIPELINED:
            raise ValueError("too many requests wait for the answer to one")
        if not self._awaits_request:
            self._await_request()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Wait for the body."""
        self._awaits_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is whole."""
        had_answer = self._cycle is not None and self._cycle.response_complete
        self._end_wait()
        super().on_message_complete()
        if had_answer:
            self._await_request()

    def on_response_complete(self) -> None:
        """Wait for another request, or for what is left of this one."""
        super().on_response_complete()
        if not self._awaits_request:
            self._waiting_room.enter(self)
        elif self.cycle.response_complete:
            self._wait_until(self.loop.time() + LINGER_SECONDS)

    def handle_websocket_upgrade(self) -> None:
        """Leave the connection to the socket that it becomes."""
        super().handle_websocket_upgrade()
        self._end_wait()

    # Answers

    def pause_writing(self) -> None:
        """Give a client some time to take its answer."""
        super().pause_writing()
        self._stall = self.loop.call_later(STALL_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """The client takes its answer."""
        if self._stall is not None:
            self._stall.cancel()
            self._stall = None
        super().resume_writing()

    # Time

    def _await_request(self) -> None:
        self._awaits_request = self._awaits_head = True
        self._head_size = 0
        self._wait_until(self.loop.time() + REQUEST_SECONDS)
        self._waiting_room.enter(self)

    def _end_wait(self) -> None:
        self._awaits_request = self._awaits_head = False
        self._waiting_room.leave(self)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wait_until(self, deadline: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._deadline = deadline
        self._timer = self.loop.call_at(deadline, self._look_at_time)

    def _look_at_time(self) -> None:
        """Give up, unless enough has come in to wait a little longer."""
        if self.loop.time() < self._deadline:
            self._wait_until(self._deadline)
        elif self._may_answer():
            self._refuse(*TOO_SLOW)
        else:
            self.send_away()

    def _may_answer(self) -> bool:
        """Whether a request has begun, and nobody is answering it or the one before it."""
        if self._awaits_head:
            return self._is_free and self._head_size > 0
        return not self.cycle.response_started

    @property
    def _is_free(self) -> bool:
        """Whether there is no request that is still to be answered."""
        return self._cycle is None or self._cycle.response_complete

    @property
    def _cycle(self) -> RequestResponseCycle | None:
        return self.cycle

    def _refuse(self, status: bytes, says: bytes) -> None:
        """Answer for the application, which has no whole request to answer."""
        head = b"HTTP/1.1 %s\r\ncontent-type: text/plain; charset=utf-8\r\n" % status
        rest = b"content-length: %d\r\nconnection: close\r\n\r\n%s" % (len(says), says)
        self.transport.write(head + rest)
        self.send_away()


NOT_TEXT = "a client sent a message that is not UTF-8; its socket was closed"
INVALID_PAYLOAD = 1007
"""The code of a socket that is closed because of what it was sent."""


class TextSocketProtocol(WebSocketsSansIOProtocol):
    """WebSockets as uvicorn speaks them, with one short line for a message that is no text."""

    def send_receive_event_to_app(self) -> None:
        """Hand a whole message on, if it can be read."""
        if self.curr_msg_data_type == "text" and not _is_text(b"".join(self.frames)):
            ERROR_LOG.say(NOT_TEXT)
            self.frames = []
            self._refuse()
        else:
            super().send_receive_event_to_app()

    def _refuse(self) -> None:
        with suppress(InvalidState):  # the client may have closed it with the same bytes
            self.conn.send_close(INVALID_PAYLOAD)
        if self.conn.close_sent is None:
            self.transport.close()
        else:
            self.handle_parser_exception()


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
