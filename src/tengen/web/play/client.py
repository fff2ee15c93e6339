"""Somebody who is connected to a room."""

from __future__ import annotations

from tengen.online.news import Problem
from tengen.online.wire import encode
from tengen.web.outbox import Outbox

FAILED = 1011
"""Why a socket is closed, as the WebSocket standard numbers it."""


class Client:
    """A socket, and who is behind it: the digest of a secret, or nobody known."""

    def __init__(
        self,
        outbox: Outbox,
        digest: bytes | None,
        network: str = "",
        *,
        wants_events: bool = False,
    ) -> None:
        self.outbox = outbox
        self.digest = digest
        self.network = network
        """Where the socket comes from."""
        self.wants_events = wants_events

    def hang_up(self) -> None:
        """Close the socket, so that whoever is behind it connects again."""
        self.outbox.hang_up(FAILED, "The game is loaded anew.")

    def tell(self, problem: Problem) -> None:
        """Tell why something was not done."""
        self.outbox.post("problem", encode(problem).decode())
