"""When the connection to a server is opened again."""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count

import pytest
from kit.remote import LONG, TABLE
from websockets.sync.server import ServerConnection, serve

from tengen.errors import TengenError
from tengen.game.events import Event
from tengen.game.tasks import Seat
from tengen.terminal.remote_connection import (
    STABLE_AFTER,
    Backoff,
    ConnectionEvent,
    GameLink,
    RemoteConnection,
    RemoteSeat,
)
from tengen.terminal.remote_table import RemoteTable

DOUBLING = [0.0, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0]
NONSENSE = {"type": "events", "first": 7, "now": 0, "events": []}
"""An empty message from the middle of a game."""


class Impatient(Backoff):
    """Records the waits instead of waiting, until there are enough of them."""

    def __init__(self, finish: Callable[[], None]) -> None:
        super().__init__(lambda: 0.0)
        self._finish = finish
        self.pauses: list[float] = []

    def pause(self) -> float:
        if len(self.pauses) == len(DOUBLING):
            self._finish()
            return LONG
        self.pauses.append(super().pause())
        return 0.0


class Nobody:
    """A user interface that ignores everything."""

    def happened(self, events: tuple[Event, ...]) -> None:
        """Do nothing."""

    def failed(self, seat: Seat, error: TengenError) -> None:
        """Do nothing."""

    def noticed(self, words: str, *, alarm: bool = False) -> None:
        """Do nothing."""


@contextmanager
def serving(talk: Callable[[ServerConnection], None]) -> Iterator[RemoteSeat]:
    """Run a server that sends only this."""
    with serve(talk, "127.0.0.1", 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        port = server.socket.getsockname()[1]
        yield RemoteSeat(GameLink(f"http://127.0.0.1:{port}", "abcdefghijkl"), None)
        server.shutdown()


def test_the_wait_doubles_up_to_five_seconds() -> None:
    backoff = Backoff(lambda: 0.0)
    assert [backoff.pause() for _ in DOUBLING] == DOUBLING


@pytest.mark.parametrize("lasted, then", [(STABLE_AFTER, 0.1), (STABLE_AFTER - 1, 0.8)])
def test_the_wait_is_short_again_after_a_connection_that_lasted(lasted: float, then: float) -> None:
    now = 100.0
    backoff = Backoff(lambda: now)
    for _ in range(4):
        backoff.pause()
    backoff.connected()
    now += lasted
    assert backoff.pause() == then


def test_a_slow_failed_attempt_does_not_reset_the_wait() -> None:
    ticks = count(0, 10 * STABLE_AFTER)
    backoff = Backoff(lambda: next(ticks))
    backoff.connected()
    backoff.pause()
    assert [backoff.pause() for _ in range(3)] == [0.2, 0.4, 0.8]


def test_the_wait_grows_if_a_server_closes_after_a_message() -> None:
    def hang_up(socket: ServerConnection) -> None:
        socket.send(json.dumps(TABLE))

    def hear(_line: RemoteConnection, _news: ConnectionEvent) -> None:
        """Do nothing."""

    is_finished = threading.Event()
    backoff = Impatient(is_finished.set)
    with serving(hang_up) as visit:
        line = RemoteConnection(visit, hear, backoff)
        assert is_finished.wait(LONG)
        line.close(LONG)
    assert backoff.pauses == DOUBLING


@pytest.mark.parametrize("news", [NONSENSE, TABLE | {"next": "abcdefghijkl"}])
def test_the_wait_grows_if_a_server_always_forces_reconnections(
    monkeypatch: pytest.MonkeyPatch, news: dict[str, object]
) -> None:
    def talk(socket: ServerConnection) -> None:
        socket.send(json.dumps(news))
        socket.recv()

    calls: queue.Queue[Callable[[], None]] = queue.Queue()
    is_finished = threading.Event()
    backoff = Impatient(lambda: calls.put(is_finished.set))
    monkeypatch.setattr("tengen.terminal.remote_connection.Backoff", lambda: backoff)
    with serving(talk) as visit:
        table = RemoteTable(visit, Nobody(), calls.put)
        table.join()
        while not is_finished.is_set():
            calls.get(timeout=LONG)()
        table.leave()
    assert backoff.pauses == DOUBLING
