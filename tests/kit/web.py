"""Clients of a server in the same process: requests and sockets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
from starlette.testclient import TestClient, WebSocketTestSession

from tengen.server.app import make_app
from tengen.server.rate_limits import Rate, ServerLimits
from tengen.storage import Store

OFTEN = Rate(10_000, 10_000)
WIDE = ServerLimits(OFTEN, OFTEN, OFTEN, 10_000, OFTEN, OFTEN, OFTEN)
FIVE = "15x15/5 freestyle"
News = dict[str, Any]


@contextmanager
def served(directory: Path, limits: ServerLimits = WIDE) -> Iterator[TestClient]:
    """Serve the games in a directory."""
    with (
        Store(str(directory)) as store,
        TestClient(make_app(store, limits), raise_server_exceptions=False) as server,
    ):
        yield server


class Visitor:
    """A client that keeps the cookie of the server, like a browser."""

    def __init__(self, server: TestClient) -> None:
        self._server = server
        self.secret = ""

    def ask(self, method: str, path: str, **options: Any) -> httpx2.Response:  # noqa: ANN401
        """Send any request."""
        headers = {"cookie": f"tengen={self.secret}"} if self.secret else {}
        headers |= options.pop("headers", {})
        self._server.cookies.clear()
        response = self._server.request(method, path, headers=headers, **options)
        self.secret = response.cookies.get("tengen") or self.secret
        self._server.cookies.clear()
        return response

    def make_game(self, opponent: str = "friend", **options: object) -> str:
        """Create a game; return its link."""
        wanted = {"opponent": opponent, "rules": FIVE, **options}
        response = self.ask("POST", "/api/games", json=wanted)
        assert response.status_code == 201, response.text
        return str(response.json()["link"])

    def take_seat(self, link: str, name: str = "") -> httpx2.Response:
        """Take the free seat."""
        return self.ask("POST", f"/api/games/{link}/seat", json={"name": name})

    @contextmanager
    def at(self, link: str, query: str = "", **headers: str) -> Iterator[GameConnection]:
        """Open a socket of a game."""
        headers |= {"cookie": f"tengen={self.secret}"} if self.secret else {}
        path = f"/socket/game/{link}{query}"
        with self._server.websocket_connect(path, headers=headers) as socket:
            yield GameConnection(socket)


class GameConnection:
    """An open socket of a game, and the messages received over it."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self.received: list[News] = []
        self.width = 15

    def send_command(self, kind: str, seat: int = 1, **fields: object) -> None:
        """Send a command for a seat."""
        self.socket.send_text(json.dumps({"type": kind, "seat": seat, **fields}))

    def play(self, row: int, col: int, seat: int) -> None:
        """Play a move."""
        self.send_command("PlayMove", seat, point=row * self.width + col)

    def wait_for(self, kind: str) -> News:
        """Wait for a message of a type; skip all messages before it."""
        while True:
            news: News = json.loads(self.socket.receive_text())
            self.received.append(news)
            if news["type"] == "table":
                self.width = news["rules"]["width"]
            if news["type"] == kind:
                return news

    def wait_for_state(self, number: int) -> News:
        """Wait for the state after `number` events."""
        while True:
            news = self.wait_for("state")
            if news["number"] >= number:
                assert news["number"] == number
                return news
