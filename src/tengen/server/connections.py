"""Limits of connections: uvicorn's protocols for HTTP and WebSockets, made stricter and quicker.

When too many connections wait for a complete request, the oldest are closed. WebSockets accept
only text; a message that is not UTF-8 closes them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.frames import apply_mask  # type: ignore[attr-defined]  # the fastest there is
from websockets.http11 import Request
from websockets.protocol import State

from tengen.server.http_requests import network_in
from tengen.server.operator_log import OPERATOR_LOG

MAX_MESSAGE_BYTES = 8 * 1024
"""Bytes of a message over a socket."""
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
DIRECT_TEXTS = "tengen.direct-texts"
"""The ASGI extension whose value is the `TextSocketProtocol` of a socket."""
FINAL, CONTROL, MASKED = 0x80, 0x08, 0x80
"""Bits of a frame: in the first byte, in the first byte, in the second."""
WHOLE_TEXT = 0x81
"""The first byte of a frame with a whole text."""
HEAD = 6
"""Bytes before the data in a small frame of a client: two, and the mask."""
SHORT, LONG = 126, 127
"""Marks of lengths that follow in two or eight bytes."""


class TextSocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol, with a direct way for texts.

    ASGI passes every message through a queue and a task. A room needs neither: it is called with
    each text, and writes without waiting. Small texts are parsed here, everything else by the
    library. A message that is not UTF-8 closes the socket, and is logged as one short line.
    """

    def __init__(self, *values: Any, **options: Any) -> None:  # noqa: ANN401 - uvicorn's own
        super().__init__(*values, **options)
        self._on_text: Callable[[str], None] | None = None
        self._rest = b""  # the beginning of a frame
        self._is_partial = False  # whether the next data frame continues a message

    def handle_connect(self, event: Request) -> None:
        """Offer the direct way to the application."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][DIRECT_TEXTS] = self  # type: ignore[assignment]

    def shutdown(self) -> None:
        """Close the socket. An application that has not answered yet must not answer any more."""
        super().shutdown()
        self.disconnected = True

    # Reading

    def read_directly(self, on_text: Callable[[str], None]) -> None:
        """Call `on_text` with every text from now on, and with those that wait."""
        self._on_text = on_text
        for _ in range(self.queue.qsize()):
            message = self.queue.get_nowait()
            if message["type"] == "websocket.receive":
                on_text(message.get("text") or "")
            else:
                self.queue.put_nowait(message)
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def data_received(self, data: bytes) -> None:
        """Handle all frames that are complete."""
        if self._on_text is None or self._rest or not self._handle_small_text(data):
            self._handle_frames(data)

    def _handle_small_text(self, data: bytes) -> bool:
        """Handle data that is one frame with a small text, and nothing else; whether it is.

        The library needs several times as long, and almost all messages are of this kind.
        """
        if len(data) < HEAD or data[0] != WHOLE_TEXT or len(data) != HEAD + data[1] - MASKED:
            return False
        is_open = self.conn.state is State.OPEN and not self.close_sent
        if not is_open or self._on_text is None or self._is_partial or len(data) >= HEAD + SHORT:
            return False
        try:
            text = apply_mask(data[HEAD:], data[2:HEAD]).decode()
        except UnicodeDecodeError:
            return False
        self._on_text(text)
        return True

    def _handle_frames(self, data: bytes) -> None:
        if not self.handshake_initiated:
            super().data_received(data)
            return
        data = self._rest + data
        start = 0
        while (end := frame_end(data, start)) <= len(data):
            self._handle_frame(data[start:end])
            start = end
        self._rest = data[start:]

    def _handle_frame(self, frame: bytes) -> None:
        if frame[0] & CONTROL:  # it may come between the parts of a message
            super().data_received(frame)
        elif not self.close_sent and not self._handle_small_text(frame):
            self._is_partial = not frame[0] & FINAL
            super().data_received(frame)

    def send_receive_event_to_app(self) -> None:
        """Pass on a message if it is UTF-8; close the socket if not."""
        if self.curr_msg_data_type == "bytes":
            super().send_receive_event_to_app()
            return
        try:
            text = b"".join(self.frames).decode()
        except UnicodeDecodeError:
            OPERATOR_LOG.write_line(NOT_TEXT, "client-error")
            self.frames = []
            self._refuse()
            return
        if self._on_text is None:
            super().send_receive_event_to_app()
        else:
            self.frames = []
            self._on_text(text)

    def _refuse(self) -> None:
        with suppress(InvalidState):  # the client may have closed it with the same bytes
            self.conn.send_close(INVALID_PAYLOAD)
        if self.conn.close_sent is None:
            self.transport.close()
        else:
            self.handle_parser_exception()

    # Writing

    def write_texts(self, texts: Sequence[str]) -> bool:
        """Send texts, if that is possible without waiting; whether it was."""
        is_ready = self.writable.is_set() and not (self.close_sent or self.disconnected)
        if not is_ready or self.conn.state is not State.OPEN:
            return False
        self.transport.write(b"".join([text_frame(text.encode()) for text in texts]))
        return True


def frame_end(data: bytes, start: int) -> int:
    """Return where a frame ends, which is beyond the data if it is not complete.

    A frame that is too long ends with the data, so that the library refuses it at once.
    """
    incomplete = len(data) + 1
    if len(data) < start + 2:
        return incomplete
    length, end = data[start + 1] & ~MASKED, start + (HEAD if data[start + 1] & MASKED else 2)
    if length >= SHORT:
        extra = 2 if length == SHORT else 8
        if len(data) < start + 2 + extra:
            return incomplete
        length, end = int.from_bytes(data[start + 2 : start + 2 + extra], "big"), end + extra
    return len(data) if length > MAX_MESSAGE_BYTES else end + length


def text_frame(data: bytes) -> bytes:
    """Return the frame of a text that the server sends."""
    size = len(data)
    if size < SHORT:
        return bytes((WHOLE_TEXT, size)) + data
    if size < 1 << 16:
        return bytes((WHOLE_TEXT, SHORT)) + size.to_bytes(2, "big") + data
    return bytes((WHOLE_TEXT, LONG)) + size.to_bytes(8, "big") + data
