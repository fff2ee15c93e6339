"""Run a server to be measured; it prints its address and its games.

Usage: web_server.py KIND DIRECTORY GAMES, where KIND is `disk`, the same with `clocks`,
`memory`, `bare`, or `postgresql`; then DIRECTORY is the address of a database.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from unittest.mock import patch

from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tengen.game.clock import TimeControl
from tengen.game.events import GameStarted
from tengen.game.setup import Person, Setup
from tengen.rules.rules import FIVE_IN_A_ROW
from tengen.server import connections
from tengen.server.app import make_app
from tengen.server.http_server import (
    PING_SECONDS,
    SHARED_PING_SECONDS,
    address_of,
    listen,
    serve,
)
from tengen.server.rate_limits import Rate, ServerLimits
from tengen.storage import KeptRoom, RoomStore, Store, statements
from tengen.storage.database import IN_MEMORY
from tengen.storage.rooms import now
from tengen.storage.shared_store import SharedStore
from tengen.storage.sqlite_backend import SqliteBackend

SECRETS = ("1" * 43, "2" * 43)
"""The secrets of the first and the second player, the same in all games."""
UNLIMITED = Rate(1e9, 1e9)
NO_LIMITS = ServerLimits(UNLIMITED, UNLIMITED, UNLIMITED, 10**9, UNLIMITED, UNLIMITED, UNLIMITED)
NO_SYNC = "PRAGMA synchronous = OFF"
"""For what is written before anything is measured."""
CLOCKS = {"clocks": TimeControl(game=3_600_000, increment=1000)}


def main(kind: str, directory: str, games: int) -> None:
    """Make the games, then serve them until the process is killed."""
    links = [f"{os.getpid():06}{game:06}" for game in range(games)]
    listener = listen("127.0.0.1", 0)

    def announce() -> None:
        print(json.dumps({"address": address_of(listener), "links": links}), flush=True)

    if kind == "bare":
        with patch.object(connections, "TextSocketProtocol", WebSocketsSansIOProtocol):
            serve(make_bare_app(), listener, announce)
        return
    with open_store(kind, directory, links) as store:
        pings = SHARED_PING_SECONDS if kind == "postgresql" else PING_SECONDS
        serve(make_app(store, NO_LIMITS), listener, announce, ping_seconds=pings)


def make_bare_app() -> Starlette:
    """Return an app whose rooms send every text to all players, without checking or saving it."""
    rooms: dict[str, list[WebSocket]] = {}

    async def relay(socket: WebSocket) -> None:
        await socket.accept()
        room = rooms.setdefault(socket.path_params["link"], [])
        room.append(socket)
        await socket.send_text("welcome")
        try:
            while True:
                text = await socket.receive_text()
                for each in room:
                    await each.send_text(text)
        except WebSocketDisconnect:
            room.remove(socket)

    return Starlette(routes=[WebSocketRoute("/socket/game/{link}", relay)])


@contextmanager
def open_store(kind: str, directory: str, links: list[str]) -> Iterator[RoomStore]:
    """Yield a store in which these games have begun."""
    clock = CLOCKS.get(kind, TimeControl())
    if kind == "postgresql":
        with SharedStore(directory) as shared:
            begin_games(shared, links, clock)
            yield shared
        return
    if kind == "memory":
        with Store(directory, SqliteBackend(IN_MEMORY)) as store:
            begin_games(store, links, clock)
            yield store
        return
    with (
        patch.object(statements, "CONNECT", (*statements.CONNECT, NO_SYNC)),
        Store(directory) as store,
    ):
        begin_games(store, links, clock)
    with Store(directory) as store, closing(store.serve()):
        yield store


def begin_games(store: RoomStore, links: list[str], clock: TimeControl) -> None:
    """Begin a game for each link, with both seats taken."""
    setup = Setup(FIVE_IN_A_ROW, one=Person("Ann"), two=Person("Bo"), clock=clock, consent=True)
    one, two = (sha256(secret.encode()).digest() for secret in SECRETS)
    for link in links:
        room = KeptRoom(link, setup, (one, two), is_listed=True, made=now())
        store.add_room(room)
        store.begin_room(link, setup, (one, two), GameStarted(now(), setup))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
