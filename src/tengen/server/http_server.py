"""The process that serves: port, host names, uvicorn's settings, its log, and the shutdown."""

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
from collections.abc import Callable
from functools import partial
from ipaddress import ip_address
from types import FrameType
from typing import NoReturn, cast
from urllib.parse import urlsplit

import uvicorn
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp

from tengen.errors import UsageError, quote
from tengen.server import connections
from tengen.server.problems import ERROR_LOG, ErrorLog

MOST_FILES = 65_536
"""How many sockets to ask the system for; it may grant fewer."""
LARGEST_MESSAGE = 8 * 1024
"""How many bytes a message over a socket may have."""
GC_THRESHOLDS = (5_000, 40, 40)
"""Thresholds of the garbage collector. A pass over 20,000 new objects would take up to 20 ms."""
SWITCH_INTERVAL = 0.0005
"""Seconds for which a thread may keep the loop waiting: a tenth of what is usual."""
SHUTDOWN_GRACE = 3
"""Seconds for answers that are being given when the server is to end."""
EXIT_AFTER = 4.5
"""Seconds after which the process ends, whatever goes on: all that was shown is on the disk."""


def listen(host: str, port: int) -> socket.socket:
    """Take a port. Raises UsageError if it cannot be had."""
    try:
        family, _, _, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        return socket.create_server(address, family=family, backlog=2048)
    except OSError as error:
        why = (error.strerror or str(error)).partition(" (")[0]
        raise UsageError(f"cannot listen on {host}:{port}: {why}; use --host or --port.") from None


def address_of(listener: socket.socket) -> str:
    """What to type into a browser."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def host_names(listener: socket.socket, address: str | None) -> set[str] | None:
    """The names that a server has which only this machine gets at; None if others do, too.

    Else a page elsewhere could have its own name stand for this machine, and look at our games.
    Whatever stands before the server has an address of its own.
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
        raise UsageError(f"{quote(address)} is not an address, as https://five.example is.")
    return {name}


def serve(app: ASGIApp, listener: socket.socket, ready: Callable[[], None]) -> None:
    """Serve until the process is told to end; KeyboardInterrupt if that was with Ctrl-C."""
    waiting_room = connections.ConnectionLimiter(connections.connection_limit(_raise_file_limit()))
    signal.signal(signal.SIGTERM, _ignore_signal)  # uvicorn hands it on once all is closed
    _tune_garbage_collector()
    sys.setswitchinterval(SWITCH_INTERVAL)
    config = uvicorn.Config(
        app,
        http=cast(
            "type[asyncio.Protocol]", partial(connections.TimedProtocol, waiting_room=waiting_room)
        ),
        ws=connections.TextSocketProtocol,
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,
        ws_ping_interval=15,
        ws_ping_timeout=10,
        log_level=logging.ERROR,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=SHUTDOWN_GRACE,
        lifespan="on",
    )
    logging.getLogger("uvicorn.error").addFilter(ClientErrorFilter())
    _Server(config, ready).run([listener])


class _Server(uvicorn.Server):
    """Tells when it is there, and ends in time."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        timer = threading.Timer(EXIT_AFTER, os._exit, (0,))
        timer.daemon = True
        timer.start()


def exit_now(status: int) -> NoReturn:
    """End the process once all is closed: to free the memory of many games takes seconds."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def _ignore_signal(_number: int, _frame: FrameType | None) -> None:
    """The server has heard it already, and has ended by now."""


def _tune_garbage_collector() -> None:
    """Have games that go on looked through for garbage less often; most goes without that."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


def _raise_file_limit() -> int:
    """Get as many files as the system grants, and tell how many that is."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(MOST_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return MOST_FILES if soft == resource.RLIM_INFINITY else soft


INCOMPLETE_REQUEST = "a client left before its request was whole"


class ClientErrorFilter(logging.Filter):
    """Makes one short line of a traceback that a client has caused."""

    def __init__(self, complaints: ErrorLog = ERROR_LOG) -> None:
        super().__init__()
        self._complaints = complaints

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record stays as it is."""
        error = record.exc_info[1] if record.exc_info else None
        has_left = isinstance(error, ClientDisconnect)
        if has_left:
            self._complaints.say(INCOMPLETE_REQUEST)
        return not has_left
