"""People in front of browsers, without the browsers."""

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
    """A server with its games in a directory."""
    with (
        Store(str(directory)) as store,
        TestClient(make_app(store, limits), raise_server_exceptions=False) as server,
    ):
        yield server


class Visitor:
    """Somebody with a browser: keeps the secret that the server gives."""

    def __init__(self, server: TestClient) -> None:
        self._server = server
        self.secret = ""

    def ask(self, method: str, path: str, **options: Any) -> httpx2.Response:  # noqa: ANN401
        """Any request."""
        headers = {"cookie": f"tengen={self.secret}"} if self.secret else {}
        headers |= options.pop("headers", {})
        self._server.cookies.clear()
        response = self._server.request(method, path, headers=headers, **options)
        self.secret = response.cookies.get("tengen") or self.secret
        self._server.cookies.clear()
        return response

    def make_game(self, opponent: str = "friend", **options: object) -> str:
        """A new game; its link."""
        wanted = {"opponent": opponent, "rules": FIVE, **options}
        response = self.ask("POST", "/api/games", json=wanted)
        assert response.status_code == 201, response.text
        return str(response.json()["link"])

    def sit_down(self, link: str, name: str = "") -> httpx2.Response:
        """Take the free seat."""
        return self.ask("POST", f"/api/games/{link}/seat", json={"name": name})

    @contextmanager
    def at(self, link: str, query: str = "", **headers: str) -> Iterator[Chair]:
        """A socket of a game."""
        headers |= {"cookie": f"tengen={self.secret}"} if self.secret else {}
        path = f"/socket/game/{link}{query}"
        with self._server.websocket_connect(path, headers=headers) as socket:
            yield Chair(socket)


class Chair:
    """A place at a table: what is said there, and what is heard."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self.heard: list[News] = []
        self.width = 15

    def say(self, kind: str, seat: int = 1, **fields: object) -> None:
        """A command for a seat."""
        self.socket.send_text(json.dumps({"type": kind, "seat": seat, **fields}))

    def play(self, row: int, col: int, seat: int) -> None:
        """Put a stone."""
        self.say("PlayMove", seat, point=row * self.width + col)

    def hear(self, kind: str) -> News:
        """The next news of a kind; all before it is left out."""
        while True:
            news: News = json.loads(self.socket.receive_text())
            self.heard.append(news)
            if news["type"] == "table":
                self.width = news["rules"]["width"]
            if news["type"] == kind:
                return news

    def hear_state(self, number: int) -> News:
        """How the game stands after so many events."""
        while True:
            news = self.hear("state")
            if news["number"] >= number:
                assert news["number"] == number
                return news
