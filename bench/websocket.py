"""The client's end of a WebSocket, as little of it as a benchmark needs."""

from __future__ import annotations

import asyncio
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
    """A text as it is sent; the mask is one that leaves it as it is."""
    return _frame(0x81, text.encode())


def _frame(first: int, data: bytes) -> bytes:
    if len(data) < SHORT:
        return bytes([first, 0x80 | len(data), 0, 0, 0, 0]) + data
    return bytes([first, 0x80 | SHORT]) + len(data).to_bytes(2, "big") + bytes(4) + data


class Socket(asyncio.Protocol):
    """Calls `hear` with every text that comes in."""

    def __init__(self, hear: Callable[[bytes], None]) -> None:
        self._hear = hear
        self._rest = b""
        self._is_open = False
        self.is_lost = False

    async def open(self, port: int, path: str, secret: str) -> None:
        """Connect and ask for the socket; the answer is waited for by nobody."""
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self, "127.0.0.1", port)
        self._transport.write(REQUEST.format(path=path, port=port, secret=secret).encode())

    def send(self, frame: bytes) -> None:
        """Send what `frame_of` made."""
        self._transport.write(frame)

    def close(self) -> None:
        """Be gone, without a word."""
        self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Remember where to write."""
        self._transport = cast("asyncio.Transport", transport)

    def connection_lost(self, _error: Exception | None) -> None:
        """Nothing more will come."""
        self.is_lost = True

    def data_received(self, data: bytes) -> None:
        """Take out all frames that are whole."""
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
        """Take one frame, and say where it ends; where it begins if it is not whole."""
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
            self._hear(data[begin : begin + size])
        elif data[at] == PING:
            self._transport.write(_frame(0x8A, data[begin : begin + size]))
        return begin + size
