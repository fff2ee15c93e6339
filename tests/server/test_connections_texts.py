"""Texts over sockets that bypass the queue of ASGI, compared with the library's own parser."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from http import HTTPStatus
from itertools import pairwise

import pytest
import uvicorn
from hypothesis import given
from hypothesis import strategies as st
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.typing import Data

from tengen.server import connections
from tengen.server.connections import DIRECT_TEXTS, TextSocketProtocol

HANDSHAKE = (
    b"GET /socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class FakeTransport(asyncio.Transport):
    """A transport that keeps what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[bytes] = []
        self._is_closing = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written.append(bytes(data))

    def is_closing(self) -> bool:
        return self._is_closing

    def close(self) -> None:
        self._is_closing = True

    def pause_reading(self) -> None:
        """Do nothing: the tests decide what arrives."""

    def resume_reading(self) -> None:
        """Do nothing."""


class Connection:
    """A socket whose application reads texts directly, once it has started."""

    def __init__(self, on_text: Callable[[str], None], app: ASGIApp | None = None) -> None:
        self._on_text = on_text
        config = uvicorn.Config(
            app or self._app,
            interface="asgi3",
            log_config=None,
            ws_max_size=connections.MAX_MESSAGE_BYTES,
            ws_per_message_deflate=False,
        )
        self.protocol = TextSocketProtocol(config, ServerState(), {})
        self.transport = FakeTransport()
        self.protocol.connection_made(self.transport)
        self.protocol.data_received(HANDSHAKE)
        self.events: list[str] = []

    async def _app(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        scope["extensions"][DIRECT_TEXTS].read_directly(self._on_text)
        while True:
            message = await receive()
            self.events.append(message["type"])
            if message["type"] == "websocket.disconnect":
                return

    async def start(self) -> None:
        """Let the application start."""
        for _ in range(10):
            await asyncio.sleep(0)


def received(chunks: Sequence[bytes], *, early: int = 0) -> tuple[list[str], Connection]:
    """Feed data to a socket, the first chunks before its application starts."""
    texts: list[str] = []

    async def scenario() -> Connection:
        connection = Connection(texts.append)
        for chunk in chunks[:early]:
            connection.protocol.data_received(chunk)
        await connection.start()
        for chunk in chunks[early:]:
            connection.protocol.data_received(chunk)
        await connection.start()
        return connection

    return texts, asyncio.run(scenario())


def frame(opcode: Opcode, data: Data, *, fin: bool = True) -> bytes:
    """Return a frame of a client."""
    raw = data.encode() if isinstance(data, str) else data
    return Frame(opcode, raw, fin).serialize(mask=True)


def text_frames(text: str, cut: int, *, has_ping: bool) -> bytes:
    """Return a text as one frame, or as two with a ping between them."""
    raw = text.encode()
    if cut >= len(raw):
        return frame(Opcode.TEXT, text)
    ping = frame(Opcode.PING, b"?") if has_ping else b""
    first, rest = raw[:cut], raw[cut:]
    return frame(Opcode.TEXT, first, fin=False) + ping + frame(Opcode.CONT, rest)


@given(
    st.lists(st.tuples(st.text(max_size=90), st.integers(0, 400), st.booleans()), max_size=6),
    st.lists(st.integers(0, 1500), max_size=5),
    st.integers(0, 3),
)
def test_texts_arrive_whole_and_in_order_however_their_bytes_are_cut(
    messages: list[tuple[str, int, bool]], cuts: list[int], early: int
) -> None:
    data = b"".join(text_frames(text, cut, has_ping=ping) for text, cut, ping in messages)
    places = [0, *sorted(min(cut, len(data)) for cut in cuts), len(data)]
    chunks = [data[a:b] for a, b in pairwise(places)]
    texts, _ = received(chunks, early=early)
    assert texts == [text for text, _, _ in messages]


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 8192])
def test_texts_of_all_sizes_arrive(size: int) -> None:
    assert received([frame(Opcode.TEXT, "x" * size)])[0] == ["x" * size]


def test_a_small_text_with_a_long_length_arrives() -> None:
    data = b"y" * 124
    odd = bytes([0x81, 0x80 | 126]) + len(data).to_bytes(2, "big") + bytes(4) + data
    assert received([odd])[0] == ["y" * 124]


def test_a_frame_that_is_too_long_is_refused_before_it_has_arrived() -> None:
    head = bytes([0x81, 0x80 | 126]) + (8193).to_bytes(2, "big") + bytes(4)
    texts, connection = received([head, frame(Opcode.TEXT, "later")])
    assert texts == []
    assert connection.transport.written[-1][2:4] == (1009).to_bytes(2, "big")


BAD_FRAMES = {
    "not masked": bytes([0x81, 0x01]) + b"x",
    "a reserved bit": bytes([0xC1, 0x81]) + bytes(4) + b"x",
    "nothing to continue": frame(Opcode.CONT, b"x"),
    "not continued": frame(Opcode.TEXT, b"x", fin=False) + frame(Opcode.TEXT, b"y"),
}


@pytest.mark.parametrize("why", BAD_FRAMES)
def test_a_frame_against_the_protocol_closes_the_socket(why: str) -> None:
    texts, connection = received([BAD_FRAMES[why], frame(Opcode.TEXT, "later")])
    assert texts == []
    assert connection.transport.written[-1][2:4] == (1002).to_bytes(2, "big")


def test_a_small_text_that_is_not_utf8_closes_the_socket() -> None:
    texts, connection = received([frame(Opcode.TEXT, b"\xff")])
    assert texts == []
    assert connection.transport.written[-1][2:4] == (1007).to_bytes(2, "big")


def test_texts_after_the_closing_frame_are_ignored() -> None:
    closing = frame(Opcode.CLOSE, (1000).to_bytes(2, "big"))
    texts, connection = received([closing + frame(Opcode.TEXT, "later")])
    assert texts == []
    assert connection.events == ["websocket.disconnect"]


def test_written_texts_are_frames_of_the_protocol() -> None:
    texts = ["", "a", "é" * 100, "x" * 65_536]

    async def scenario() -> list[bytes]:
        connection = Connection(lambda _text: None)
        await connection.start()
        assert connection.protocol.write_texts(texts)
        return connection.transport.written

    expected = [Frame(Opcode.TEXT, text.encode()).serialize(mask=False) for text in texts]
    assert asyncio.run(scenario())[-1] == b"".join(expected)


def test_nothing_is_written_while_the_client_is_slow_or_after_it_has_left() -> None:
    async def scenario() -> tuple[bool, bool, bool]:
        connection = Connection(lambda _text: None)
        before = connection.protocol.write_texts(["x"])
        await connection.start()
        connection.protocol.pause_writing()
        slow = connection.protocol.write_texts(["x"])
        connection.protocol.resume_writing()
        connection.protocol.data_received(frame(Opcode.CLOSE, b""))
        return before, slow, connection.protocol.write_texts(["x"])

    assert asyncio.run(scenario()) == (False, False, False)


def test_a_socket_that_is_refused_while_the_server_stops_gets_one_answer(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def refuse(scope: Scope, receive: Receive, send: Send) -> None:
        refusal = PlainTextResponse("not now", HTTPStatus.SERVICE_UNAVAILABLE)
        await WebSocket(scope, receive, send).send_denial_response(refusal)

    async def scenario() -> list[bytes]:
        connection = Connection(lambda _text: None, refuse)
        connection.protocol.shutdown()
        await connection.start()
        return connection.transport.written

    [answer] = asyncio.run(scenario())
    assert answer.startswith(b"HTTP/1.1 500 ")
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []
