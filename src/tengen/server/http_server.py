"""The server process: port, host names, uvicorn's settings, its log, and the shutdown."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import resource
import signal
import socket
import sys
import threading
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from ipaddress import ip_address, ip_network
from types import FrameType
from typing import NoReturn, cast
from urllib.parse import urlsplit

import uvicorn
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp

from tengen.errors import UsageError, quote
from tengen.server import connections
from tengen.server.operator_log import OPERATOR_LOG, OperatorLog

MAX_FILES = 65_536
"""Open files to ask the system for; it may grant fewer."""
GC_THRESHOLDS = (5_000, 40, 40)
"""Thresholds of the garbage collector. A pass over 20,000 new objects would take up to 20 ms."""
SWITCH_INTERVAL = 0.0005
"""Seconds for which a thread may block the event loop: a tenth of Python's default."""
PING_SECONDS = 15.0
"""Seconds between pings of a socket."""
SHARED_PING_SECONDS = 1.0
"""Seconds between pings if there are other servers: a proxy then notices soon if this one stops."""
SHUTDOWN_GRACE = 3
"""Seconds to finish responses when the server shuts down."""
EXIT_AFTER = 4.5
"""Seconds after which the process exits in any case. All moves that were shown are saved."""


def listen(host: str, port: int, options: str = "--host or --port") -> socket.socket:
    """Listen on a port. Raises UsageError, which names the options to use, if that fails."""
    try:
        family, _, _, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        return socket.create_server(address, family=family, backlog=2048)
    except OSError as error:
        why = (error.strerror or str(error)).partition(" (")[0]
        raise UsageError(f"cannot listen on {host}:{port}: {why}; use {options}.") from None


def address_of(listener: socket.socket) -> str:
    """Return the address to type into a browser."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def host_names(listener: socket.socket, address: str | None) -> set[str] | None:
    """Return the host names of a server for this machine only; None if others can reach it, too.

    Checking them prevents DNS rebinding: a foreign page cannot point its own name at this machine
    and read the games. `address` is the address of a proxy in front of the server.
    """
    host = listener.getsockname()[0]
    if not ip_address(host.partition("%")[0]).is_loopback:
        return None
    return {"localhost", "127.0.0.1", "::1", host} | _name_in(address)


def _name_in(address: str | None) -> set[str]:
    if address is None:
        return set()
    try:
        name = urlsplit(address if "//" in address else f"//{address}").hostname
    except ValueError:
        name = None
    if not name:
        raise UsageError(
            f"{quote(address)} is not an address; use one such as https://five.example."
        )
    return {name}


def parse_proxies(text: str) -> list[str]:
    """Return the addresses and networks of the proxies to believe. Raises UsageError."""
    proxies = [part.strip() for part in text.split(",")]
    for proxy in proxies:
        try:
            ip_network(proxy)
        except ValueError:
            raise UsageError(
                f"--proxy needs addresses such as 10.0.0.5 or networks such as 10.0.0.0/24, not"
                f" {quote(proxy)}; separate several with commas."
            ) from None
    return proxies


def serve(  # noqa: PLR0913 - what a server process can be told
    app: ASGIApp,
    listener: socket.socket,
    ready: Callable[[], None],
    stopping: Callable[[], Awaitable[None]] | None = None,
    *,
    ping_seconds: float = PING_SECONDS,
    proxies: Sequence[str] = ("127.0.0.1",),
) -> None:
    """Serve until the process is asked to stop. Raises KeyboardInterrupt after Ctrl-C.

    `ready` is called once the server accepts requests, `stopping` when the shutdown begins.
    Sockets are pinged every `ping_seconds`. What `proxies` say about their clients is believed.
    """
    limiter = connections.ConnectionLimiter(connections.connection_limit(_raise_file_limit()))
    signal.signal(signal.SIGTERM, _ignore_signal)  # uvicorn raises it again after the shutdown
    _tune_garbage_collector()
    sys.setswitchinterval(SWITCH_INTERVAL)
    config = uvicorn.Config(
        app,
        http=cast("type[asyncio.Protocol]", partial(connections.TimedProtocol, limiter=limiter)),
        ws=connections.TextSocketProtocol,
        ws_max_size=connections.MAX_MESSAGE_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=ping_seconds,
        ws_ping_timeout=10,
        log_config=None if OPERATOR_LOG.format == "json" else uvicorn.config.LOGGING_CONFIG,
        log_level=logging.ERROR,
        access_log=False,
        server_header=False,
        forwarded_allow_ips=list(proxies),
        timeout_graceful_shutdown=SHUTDOWN_GRACE,
        lifespan="on",
    )
    logging.getLogger("uvicorn.error").addFilter(ClientErrorFilter())
    _Server(config, ready, stopping).run([listener])


class _Server(uvicorn.Server):
    """Says when it is ready and when it stops, and exits in time."""

    def __init__(
        self,
        config: uvicorn.Config,
        ready: Callable[[], None],
        stopping: Callable[[], Awaitable[None]] | None,
    ) -> None:
        super().__init__(config)
        self._ready = ready
        self._stopping = stopping

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._stopping is not None:
            await self._stopping()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        timer = threading.Timer(EXIT_AFTER, os._exit, (0,))
        timer.daemon = True
        timer.start()


def exit_now(status: int) -> NoReturn:
    """Exit after the shutdown, without freeing memory: with many games, that takes seconds."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def _ignore_signal(_number: int, _frame: FrameType | None) -> None:
    """Do nothing: the server has already stopped."""


def _tune_garbage_collector() -> None:
    """Make the garbage collector scan long-lived objects less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


def _raise_file_limit() -> int:
    """Raise the limit of open files as far as the system allows, and return it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_FILES if hard == resource.RLIM_INFINITY else min(MAX_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return MAX_FILES if soft == resource.RLIM_INFINITY else soft


SOCKET_REFUSED = "ASGI callable returned without completing handshake."
"""What uvicorn logs when a socket is refused with an HTTP response, although it was sent."""
INCOMPLETE_REQUEST = "a client disconnected before its request was complete"


class ClientErrorFilter(logging.Filter):
    """Replaces a traceback that a client has caused with one short line."""

    def __init__(self, log: OperatorLog = OPERATOR_LOG) -> None:
        super().__init__()
        self._log = log

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to log a record as it is."""
        error = record.exc_info[1] if record.exc_info else None
        if record.msg == SOCKET_REFUSED:
            return False
        has_left = isinstance(error, ClientDisconnect)
        if has_left:
            self._log.write_line(INCOMPLETE_REQUEST, "client-error")
        return not has_left
