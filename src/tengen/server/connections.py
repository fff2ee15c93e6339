"""Limits of connections: uvicorn's protocols for HTTP and WebSockets, made stricter.

When too many connections wait for a complete request, the oldest are closed. WebSockets accept
only text; a message that is not UTF-8 closes them.
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
"""Seconds for a request to arrive; its body gets more."""
MIN_UPLOAD_RATE = 10_000
"""Bytes per second at which the body of a request must arrive."""
LINGER_SECONDS = 2.0
"""Seconds for the rest of a request that is already answered."""
STALL_SECONDS = 60.0
"""Seconds after which a connection is closed if the client does not read its response."""
MAX_PIPELINED = 4
"""Pipelined requests that may wait for their responses; browsers send none."""
MAX_HEAD_BYTES = 64 * 1024
"""Bytes of the request line and the headers."""
MAX_CONNECTIONS = 1000
"""Connections that may wait for a request, if enough files can be open."""
FILES_PER_CONNECTION = 4
"""One such connection is allowed for this many files that can be open."""

TOO_SLOW = b"408 Request Timeout", b"Your request took too long to arrive. Try again.\n"
TOO_LARGE = b"431 Request Header Fields Too Large", b"The headers of your request are too large.\n"


def connection_limit(files: int) -> int:
    """Return how many connections may wait for a request if `files` can be open."""
    return max(1, min(MAX_CONNECTIONS, files // FILES_PER_CONNECTION))


class ConnectionLimiter:
    """Limits the connections that wait for a complete request.

    If there are too many, the oldest one of the network with the most of them is closed. So no
    network can lock out the others.
    """

    def __init__(self, maximum: int) -> None:
        self._maximum = maximum
        self._networks: dict[str, dict[TimedProtocol, None]] = {}
        self._count = 0

    def add(self, connection: TimedProtocol) -> None:
        """Add a waiting connection, and close another one if there are too many."""
        members = self._networks.setdefault(connection.network, {})
        self._count += connection not in members
        members[connection] = None
        if self._count > self._maximum:
            largest = max(self._networks.values(), key=len)
            next(iter(largest)).drop()

    def remove(self, connection: TimedProtocol) -> None:
        """Remove a connection if it is waiting."""
        members = self._networks.get(connection.network, {})
        if connection in members:
            del members[connection]
            self._count -= 1
            if not members:
                del self._networks[connection.network]


class TimedProtocol(HttpToolsProtocol):
    """uvicorn's HTTP protocol, with time limits."""

    def __init__(self, *, limiter: ConnectionLimiter, **options: Any) -> None:  # noqa: ANN401 - uvicorn's own
        super().__init__(**options)
        self.network = ""
        self._limiter = limiter
        self._request_timer: asyncio.TimerHandle | None = None
        self._stall_timer: asyncio.TimerHandle | None = None
        self._deadline = 0.0
        self._awaits_request = False
        self._awaits_head = False
        self._head_size = 0
        self._active_cycle: RequestResponseCycle | None = None

    # Connections

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        self.network = network_in(self.client[0]) if self.client else ""
        self._await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop all timers, and cancel the request that is being answered."""
        self._end_wait()
        self.resume_writing()
        if self._active_cycle is not None:
            # uvicorn notifies only the last request, which may not be the one being answered.
            self._active_cycle.disconnected = True
            self._active_cycle.message_event.set()
        super().connection_lost(exc)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._active_cycle = cycle
        super()._start_asgi_task(cycle, app)

    def drop(self) -> None:
        """Close a connection that waits for a request."""
        self._end_wait()
        self.transport.close()

    # Requests

    def data_received(self, data: bytes) -> None:
        """Read more of a request, and give its body more time."""
        if not self._awaits_request and self._is_idle:
            self._await_request()
        if self._awaits_head:
            self._head_size += len(data)
        elif not self._is_idle:
            self._deadline += len(data) / MIN_UPLOAD_RATE
        super().data_received(data)
        if self._awaits_head and self._head_size > MAX_HEAD_BYTES:
            self._refuse(*TOO_LARGE)

    def on_message_begin(self) -> None:
        """Start the timer of a pipelined request.

        Raises ValueError, which the parser treats as a bad request, if there are too many.
        """
        if len(self.pipeline) >= MAX_PIPELINED:
            raise ValueError("too many pipelined requests")
        if not self._awaits_request:
            self._await_request()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Wait for the body."""
        self._awaits_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Stop the timer: the request is complete."""
        had_answer = self._cycle is not None and self._cycle.response_complete
        self._end_wait()
        super().on_message_complete()
        if had_answer:
            self._await_request()

    def on_response_complete(self) -> None:
        """Wait for another request, or for the rest of this one."""
        super().on_response_complete()
        if not self._awaits_request:
            self._limiter.add(self)
        elif self.cycle.response_complete:
            self._wait_until(self.loop.time() + LINGER_SECONDS)

    def handle_websocket_upgrade(self) -> None:
        """Stop the timer: the connection has become a socket."""
        super().handle_websocket_upgrade()
        self._end_wait()

    # Responses

    def pause_writing(self) -> None:
        """Give the client some time to read its response."""
        super().pause_writing()
        self._stall_timer = self.loop.call_later(STALL_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Stop the timer: the client reads its response."""
        if self._stall_timer is not None:
            self._stall_timer.cancel()
            self._stall_timer = None
        super().resume_writing()

    # Time

    def _await_request(self) -> None:
        self._awaits_request = self._awaits_head = True
        self._head_size = 0
        self._wait_until(self.loop.time() + REQUEST_SECONDS)
        self._limiter.add(self)

    def _end_wait(self) -> None:
        self._awaits_request = self._awaits_head = False
        self._limiter.remove(self)
        if self._request_timer is not None:
            self._request_timer.cancel()
            self._request_timer = None

    def _wait_until(self, deadline: float) -> None:
        if self._request_timer is not None:
            self._request_timer.cancel()
        self._deadline = deadline
        self._request_timer = self.loop.call_at(deadline, self._check_deadline)

    def _check_deadline(self) -> None:
        """Close the connection, unless enough data has arrived to wait longer."""
        if self.loop.time() < self._deadline:
            self._wait_until(self._deadline)
        elif self._may_answer():
            self._refuse(*TOO_SLOW)
        else:
            self.drop()

    def _may_answer(self) -> bool:
        """Whether a request has begun, and neither it nor the one before is being answered."""
        if self._awaits_head:
            return self._is_idle and self._head_size > 0
        return not self.cycle.response_started

    @property
    def _is_idle(self) -> bool:
        """Whether all requests are answered."""
        return self._cycle is None or self._cycle.response_complete

    @property
    def _cycle(self) -> RequestResponseCycle | None:
        return self.cycle

    def _refuse(self, status: bytes, says: bytes) -> None:
        """Send an error on behalf of the application, and close the connection."""
        head = b"HTTP/1.1 %s\r\ncontent-type: text/plain; charset=utf-8\r\n" % status
        rest = b"content-length: %d\r\nconnection: close\r\n\r\n%s" % (len(says), says)
        self.transport.write(head + rest)
        self.drop()


NOT_TEXT = "a client sent a message that is not UTF-8; its socket was closed"
INVALID_PAYLOAD = 1007
"""The close code for a message of the wrong type."""


class TextSocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol, which logs one short line for a message that is not UTF-8."""

    def send_receive_event_to_app(self) -> None:
        """Pass on a message if it is UTF-8; close the socket if not."""
        if self.curr_msg_data_type == "text" and not _is_text(b"".join(self.frames)):
            ERROR_LOG.write_line(NOT_TEXT)
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
