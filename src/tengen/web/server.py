"""The server itself: a socket, a loop, and an end."""

from __future__ import annotations

import logging
import resource
import socket
from collections.abc import Callable

import uvicorn

from tengen.errors import UsageError
from tengen.store import Store
from tengen.web.app import make_app

FILES = 65_536
"""How many sockets to ask the system for; it may grant fewer."""
LARGEST = 8 * 1024
"""How many bytes a message over a socket may have."""
GRACE = 3
"""Seconds for answers that are being given when the server is to end."""


def listen(host: str, port: int) -> socket.socket:
    """Take a port. Raises UsageError if it cannot be had."""
    try:
        family, kind, number, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        taken = socket.socket(family, kind, number)
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind(address)
        taken.listen(2048)
    except OSError as error:
        why = error.strerror or str(error)
        raise UsageError(f"cannot listen on {host}:{port}: {why}; use --host or --port.") from None
    return taken


def address_of(listener: socket.socket) -> str:
    """What to type into a browser."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def serve(store: Store, listener: socket.socket, ready: Callable[[], None]) -> None:
    """Serve until the process is told to end."""
    _ask_for_files()
    config = uvicorn.Config(
        make_app(store),
        http="httptools",
        ws="websockets-sansio",
        ws_max_size=LARGEST,
        ws_per_message_deflate=False,
        log_level=logging.ERROR,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
        lifespan="on",
    )
    _Server(config, ready).run([listener])


class _Server(uvicorn.Server):
    """Tells when it is there."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


def _ask_for_files() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
