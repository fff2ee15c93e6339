"""Servers that send invalid messages."""

from __future__ import annotations

import json
import threading

import msgspec
import pytest
from kit.remote import RULES, SEAT, TABLE, WON
from websockets.sync.server import ServerConnection, serve

from tengen.errors import ParseError, Refusal, SessionError
from tengen.game.events import Event, Foul, GameEnded, GameResult, GameStarted, MovePlayed
from tengen.game.session import Session
from tengen.game.setup import Setup
from tengen.game.tasks import Seat
from tengen.rules.outcome import Termination
from tengen.rules.point import Point
from tengen.rules.rules import GAMES
from tengen.server.messages.codec import encode_on_board, parse_server_message
from tengen.server.messages.game import EventsMessage, TableMessage, YourSeatsMessage
from tengen.terminal.remote_connection import (
    NOT_TENGEN,
    Backoff,
    ConnectionEnded,
    ConnectionEvent,
    GameLink,
    RemoteConnection,
    RemoteSeat,
)
from tengen.terminal.remote_game import SessionReplica

HUGE = 10**400
EVENTS = {"type": "events", "first": 0, "now": 0, "events": [], "is_resting": False}
STRANGE_NEWS = [
    {"type": "you", "seats": [7]},
    {"type": "you", "seats": [0]},
    {"type": "you", "seats": [-1]},
    {"type": "you", "seats": [1, 2, 1]},
    {"type": "you", "seats": [HUGE]},
    {"type": "you", "seats": 1},
    TABLE | {"now": HUGE},
    TABLE | {"next": "../../elsewhere"},
    TABLE | {"next": ""},
    TABLE | {"next": "abcdefghijkl\n"},
    TABLE | {"watchers": -1},
    TABLE | {"seats": [SEAT]},
    TABLE | {"seats": [SEAT | {"gone_at": HUGE}, SEAT]},
    TABLE | {"seats": [SEAT | {"level": 11}, SEAT]},
    TABLE | {"clock": {"move": HUGE, "game": None, "increment": 0}},
    TABLE | {"rules": RULES | {"width": 53}},
    EVENTS | {"first": -1},
    EVENTS | {"first": HUGE},
    EVENTS | {"now": -HUGE},
    [],
]


@pytest.mark.parametrize("news", [TABLE, EVENTS, {"type": "you", "seats": [2, 1]}])
def test_valid_messages_are_read(news: object) -> None:
    assert isinstance(
        parse_server_message(json.dumps(news)), TableMessage | EventsMessage | YourSeatsMessage
    )


@pytest.mark.parametrize("news", STRANGE_NEWS, ids=lambda news: json.dumps(news)[:40])
def test_invalid_messages_are_refused(news: object) -> None:
    with pytest.raises(ParseError):
        parse_server_message(json.dumps(news))


def test_nonsense_from_a_server_ends_the_connection() -> None:
    heard: list[ConnectionEvent] = []
    has_ended = threading.Event()

    def talk(line: ServerConnection) -> None:
        line.send('{"type":"weather"}')  # a newer server may have more types
        line.send('{"type":"you","seats":[7]}')
        line.recv()

    def hear(_line: RemoteConnection, news: ConnectionEvent) -> None:
        heard.append(news)
        has_ended.set()

    with serve(talk, "127.0.0.1", 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        port = server.socket.getsockname()[1]
        line = RemoteConnection(
            RemoteSeat(GameLink(f"http://127.0.0.1:{port}", "abcdefghijkl"), None), hear, Backoff()
        )
        assert has_ended.wait(60)
        line.close(1)
        server.shutdown()
    assert heard == [ConnectionEnded(NOT_TENGEN)]


def followed(*events: Event) -> SessionReplica:
    copy = SessionReplica(Session.start(Setup(), 0))
    raw = tuple(msgspec.Raw(encode_on_board(event, 3)) for event in events)
    list(copy.follow(EventsMessage(0, 0, raw), 3))
    return copy


START = GameStarted(0, Setup(GAMES["tictactoe"]))
MOVES = [MovePlayed(at, tuple(Seat)[at % 2], Point(row, col)) for at, (row, col) in enumerate(WON)]
END = GameEnded(9, GameResult(Seat.ONE, Termination.LINE))


def test_a_result_that_matches_the_board_is_accepted() -> None:
    assert followed(START, *MOVES, END).session.state.result == END.result


def test_a_win_on_the_board_without_a_result_is_refused() -> None:
    with pytest.raises(SessionError, match="over"):
        followed(START, *MOVES)
    copy = followed(START, *MOVES[:-1])
    with pytest.raises(SessionError, match="over"):
        list(copy.follow(EventsMessage(5, 0, (msgspec.Raw(encode_on_board(MOVES[-1], 3)),)), 3))


@pytest.mark.parametrize(
    "result",
    [
        GameResult(Seat.ONE, Termination.LINE),
        GameResult(None, Termination.FULL_BOARD),
        GameResult(None, Termination.NO_LEGAL_POINT),
        GameResult(Seat.ONE, Termination.FOUL, Foul(Point(40, 2), Refusal.OVERLINE)),
    ],
)
def test_a_result_that_the_board_does_not_show_is_refused(result: GameResult) -> None:
    with pytest.raises(SessionError, match=r"ended|no overline"):
        followed(START, *MOVES[:-1], GameEnded(9, result))
