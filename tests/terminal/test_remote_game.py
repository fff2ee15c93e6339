"""The clock of a server, by what it says and how late that comes."""

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
    """This machine's clock, set by hand."""

    def __init__(self) -> None:
        self.time = 0

    def __call__(self) -> int:
        return self.time


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> Here:
    here = Here()
    monkeypatch.setattr("tengen.terminal.remote_game._here", here)
    return here


def test_the_news_with_the_least_delay_count(here: Here) -> None:
    clock = RemoteClock()
    clock.hear(100)
    here.time = 60
    clock.hear(110)  # was 50 ms late
    assert clock.now() == 160
    clock.hear(190)
    assert clock.now() == 190


def test_after_the_line_was_lost_the_next_news_count(here: Here) -> None:
    clock = RemoteClock()
    clock.hear(1000)
    clock.forget()
    clock.hear(500)
    here.time = 1
    assert clock.now() == 501


ONE, TWO = Seat
WON = ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2))


def told(events: list[Event], first: int = 0) -> EventsMessage:
    raw = tuple(msgspec.Raw(encode_on_board(event, 3)) for event in events[first:])
    return EventsMessage(first, 0, raw)


def game(moves: int) -> Session:
    """A game of three in a row, so many moves old; five of them win."""
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


def test_of_a_game_that_is_new_here_the_start_and_the_last_thing_are_told() -> None:
    copy = SessionReplica(Session.start(Setup(), 0))
    assert kinds(copy, told(game(0).events)) == [[GameStarted]]
    copy = SessionReplica(Session.start(Setup(), 0))
    assert kinds(copy, told(game(2).events)) == [[GameStarted, MovePlayed]]
    copy = SessionReplica(Session.start(Setup(), 0))
    assert kinds(copy, told(game(5).events)) == [[GameStarted, MovePlayed, GameEnded]]


def test_what_follows_happens_and_is_told() -> None:
    session = game(4)
    copy = copy_of(session)
    session.handle(PlayMove(ONE, Point(0, 2)), 9)
    assert kinds(copy, told(session.events, first=5)) == [[MovePlayed, GameEnded]]
    assert copy.session.events == session.events


def test_of_a_game_that_is_known_only_what_is_new_is_told_and_at_its_time() -> None:
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


def test_another_game_takes_the_place_of_the_one_before() -> None:
    copy = copy_of(game(5))
    other = Session.start(Setup(GAMES["tictactoe"], two=Person("Ben")), 0)
    assert kinds(copy, told(other.events)) == [[GameStarted]]
    assert copy.session.state.setup.two == Person("Ben")


def test_events_that_do_not_follow_on_the_last_one_do_not_fit() -> None:
    session = game(3)
    assert not SessionReplica(Session.start(Setup(), 0)).fits(told(session.events, first=1))
    copy = copy_of(session)
    assert copy.fits(told(session.events))
    assert copy.fits(told(session.events, first=4))
    assert not copy.fits(told(game(5).events, first=5))


def test_events_that_make_no_sense_are_errors() -> None:
    copy = copy_of(game(1))
    with pytest.raises(SessionError):
        list(copy.follow(EventsMessage(2, 0, told(game(1).events, first=1).events), 3))
    with pytest.raises(SessionError):
        list(copy.follow(EventsMessage(0, 0, ()), 3))
    with pytest.raises(ParseError):
        list(copy.follow(EventsMessage(0, 0, (msgspec.Raw(b'{"type": "Nothing"}'),)), 3))


def test_a_name_cannot_tell_a_terminal_what_to_do() -> None:
    evil = Session.start(Setup(one=Person("A\x1b[2Jnna")), 0)
    assert copy_of(evil).session.state.setup.one == Person("A [2Jnna")


def test_neither_can_the_name_of_an_engine_nor_of_somebody_who_comes_later() -> None:
    session = Session.start(Setup(two=ExternalEngine(("x",), "R\x1b]0;owned\x07")), 0)
    copy = copy_of(session)
    names = [copy.session.state.setup.sitter(TWO)]
    later = SitterChanged(1, TWO, Person("B\x9b2J"))
    list(copy.follow(told([*session.events, later], first=1), 3))
    names.append(copy.session.state.setup.sitter(TWO))
    assert names == [ExternalEngine(("x",), "R ]0;owned "), Person("B 2J")]
