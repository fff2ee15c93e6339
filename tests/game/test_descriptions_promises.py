"""What a computer announces with a move: kept, told in words, and believed of no person."""

from __future__ import annotations

import pytest

from tengen.game.commands import PlayMove, Resign, TakeBack
from tengen.game.descriptions import describe_promise
from tengen.game.events import MovePlayed
from tengen.game.serialization import format_event, parse_event
from tengen.game.session import Session
from tengen.game.setup import Computer, Setup
from tengen.game.tasks import Seat
from tengen.rules.point import Point
from tengen.rules.wording import MARK_NAMES
from tengen.server.messages.conversion import state_message
from tengen.server.messages.game import PromiseView

ONE, TWO = Seat.ONE, Seat.TWO
CENTRE = Point(7, 7)


def sure(wins_in: int) -> Session:
    """A game in which a computer has just been sure to win."""
    session = Session.start(Setup(one=Computer(10)), 0)
    session.handle(PlayMove(ONE, CENTRE, wins_in), 1)
    return session


def test_a_computer_that_says_nothing_announces_nothing() -> None:
    session = Session.start(Setup(one=Computer(10)), 0)
    assert session.handle(PlayMove(ONE, CENTRE), 1) == (MovePlayed(1, ONE, CENTRE, 0),)


@pytest.mark.parametrize(
    "wins_in, words",
    [(0, ""), (1, "Black wins with the next move"), (17, "Black wins in at most 17 more moves")],
)
def test_what_a_computer_announces_is_told_in_words(wins_in: int, words: str) -> None:
    session = sure(wins_in)
    assert describe_promise(session.state) == words
    assert describe_promise(session.state, MARK_NAMES) == words.replace("Black", "X")


def test_what_a_computer_announces_is_told_to_browsers_as_a_number() -> None:
    assert state_message(sure(0).state, 2, 0).promise is None
    assert state_message(sure(17).state, 2, 0).promise == PromiseView(1, 17)


def test_a_person_announces_nothing() -> None:
    session = Session.start(Setup(two=Computer(10)), 0)
    (event,) = session.handle(PlayMove(ONE, CENTRE, 17), 1)
    assert event == MovePlayed(1, ONE, CENTRE)
    assert describe_promise(session.state) == ""


def test_an_announcement_stands_until_the_next_move_or_the_end_of_the_game() -> None:
    session = sure(17)
    session.handle(PlayMove(TWO, Point(0, 0)), 2)
    assert describe_promise(session.state) == ""
    session.handle(TakeBack(TWO), 3)
    assert describe_promise(session.state)
    session.handle(Resign(TWO), 4)
    assert describe_promise(session.state) == ""


def test_an_announcement_is_written_only_where_there_is_one() -> None:
    plain, announced = MovePlayed(1, ONE, CENTRE), MovePlayed(1, ONE, CENTRE, 17)
    assert format_event(plain) == b'{"type":"MovePlayed","at":1,"seat":1,"point":"7,7"}'
    assert format_event(announced).endswith(b'"point":"7,7","wins_in":17}')
    assert parse_event(format_event(announced)) == announced
    assert parse_event(format_event(plain)) == plain
