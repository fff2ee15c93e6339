"""The clock and the session of a game on a server."""

from __future__ import annotations

import msgspec
import pytest

from tengen.errors import ParseError, SessionError
from tengen.game.commands import OfferDraw, PlayMove, TakeBack
from tengen.game.events import (
    Event,
    GameEnded,
    GameStarted,
    MovePlayed,
    Offered,
    SitterChanged,
    TakenBack,
)
from tengen.game.session import Session
from tengen.game.setup import ExternalEngine, Person, Setup
from tengen.game.tasks import Seat
from tengen.rules.point import Point
from tengen.rules.rules import GAMES
from tengen.server.messages.codec import encode_on_board
from tengen.server.messages.game import EventsMessage
from tengen.terminal.remote_game import RemoteClock, SessionReplica


class Here:
    """The local clock, set by the test."""

    def __init__(self) -> None:
        self.time = 0

    def __call__(self) -> int:
        return self.time


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> Here:
    here = Here()
    monkeypatch.setattr("tengen.terminal.remote_game._local_time", here)
    return here


def test_the_message_with_the_least_delay_sets_the_clock(here: Here) -> None:
    clock = RemoteClock()
    clock.update(100)
    here.time = 60
    clock.update(110)  # was 50 ms late
    assert clock.now() == 160
    clock.update(190)
    assert clock.now() == 190


def test_the_first_message_after_a_reconnection_sets_the_clock(here: Here) -> None:
    clock = RemoteClock()
    clock.update(1000)
    clock.reset()
    clock.update(500)
    here.time = 1
    assert clock.now() == 501


ONE, TWO = Seat
WON = ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2))


def told(events: list[Event], first: int = 0) -> EventsMessage:
    raw = tuple(msgspec.Raw(encode_on_board(event, 3)) for event in events[first:])
    return EventsMessage(first, 0, raw)


def game(moves: int) -> Session:
    """Return a game of tic-tac-toe after some moves; the fifth wins."""
    session = Session.start(Setup(GAMES["tictactoe"]), 0)
    for at, (row, col) in enumerate(WON[:moves]):
        session.handle(PlayMove(tuple(Seat)[at % 2], Point(row, col)), at)
    return session


def copy_of(session: Session) -> SessionReplica:
    copy = SessionReplica(Session.start(Setup(), 0))
    list(copy.follow(told(session.events), 3))
    return copy


def kinds(copy: SessionReplica, news: EventsMessage) -> list[list[type[Event]]]:
    return [[type(event) for event in batch] for batch in copy.follow(news, 3)]


def test_a_new_game_yields_its_start_and_its_last_events() -> None:
    copy = SessionReplica(Session.start(Setup(), 0))
    assert kinds(copy, told(game(0).events)) == [[GameStarted]]
    copy = SessionReplica(Session.start(Setup(), 0))
    assert kinds(copy, told(game(2).events)) == [[GameStarted, MovePlayed]]
    copy = SessionReplica(Session.start(Setup(), 0))
    assert kinds(copy, told(game(5).events)) == [[GameStarted, MovePlayed, GameEnded]]


def test_following_events_are_applied_and_yielded() -> None:
    session = game(4)
    copy = copy_of(session)
    session.handle(PlayMove(ONE, Point(0, 2)), 9)
    assert kinds(copy, told(session.events, first=5)) == [[MovePlayed, GameEnded]]
    assert copy.session.events == session.events


def test_a_known_game_yields_only_new_events_as_they_are_applied() -> None:
    session = game(2)
    copy = copy_of(session)
    session.handle(OfferDraw(ONE), 5)
    session.handle(PlayMove(ONE, Point(2, 2)), 6)
    session.handle(TakeBack(ONE), 7)
    seen = [
        (type(batch[0]), len(copy.session.state.board.moves))
        for batch in copy.follow(told(session.events), 3)
    ]
    assert seen == [(Offered, 2), (MovePlayed, 3), (TakenBack, 2)]
    assert kinds(copy, told(session.events)) == []


def test_another_game_replaces_the_current_one() -> None:
    copy = copy_of(game(5))
    other = Session.start(Setup(GAMES["tictactoe"], two=Person("Ben")), 0)
    assert kinds(copy, told(other.events)) == [[GameStarted]]
    assert copy.session.state.setup.two == Person("Ben")


def test_events_with_a_gap_do_not_fit() -> None:
    session = game(3)
    assert not SessionReplica(Session.start(Setup(), 0)).fits(told(session.events, first=1))
    copy = copy_of(session)
    assert copy.fits(told(session.events))
    assert copy.fits(told(session.events, first=4))
    assert not copy.fits(told(game(5).events, first=5))


def test_invalid_events_are_errors() -> None:
    copy = copy_of(game(1))
    with pytest.raises(SessionError):
        list(copy.follow(EventsMessage(2, 0, told(game(1).events, first=1).events), 3))
    with pytest.raises(SessionError):
        list(copy.follow(EventsMessage(0, 0, ()), 3))
    with pytest.raises(ParseError):
        list(copy.follow(EventsMessage(0, 0, (msgspec.Raw(b'{"type": "Nothing"}'),)), 3))


def test_control_characters_are_removed_from_names() -> None:
    evil = Session.start(Setup(one=Person("A\x1b[2Jnna")), 0)
    assert copy_of(evil).session.state.setup.one == Person("A [2Jnna")


def test_control_characters_are_removed_from_names_of_engines_and_replacements() -> None:
    session = Session.start(Setup(two=ExternalEngine(("x",), "R\x1b]0;owned\x07")), 0)
    copy = copy_of(session)
    names = [copy.session.state.setup.sitter(TWO)]
    later = SitterChanged(1, TWO, Person("B\x9b2J"))
    list(copy.follow(told([*session.events, later], first=1), 3))
    names.append(copy.session.state.setup.sitter(TWO))
    assert names == [ExternalEngine(("x",), "R ]0;owned "), Person("B 2J")]
