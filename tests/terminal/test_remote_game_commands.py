"""Commands that a terminal sends again after a lost connection."""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from kit.remote import LONG, TABLE, Browser, joined, serving
from websockets.sync.server import ServerConnection, serve

from tengen.errors import SessionError, TengenError
from tengen.game.commands import OfferDraw, Resign, TakeBack
from tengen.game.events import Event, GameStarted
from tengen.game.setup import Setup
from tengen.game.tasks import Seat
from tengen.rules.rules import TIC_TAC_TOE
from tengen.server.messages.codec import encode_on_board
from tengen.terminal.remote_connection import GameLink, RemoteConnection, RemoteSeat
from tengen.terminal.remote_game import UnansweredCommands
from tengen.terminal.remote_table import RemoteTable

ONE, TWO = Seat


def test_commands_are_repeated_in_order_until_they_are_answered() -> None:
    unanswered = UnansweredCommands()
    offer, back = unanswered.add(OfferDraw(ONE)), unanswered.add(TakeBack(ONE))
    assert offer.id != back.id
    assert unanswered.repeat() == (offer, back)
    assert unanswered.settle(offer.id)
    assert unanswered.repeat() == (back,)


def test_a_command_that_was_not_repeated_is_settled_silently() -> None:
    unanswered = UnansweredCommands()
    assert not unanswered.settle(unanswered.add(Resign(ONE)).id)
    assert unanswered.repeat() == ()


def test_an_answer_without_an_id_settles_all_commands() -> None:
    unanswered = UnansweredCommands()
    unanswered.add(Resign(ONE))
    assert not unanswered.settle("")
    assert unanswered.repeat() == ()


def test_the_same_command_waits_for_its_answer() -> None:
    unanswered = UnansweredCommands()
    first = unanswered.add(TakeBack(ONE))
    unanswered.add(TakeBack(TWO))
    with pytest.raises(SessionError, match="the server has not answered yet"):
        unanswered.add(TakeBack(ONE))
    unanswered.settle(first.id)
    assert unanswered.add(TakeBack(ONE)).id != first.id


@contextmanager
def cut_after_sending(monkeypatch: pytest.MonkeyPatch, *, is_sent: bool) -> Iterator[list[str]]:
    """Lose the connection right after the next command, or right before it reaches the server."""
    send, sent = RemoteConnection.send, list[str]()

    def cut(connection: RemoteConnection, text: str) -> bool:
        sent.append(text)
        if len(sent) > 1:
            return send(connection, text)
        if is_sent:
            send(connection, text)
        connection.reconnect()
        return True

    with monkeypatch.context() as patch:
        patch.setattr(RemoteConnection, "send", cut)
        yield sent


@pytest.mark.parametrize("is_sent", [True, False])
def test_a_take_back_counts_once_if_the_connection_is_lost_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_sent: bool
) -> None:
    with serving(tmp_path / "server") as server:
        browser = Browser(server)
        address = browser.make_game("here")
        browser.hand_over(tmp_path / "anna")
        with joined(address, tmp_path / "anna") as anna:
            for at, point in enumerate(((0, 0), (1, 0), (0, 1))):
                anna.put(*point)
                anna.until_moves(at + 1)
            with cut_after_sending(monkeypatch, is_sent=is_sent) as sent:
                anna.table.do(TakeBack(ONE))
                anna.until_told("Connected again")
                anna.until_moves(2)
                anna.put(2, 2)
                anna.until_moves(3)
            assert json.loads(sent[0])["type"] == "TakeBack"
            assert [notice for notice in anna.notices if notice.startswith("! Your")] == []


class Face:
    """A user interface that records the notices."""

    def __init__(self) -> None:
        self.notices: list[str] = []

    def happened(self, events: tuple[Event, ...]) -> None:
        """Do nothing."""

    def failed(self, seat: Seat, error: TengenError) -> None:
        """Do nothing."""

    def noticed(self, words: str, *, alarm: bool = False) -> None:
        assert isinstance(alarm, bool)
        self.notices.append(words)


STARTED = json.loads(encode_on_board(GameStarted(0, Setup(TIC_TAC_TOE)), 3))
EVENTS = {"type": "events", "first": 0, "now": 0, "events": [STARTED]}


class Scene:
    """A table at a server whose answers are written by hand."""

    def __init__(self, *, counts_once: bool) -> None:
        self.heard: queue.Queue[dict[str, Any]] = queue.Queue()
        self._calls: queue.Queue[Callable[[], None]] = queue.Queue()
        self._seats = {"type": "you", "seats": [1], "counts_once": counts_once}
        self.lines: list[ServerConnection] = []
        self.face = Face()

    def talk(self, line: ServerConnection) -> None:
        """Greet a client, and record what it says."""
        self.lines.append(line)
        for message in (self._seats, TABLE, EVENTS):
            line.send(json.dumps(message))
        for text in line:
            self.heard.put(json.loads(text))

    def sit(self, port: int) -> None:
        """Connect the table."""
        seat = RemoteSeat(GameLink(f"http://127.0.0.1:{port}", "abcdefghijkl"), None)
        self.table = RemoteTable(seat, self.face, self._calls.put)
        self.table.join()
        self.until(self.is_ready)

    def is_ready(self) -> bool:
        """Whether the table can send commands."""
        return not self.table._remote.objection(ONE)  # noqa: SLF001 - nothing else tells

    def until(self, is_so: Callable[[], object]) -> None:
        while not is_so():
            self._calls.get(timeout=LONG)()

    def lose_connection(self) -> None:
        """Close the socket, and wait until the table is connected again."""
        self.lines[-1].close()
        self.until(lambda: "Connected again" in self.face.notices)
        self.face.notices.clear()

    def answer(self, **message: object) -> None:
        self.lines[-1].send(json.dumps(message))


@contextmanager
def scene(*, counts_once: bool = True) -> Iterator[Scene]:
    there = Scene(counts_once=counts_once)
    with serve(there.talk, "127.0.0.1", 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        there.sit(server.socket.getsockname()[1])
        yield there
        there.table.leave()
        server.shutdown()


def test_a_command_without_an_answer_is_sent_again_with_its_id() -> None:
    with scene() as there:
        there.table.do(OfferDraw(ONE))
        first = there.heard.get(timeout=LONG)
        there.lose_connection()
        assert there.heard.get(timeout=LONG) == first
        assert len(first["id"]) == 11


def test_an_answered_command_is_not_sent_again() -> None:
    with scene() as there:
        there.table.do(OfferDraw(ONE))
        there.answer(type="done", id=there.heard.get(timeout=LONG)["id"])
        there.table.do(Resign(ONE))
        there.answer(type="problem", code="x", says="No.", id=there.heard.get(timeout=LONG)["id"])
        there.until(lambda: "No" in there.face.notices)
        there.lose_connection()
        assert there.heard.empty()
        there.table.do(OfferDraw(ONE))


def test_the_refusal_of_a_repeated_command_says_what_happened() -> None:
    with scene() as there:
        there.table.do(OfferDraw(ONE))
        there.lose_connection()
        text = there.heard.get(timeout=LONG)["id"]
        there.answer(type="problem", code="refused", says="The game is over.", id=text)
        told = "Your last action was lost with the connection. The game is over"
        there.until(lambda: told in there.face.notices)


def test_nothing_is_sent_again_to_an_older_server() -> None:
    with scene(counts_once=False) as there:
        there.table.do(OfferDraw(ONE))
        assert "id" not in there.heard.get(timeout=LONG)
        there.lose_connection()
        there.table.do(OfferDraw(ONE))
        assert there.heard.get(timeout=LONG)["type"] == "OfferDraw"
        assert there.heard.empty()


def test_nothing_is_sent_again_in_the_rematch() -> None:
    with scene() as there:
        there.table.do(OfferDraw(ONE))
        there.heard.get(timeout=LONG)
        there.answer(**TABLE | {"next": "mnopqrstuvwx"})
        there.until(lambda: len(there.lines) == 2 and there.is_ready())
        there.table.do(Resign(ONE))
        assert there.heard.get(timeout=LONG)["type"] == "Resign"
