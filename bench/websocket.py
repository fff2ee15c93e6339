"""A minimal WebSocket client for benchmarks."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Callable
from typing import cast

SHORT, LONG = 126, 127
PING = 0x89
REQUEST = (
    "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    "Sec-WebSocket-Version: 13\r\nCookie: tengen={secret}\r\n\r\n"
)


def frame_of(text: str) -> bytes:
    """Return the frame of a text, with a mask of zeros."""
    return _frame(0x81, text.encode())


def _frame(first: int, data: bytes) -> bytes:
    if len(data) < SHORT:
        return bytes([first, 0x80 | len(data), 0, 0, 0, 0]) + data
    return bytes([first, 0x80 | SHORT]) + len(data).to_bytes(2, "big") + bytes(4) + data


class Socket(asyncio.Protocol):
    """Calls `on_text` with every text that is received."""

    def __init__(self, on_text: Callable[[bytes], None]) -> None:
        self._on_text = on_text
        self._rest = b""
        self._is_open = False
        self.is_lost = False

    async def open(
        self, port: int, path: str, secret: str, trusted: ssl.SSLContext | None = None
    ) -> None:
        """Connect and request the socket, without waiting for the answer."""
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self, "127.0.0.1", port, ssl=trusted)
        self._transport.write(REQUEST.format(path=path, port=port, secret=secret).encode())

    def send(self, frame: bytes) -> None:
        """Send a frame made by `frame_of`."""
        self._transport.write(frame)

    def close(self) -> None:
        """Close the connection without a closing handshake."""
        self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Store the transport."""
        self._transport = cast("asyncio.Transport", transport)

    def connection_lost(self, _error: Exception | None) -> None:
        """Note that the connection is lost."""
        self.is_lost = True

    def data_received(self, data: bytes) -> None:
        """Process all complete frames."""
        if self._rest:
            data = self._rest + data
        at = 0 if self._is_open else self._answer_end(data)
        while (end := self._take(data, at)) > at:
            at = end
        self._rest = data[at:]

    def _answer_end(self, data: bytes) -> int:
        head, end, _ = data.partition(b"\r\n\r\n")
        if not end:
            return 0
        if b" 101 " not in head.partition(b"\r\n")[0]:
            raise ConnectionError(data[:200])
        self._is_open = True
        return len(head) + len(end)

    def _take(self, data: bytes, at: int) -> int:
        """Process one frame and return where it ends, or where it begins if it is incomplete."""
        if not self._is_open or len(data) < at + 2:
            return at
        size, begin = data[at + 1], at + 2
        if size == SHORT:
            begin += 2
            size = int.from_bytes(data[at + 2 : begin], "big")
        elif size == LONG:
            begin += 8
            size = int.from_bytes(data[at + 2 : begin], "big")
        if len(data) < begin + size:
            return at
        if data[at] == 0x81:
            self._on_text(data[begin : begin + size])
        elif data[at] == PING:
            self._transport.write(_frame(0x8A, data[begin : begin + size]))
        return begin + size
