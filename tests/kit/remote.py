"""A real server in this process, players who join it from terminals, and a fake browser."""

from __future__ import annotations

import json
import queue
import socket
import threading
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import uvicorn
from websockets.sync.client import ClientConnection, connect

from kit.web import WIDE
from tengen.errors import TengenError
from tengen.game.commands import PlayMove
from tengen.game.events import Event
from tengen.game.tasks import Seat
from tengen.rules.point import Point
from tengen.server.app import make_app
from tengen.storage import Store
from tengen.terminal.remote_connection import parse_link, take_seat
from tengen.terminal.remote_table import RemoteTable
from tengen.terminal.table import TableFactory

LONG = 20.0
"""Seconds after which a test fails."""
LINE = "3x3/3 freestyle"
WON = ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2))
"""A game of three in a row, which Black wins."""
SEAT = {"kind": "person", "name": "Ann", "level": None, "is_here": True, "gone_at": None}
RULES = {"width": 3, "height": 3, "k": 3, "win": "freestyle", "text": "", "name": "", "says": ""}
TABLE = {
    "type": "table",
    "link": "abcdefghijkl",
    "phase": "playing",
    "rules": RULES,
    "opening": "free",
    "clock": {"move": None, "game": None, "increment": 0},
    "consent": True,
    "seats": [SEAT, SEAT],
    "watchers": 0,
    "now": 0,
    "next": None,
}
"""A table message of a server."""


class Server:
    """A server that can be stopped and started again, with the same games and port."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self.port = 0
        self.start()

    def start(self) -> None:
        """Start the server."""
        listener = socket.create_server(("127.0.0.1", self.port))
        self.port = listener.getsockname()[1]
        self._store = Store(str(self._directory))
        app = make_app(self._store, WIDE)
        config = uvicorn.Config(app, log_level="error", lifespan="on", timeout_graceful_shutdown=1)
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, args=([listener],))
        self._thread.start()

    def stop(self) -> None:
        """Stop the server."""
        self._server.should_exit = True
        self._thread.join(LONG)
        self._store.close()

    @property
    def base(self) -> str:
        """The address of the server."""
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def serving(directory: Path) -> Iterator[Server]:
    """Run a server."""
    server = Server(directory)
    try:
        yield server
    finally:
        server.stop()


class Browser:
    """Creates games, and plays them over a socket."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._cookie = ""
        self.link = ""

    def make_game(self, opponent: str = "friend", rules: str = LINE, **options: object) -> str:
        """Create a game; return its address."""
        wanted = {"opponent": opponent, "rules": rules, **options}
        request = urllib.request.Request(
            f"{self._server.base}/api/games",
            json.dumps(wanted).encode(),
            {"Cookie": self._cookie} if self._cookie else {},
        )
        with urllib.request.urlopen(request) as response:
            self.link = json.load(response)["link"]
            self._cookie = response.headers["Set-Cookie"].partition(";")[0]
        return f"{self._server.base}/game/{self.link}"

    def hand_over(self, directory: Path) -> None:
        """Store the secret for a terminal that continues the game."""
        with Store(str(directory)) as store:
            store.remember(f"join/{self._server.base}", self._cookie.partition("=")[2].encode())

    @contextmanager
    def sitting(self) -> Iterator[Chair]:
        """Open the socket of the game."""
        address = f"{self._server.base.replace('http', 'ws')}/socket/game/{self.link}"
        with connect(address, additional_headers={"Cookie": self._cookie}) as line:
            yield Chair(line)


def sit_at(address: str, directory: Path, name: str = "") -> TableFactory:
    """Return a function with which a terminal joins a game."""
    with Store(str(directory)) as store:
        return partial(RemoteTable, take_seat(parse_link(address), name, store))


class Chair:
    """The socket of a browser."""

    def __init__(self, line: ClientConnection) -> None:
        self._line = line

    def say(self, kind: str, seat: int, **fields: object) -> None:
        """Send a command for a seat."""
        self._line.send(json.dumps({"type": kind, "seat": seat, **fields}))

    def hear(self, kind: str, is_it: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait for a message of a type that meets a condition."""
        while True:
            news: dict[str, Any] = json.loads(self._line.recv(LONG))
            if news["type"] == kind and is_it(news):
                return news

    def hear_moves(self, count: int) -> dict[str, Any]:
        """Wait until `count` stones are on the board."""
        return self.hear("state", lambda news: len(news["moves"]) == count)


class Joiner:
    """A player at a terminal without a screen: a table, and all its notices."""

    def __init__(self, address: str, directory: Path, name: str = "") -> None:
        self._calls: queue.Queue[Callable[[], None]] = queue.Queue()
        self.events: list[Event] = []
        self.notices: list[str] = []
        with Store(str(directory)) as store:
            place = take_seat(parse_link(address), name, store)
        self.table = RemoteTable(place, self, self._calls.put)

    def happened(self, events: tuple[Event, ...]) -> None:
        self.events += events

    def failed(self, seat: Seat, error: TengenError) -> None:
        raise AssertionError((seat, error))

    def noticed(self, words: str, *, alarm: bool = False) -> None:
        self.notices.append(f"! {words}" if alarm else words)

    def until(self, is_so: Callable[[], object]) -> None:
        """Process calls of the connection until a condition is true."""
        while not is_so():
            self._calls.get(timeout=LONG)()

    def until_told(self, words: str) -> None:
        """Wait for a notice."""
        self.until(lambda: any(words in notice for notice in self.notices))

    def until_moves(self, count: int) -> None:
        """Wait until `count` stones are on the board."""
        self.until(lambda: len(self.moves) == count)

    @property
    def moves(self) -> tuple[Point, ...]:
        """The moves of the game."""
        return self.table.state.board.moves

    def put(self, row: int, col: int) -> None:
        """Play a move."""
        self.table.do(PlayMove(self.table.person(), Point(row, col)))


@contextmanager
def joined(address: str, directory: Path, name: str = "") -> Iterator[Joiner]:
    """Join a game, wait until it has begun, and leave at the end."""
    joiner = Joiner(address, directory, name)
    joiner.table.join()
    try:
        joiner.until(lambda: joiner.events)
        yield joiner
    finally:
        joiner.table.leave()


def play_all(one: Joiner, two: Joiner) -> None:
    """Play the game that Black wins."""
    for at, (row, col) in enumerate(WON):
        (one, two)[at % 2].put(row, col)
        one.until_moves(at + 1)
        two.until_moves(at + 1)
    for joiner in (one, two):
        joiner.until(lambda: joiner.table.state.result)  # noqa: B023 - it is called at once
