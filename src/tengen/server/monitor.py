"""Health and metrics over HTTP, on a port for the operator: /healthz, /readyz, /metrics.

The port is served by the same event loop as the games, so an answer shows that the loop runs.
A server is ready if it can take players.
"""

from __future__ import annotations

import asyncio
import re
import socket
from http import HTTPStatus
from typing import NamedTuple

from tengen.errors import StoreError
from tengen.server.metrics import CONTENT_TYPE
from tengen.server.services import Services

VALID_SECONDS = 1.0
"""Seconds for which an answer of the store is valid."""
STORE_SECONDS = 2.0
"""Seconds that the store may take to answer."""
PROBE_KEY = "readiness"
"""The setting that is read or written to see whether the store works."""
SLOW_STORE = f"the store has not answered for {STORE_SECONDS:.0f} seconds"


class Readiness:
    """Asks the store whether it works, with one thread at a time and at most once a second.

    Usually a setting is read. After a failed save, one is written, because a disk that is full
    can still be read.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self._asked: asyncio.Task[None] | None = None
        self._answered_at = -VALID_SECONDS
        self._store_problem: str | None = None

    async def problem(self) -> str | None:
        """Return why the server cannot take players; None if it can."""
        if self._services.not_ready_because is not None:
            return self._services.not_ready_because
        loop = asyncio.get_running_loop()
        if loop.time() < self._answered_at + VALID_SECONDS:
            return self._store_problem
        asked = self._asked = self._asked or loop.create_task(self._ask())
        await asyncio.wait({asked}, timeout=STORE_SECONDS)
        if not asked.done():
            return SLOW_STORE
        asked.result()
        return self._store_problem

    async def _ask(self) -> None:
        try:
            await asyncio.to_thread(self._probe)
            self._store_problem = None
        except StoreError as error:
            self._store_problem = str(error)
        finally:
            self._answered_at = asyncio.get_running_loop().time()
            self._asked = None

    def _probe(self) -> None:
        """Read from the store, or write to it if the last save failed. Raises StoreError."""
        store = self._services.store
        if self._services.can_save:
            store.recall(PROBE_KEY)
        else:
            store.remember(PROBE_KEY, b"")
            self._services.can_save = True


MAX_HEAD_BYTES = 8 * 1024
"""Bytes of the request line and the headers."""
MAX_CONNECTIONS = 32
"""Connections at a time; others are closed at once."""
REQUEST_SECONDS = 5.0
"""Seconds for a request to arrive."""
RESPONSE_SECONDS = 5.0
"""Seconds for a response to be read, and for the client to close."""
REQUEST_LINE = re.compile(rb"([A-Z]{1,20}) (/[!-~]*) HTTP/1\.[01]")
METHODS = ("GET", "HEAD")
PLAIN_TEXT = "text/plain; charset=utf-8"


class MonitorResponse(NamedTuple):
    """A response: its status and a text."""

    status: HTTPStatus
    text: str
    content_type: str = PLAIN_TEXT


BAD_REQUEST = MonitorResponse(
    HTTPStatus.BAD_REQUEST, "This is not a request of HTTP/1.0 or HTTP/1.1.\n"
)
BAD_METHOD = MonitorResponse(HTTPStatus.METHOD_NOT_ALLOWED, "Use GET or HEAD.\n")
NOT_FOUND = MonitorResponse(
    HTTPStatus.NOT_FOUND, "There is nothing here. Use /healthz, /readyz or /metrics.\n"
)
TOO_SLOW = MonitorResponse(
    HTTPStatus.REQUEST_TIMEOUT, "Your request took too long to arrive. Try again.\n"
)
TOO_LARGE = MonitorResponse(
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "The headers of your request are too large.\n"
)


class Monitor:
    """Serves the health and the metrics of a server on a port of its own."""

    def __init__(self, listener: socket.socket) -> None:
        self.listener = listener
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self, services: Services) -> None:
        """Accept connections from now on."""
        self._services = services
        self._readiness = Readiness(services)
        self._server = await asyncio.start_server(
            self._connected, sock=self.listener, limit=MAX_HEAD_BYTES
        )

    async def close(self) -> None:
        """Accept no more connections, and drop those that are open."""
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if len(self._tasks) >= MAX_CONNECTIONS:
            writer.transport.abort()
            return
        task = asyncio.get_running_loop().create_task(self._serve(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request, and close the connection."""
        try:
            await self._exchange(reader, writer)
        except (OSError, EOFError, TimeoutError):
            pass  # the client has left, or does not read
        finally:
            writer.transport.abort()

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        method, path = b"", b""
        try:
            method, path = parse_request(await _read_head(reader))
            response = await self.respond(method.decode(), path.decode())
        except TimeoutError:
            response = TOO_SLOW
        except asyncio.LimitOverrunError:
            response = TOO_LARGE
        except ValueError:
            response = BAD_REQUEST
        async with asyncio.timeout(RESPONSE_SECONDS):
            writer.write(format_response(response, with_body=method != b"HEAD"))
            await writer.drain()
            writer.write_eof()
            while await reader.read(MAX_HEAD_BYTES):
                pass  # closing earlier would reset the connection, and the response would be lost

    async def respond(self, method: str, path: str) -> MonitorResponse:
        """Return the response to a request."""
        if method not in METHODS:
            return BAD_METHOD
        match path.partition("?")[0]:
            case "/healthz":
                return MonitorResponse(HTTPStatus.OK, "ok\n")
            case "/readyz":
                return await self._respond_ready()
            case "/metrics":
                return MonitorResponse(HTTPStatus.OK, self._services.metrics.text(), CONTENT_TYPE)
            case _:
                return NOT_FOUND

    async def _respond_ready(self) -> MonitorResponse:
        why = await self._readiness.problem()
        if why is None:
            return MonitorResponse(HTTPStatus.OK, "ready\n")
        return MonitorResponse(HTTPStatus.SERVICE_UNAVAILABLE, f"not ready: {why}\n")


async def _read_head(reader: asyncio.StreamReader) -> bytes:
    """Return the request line and the headers. Raises EOFError if the client closes before."""
    async with asyncio.timeout(REQUEST_SECONDS):
        return await reader.readuntil(b"\r\n\r\n")


def parse_request(head: bytes) -> tuple[bytes, bytes]:
    """Return the method and the path of a request. Raises ValueError if it is none."""
    line = REQUEST_LINE.fullmatch(head.partition(b"\r\n")[0])
    if line is None:
        raise ValueError("not a request line")
    return line[1], line[2]


def format_response(response: MonitorResponse, *, with_body: bool = True) -> bytes:
    """Return a response as it is sent."""
    status, text, content_type = response
    body = text.encode()
    headers = {
        "content-type": content_type,
        "content-length": str(len(body)),
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "connection": "close",
    }
    if status is HTTPStatus.METHOD_NOT_ALLOWED:
        headers["allow"] = ", ".join(METHODS)
    lines = [f"HTTP/1.1 {status.value} {status.phrase}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode() + (body if with_body else b"")
