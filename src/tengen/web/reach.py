"""Where others can open a game, seen from a browser on the machine of the server."""

from __future__ import annotations

import socket
import time
from contextlib import suppress
from ipaddress import ip_address

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tengen.web.answers import answer

SOMEWHERE = ("192.0.2.1", 9)
"""An address that nobody has: a way to it is looked up, and nothing is sent."""
USUAL_PORT = 8000
FRESH = 60.0
"""Seconds for which the address of this machine is remembered: looking it up takes system calls."""


class ReachView(msgspec.Struct, frozen=True):
    """Who can open the address at which the browser is now."""

    is_local: bool
    """Whether it opens on this machine only."""
    is_open: bool
    """Whether the server can be reached from other machines."""
    address: str | None
    """What others type, or would type if the server were started for them; none if unknown."""
    command: str
    """What starts the server for others."""


class Reach:
    """Knows whether a server is for this machine alone, and what others would type."""

    def __init__(self, *, is_open: bool, address: str | None = None) -> None:
        """`address` is the one of a proxy before the server, if there is one."""
        self._is_open = is_open
        self._address = None if address is None else _whole(address)
        self._host: str | None = None
        self._found_at = -FRESH

    def routes(self) -> list[Route]:
        """Where that is told."""
        return [Route("/api/reach", self.tell, methods=["GET"])]

    async def tell(self, request: Request) -> Response:
        """Who can open this address; others than those on this machine learn nothing more."""
        return answer(self.view(request))

    def view(self, request: Request) -> ReachView:
        """The same as a message."""
        port = request.url.port or 80
        command = "tengen web --host 0.0.0.0"
        if port != USUAL_PORT:
            command += f" --port {port}"
        if not is_local(request.url.hostname or ""):
            return ReachView(is_local=False, is_open=True, address=None, command=command)
        is_open = self._is_open or self._address is not None
        address = self._address or self._network_address(port)
        return ReachView(is_local=True, is_open=is_open, address=address, command=command)

    def _network_address(self, port: int) -> str | None:
        now = time.monotonic()
        if now - self._found_at >= FRESH:
            self._host, self._found_at = find_network_host(), now
        return None if self._host is None else f"http://{self._host}:{port}"

    def base_of(self, request: Request) -> str:
        """What others type before the path, as far as that is known."""
        view = self.view(request)
        if view.is_local and view.is_open and view.address is not None:
            return view.address
        return f"{request.url.scheme}://{request.url.netloc}"


def _whole(address: str) -> str:
    """An address with its scheme, and without the slash at its end."""
    return (address if "://" in address else f"http://{address}").rstrip("/")


def is_local(name: str) -> bool:
    """Whether a name in an address stands for the machine of the browser."""
    if name == "localhost" or name.endswith(".localhost"):
        return True
    with suppress(ValueError):
        return ip_address(name.strip("[]")).is_loopback
    return False


def find_network_host() -> str | None:
    """The address of this machine in its network, if it is in one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(SOMEWHERE)
        host: str = probe.getsockname()[0]
        if not ip_address(host).is_loopback:
            return host
    return None
