"""Silent and slow connections, and limits of their number."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import httpx2
import pytest
import uvicorn
from kit.fake_time import run_in_fake_time
from kit.server import Server
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState

from tengen.server.connections import (
    LINGER_SECONDS,
    MAX_HEAD_BYTES,
    MAX_PIPELINED,
    MIN_UPLOAD_RATE,
    REQUEST_SECONDS,
    STALL_SECONDS,
    ConnectionLimiter,
    TimedProtocol,
    connection_limit,
)

GET = b"GET / HTTP/1.1\r\nHost: h\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: %d\r\n\r\n"
UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    """Respond, after reading the body of a POST to /; keep sockets open."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        await receive()
        return
    request = Request(scope, receive)
    if scope["path"] == "/slow":
        await asyncio.sleep(5)
    if scope["path"] == "/" and scope["method"] == "POST":
        try:
            await request.body()
        except ClientDisconnect:
            return
    await PlainTextResponse("answer")(scope, receive, send)


class FakeTransport(asyncio.Transport):
    """Records what was written, and whether and when the connection was closed."""

    def __init__(self, host: str) -> None:
        super().__init__({"peername": (host, 1), "sockname": ("h", 2)})
        self.received = b""
        self.wrote_after_close = False
        self.closed_at: float | None = None
        self.protocol: asyncio.BaseProtocol

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.wrote_after_close |= self.is_closing()
        self.received += bytes(data)

    def close(self) -> None:
        if self.closed_at is None:
            loop = asyncio.get_running_loop()
            self.closed_at = loop.time()
            loop.call_soon(self.protocol.connection_lost, None)

    def abort(self) -> None:
        self.close()

    def is_closing(self) -> bool:
        return self.closed_at is not None

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol = protocol

    def pause_reading(self) -> None:
        """Do nothing: the test sends."""

    def resume_reading(self) -> None:
        """Do nothing: the test sends."""


class FakeServer:
    """The connections of one server."""

    def __init__(self, most: int = 100) -> None:
        self._config = uvicorn.Config(app, ws="websockets-sansio", log_level=50, lifespan="off")
        self._config.load()
        self._state = ServerState()
        self._room = ConnectionLimiter(most)

    def connect(self, host: str = "192.0.2.1") -> tuple[TimedProtocol, FakeTransport]:
        transport = FakeTransport(host)
        protocol = TimedProtocol(
            limiter=self._room,
            config=self._config,
            server_state=self._state,
            app_state={},
            _loop=asyncio.get_running_loop(),
        )
        transport.protocol = protocol
        protocol.connection_made(transport)
        return protocol, transport


def in_fake_time(test: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    def run() -> None:
        run_in_fake_time(test())

    run.__name__ = test.__name__
    return run


@in_fake_time
async def test_a_silent_connection_is_closed_without_a_response() -> None:
    _, transport = FakeServer().connect()
    await asyncio.sleep(10 * REQUEST_SECONDS)
    assert (transport.closed_at, transport.received) == (REQUEST_SECONDS, b"")


@in_fake_time
async def test_an_incomplete_head_times_out_even_if_bytes_keep_coming() -> None:
    client, transport = FakeServer().connect()
    for byte in GET[:-1]:
        if transport.closed_at is None:
            client.data_received(bytes([byte]))
        await asyncio.sleep(1)
    assert transport.closed_at == REQUEST_SECONDS
    assert transport.received.startswith(b"HTTP/1.1 408 ")


@in_fake_time
async def test_blank_lines_do_not_keep_a_connection_open() -> None:
    client, transport = FakeServer().connect()
    client.data_received(GET)
    await asyncio.sleep(1)
    for _ in range(30):
        if transport.closed_at is None:
            client.data_received(b"\r\n")
        await asyncio.sleep(1)
    assert transport.closed_at == 1 + REQUEST_SECONDS


@in_fake_time
async def test_a_body_that_stops_gets_a_timeout_response() -> None:
    client, transport = FakeServer().connect()
    client.data_received(POST % 100 + b"half")
    await asyncio.sleep(10 * REQUEST_SECONDS)
    assert transport.received.startswith(b"HTTP/1.1 408 ")
    assert transport.closed_at is not None
    assert REQUEST_SECONDS <= transport.closed_at < REQUEST_SECONDS + 1


@in_fake_time
async def test_a_large_body_may_arrive_slowly() -> None:
    client, transport = FakeServer().connect()
    client.data_received(POST % (60 * MIN_UPLOAD_RATE))
    for _ in range(60):
        await asyncio.sleep(1)
        client.data_received(bytes(MIN_UPLOAD_RATE))
    await asyncio.sleep(0.1)
    assert b"answer" in transport.received
    assert transport.closed_at is None


@in_fake_time
async def test_the_rest_of_an_answered_request_times_out_soon() -> None:
    client, transport = FakeServer().connect()
    client.data_received((POST % 10**9).replace(b"/ ", b"/refused ", 1))
    for _ in range(10):
        if transport.closed_at is None:
            client.data_received(bytes(1000 * MIN_UPLOAD_RATE))
        await asyncio.sleep(1)
    assert b"answer" in transport.received
    assert transport.closed_at == LINGER_SECONDS


@in_fake_time
async def test_an_endless_head_is_refused() -> None:
    client, transport = FakeServer().connect()
    client.data_received(b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * (MAX_HEAD_BYTES // 6))
    assert transport.received.startswith(b"HTTP/1.1 431 ")
    assert transport.closed_at == 0


@in_fake_time
async def test_a_connection_serves_several_requests_and_is_then_closed() -> None:
    client, transport = FakeServer().connect()
    for second in range(4):
        client.data_received(GET)
        await asyncio.sleep(1)
        assert transport.received.count(b"answer") == second + 1
    await asyncio.sleep(60)
    assert transport.closed_at is not None


@in_fake_time
async def test_a_silent_socket_stays_open() -> None:
    client, transport = FakeServer().connect()
    client.data_received(GET)
    await asyncio.sleep(1)
    client.data_received(UPGRADE)
    await asyncio.sleep(1)
    assert b"101 Switching" in transport.received
    await asyncio.sleep(REQUEST_SECONDS + 1)
    assert transport.closed_at is None
    transport.close()
    await asyncio.sleep(1)


@in_fake_time
async def test_a_few_pipelined_requests_are_all_answered() -> None:
    client, transport = FakeServer().connect()
    client.data_received(GET * (MAX_PIPELINED + 1))
    await asyncio.sleep(1)
    assert transport.received.count(b"answer") == MAX_PIPELINED + 1
    assert transport.closed_at is None


@in_fake_time
async def test_too_many_pipelined_requests_close_the_connection() -> None:
    client, transport = FakeServer().connect()
    client.data_received(GET * 200)
    await asyncio.sleep(1)
    assert transport.closed_at == 0
    assert transport.received.startswith(b"HTTP/1.1 400 ")


@in_fake_time
async def test_a_disconnect_cancels_all_pipelined_requests() -> None:
    client, transport = FakeServer().connect()
    client.data_received(GET.replace(b"/ ", b"/slow ", 1) * 3)
    await asyncio.sleep(1)
    transport.close()
    await asyncio.sleep(30)
    assert (transport.received, transport.wrote_after_close) == (b"", False)


@in_fake_time
async def test_a_client_that_does_not_read_is_disconnected() -> None:
    client, transport = FakeServer().connect()
    client.data_received(GET)
    client.pause_writing()
    await asyncio.sleep(STALL_SECONDS + REQUEST_SECONDS)
    assert transport.closed_at == STALL_SECONDS


@in_fake_time
async def test_the_oldest_connection_of_the_largest_network_is_closed() -> None:
    server = FakeServer(most=4)
    lone = server.connect("192.0.2.9")[1]
    crowd = [server.connect()[1] for _ in range(5)]
    await asyncio.sleep(0)
    assert [transport.closed_at is None for transport in crowd] == [False, False, True, True, True]
    assert lone.closed_at is None


@in_fake_time
async def test_a_connection_counts_until_its_body_is_complete() -> None:
    server = FakeServer(most=2)
    client, transport = server.connect()
    client.data_received(POST % 100)
    whole, served = server.connect()
    whole.data_received(GET)
    for _ in range(2):
        server.connect()
    await asyncio.sleep(0.1)
    assert transport.closed_at == 0
    assert b"answer" in served.received


def test_few_open_files_allow_few_waiting_connections() -> None:
    assert connection_limit(65_536) == 1000
    assert connection_limit(1024) == 256


@pytest.mark.parametrize("begin", [b"", b"GET / HTTP/1.1\r\n", POST % 100])
def test_many_incomplete_requests_do_not_lock_out_others(tmp_path: Path, begin: bytes) -> None:
    files = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (200, 200))"
    server = Server(tmp_path, files)
    try:
        host, port = server.address.removeprefix("http://").split(":")
        with contextlib.ExitStack() as transports:
            for _ in range(300):
                transport = transports.enter_context(socket.create_connection((host, int(port))))
                transport.sendall(begin.replace(b"Host: h", f"Host: {host}".encode()))
            assert httpx2.get(server.address, timeout=60).status_code == 200
    finally:
        server.stop()
    assert server.complaints == ""
