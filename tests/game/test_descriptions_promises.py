"""Wins that a computer announces with a move: stored, described, and ignored from people."""

from __future__ import annotations

import pytest

from tengen.game.commands import PlayMove, Resign, TakeBack
from tengen.game.descriptions import describe_promise
from tengen.game.events import MovePlayed, format_event, parse_event
from tengen.game.session import Session
from tengen.game.setup import Computer, Setup
from tengen.game.tasks import Seat
from tengen.rules.point import Point
from tengen.rules.wording import MARK_NAMES
from tengen.server.messages.conversion import state_message
from tengen.server.messages.game import PromiseView

ONE, TWO = Seat.ONE, Seat.TWO
CENTRE = Point(7, 7)


def announced_win(wins_in: int) -> Session:
    """Return a game in which a computer has just announced a win."""
    session = Session.start(Setup(one=Computer(10)), 0)
    session.handle(PlayMove(ONE, CENTRE, wins_in), 1)
    return session


def test_a_move_announces_nothing_by_default() -> None:
    session = Session.start(Setup(one=Computer(10)), 0)
    assert session.handle(PlayMove(ONE, CENTRE), 1) == (MovePlayed(1, ONE, CENTRE, 0),)


@pytest.mark.parametrize(
    "wins_in, words",
    [(0, ""), (1, "Black wins with the next move"), (17, "Black wins in at most 17 more moves")],
)
def test_an_announced_win_is_described(wins_in: int, words: str) -> None:
    session = announced_win(wins_in)
    assert describe_promise(session.state) == words
    assert describe_promise(session.state, MARK_NAMES) == words.replace("Black", "X")


def test_an_announced_win_is_sent_to_browsers_as_a_number() -> None:
    assert state_message(announced_win(0).state, 2, 0).promise is None
    assert state_message(announced_win(17).state, 2, 0).promise == PromiseView(1, 17)


def test_an_announcement_of_a_person_is_ignored() -> None:
    session = Session.start(Setup(two=Computer(10)), 0)
    (event,) = session.handle(PlayMove(ONE, CENTRE, 17), 1)
    assert event == MovePlayed(1, ONE, CENTRE)
    assert describe_promise(session.state) == ""


def test_an_announcement_holds_until_the_next_move_or_the_end() -> None:
    session = announced_win(17)
    session.handle(PlayMove(TWO, Point(0, 0)), 2)
    assert describe_promise(session.state) == ""
    session.handle(TakeBack(TWO), 3)
    assert describe_promise(session.state)
    session.handle(Resign(TWO), 4)
    assert describe_promise(session.state) == ""


def test_only_announced_wins_are_written() -> None:
    plain, announced = MovePlayed(1, ONE, CENTRE), MovePlayed(1, ONE, CENTRE, 17)
    assert format_event(plain) == b'{"type":"MovePlayed","at":1,"seat":1,"point":"7,7"}'
    assert format_event(announced).endswith(b'"point":"7,7","wins_in":17}')
    assert parse_event(format_event(announced)) == announced
    assert parse_event(format_event(plain)) == plain
