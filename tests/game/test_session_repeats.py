"""Commands that are sent again count once."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.sessions import EVENTS, PAUSES, SHORT_SETUPS, wishes
from kit.strategies import thorough

from tengen.errors import EngineError, SessionError, StoreError, TengenError
from tengen.game.clock import TimeControl
from tengen.game.commands import (
    Command,
    CommandKey,
    OfferDraw,
    PlayMove,
    Resign,
    Resume,
    TakeBack,
)
from tengen.game.events import (
    Event,
    GameEnded,
    GameStarted,
    MovePlayed,
    TakenBack,
    format_event,
    parse_event,
)
from tengen.game.host import Cancel, GameHost, OnAnswer, OnSaved
from tengen.game.session import Session
from tengen.game.setup import Setup
from tengen.game.tasks import Seat
from tengen.rules.point import Point

ONE, TWO = Seat
CONSENT = Setup(consent=True)


def played(setup: Setup, *points: tuple[int, int]) -> Session:
    session = Session.start(setup, 0)
    for at, point in enumerate(points):
        session.handle(PlayMove(tuple(Seat)[at % 2], Point(*point)), 0)
    return session


def replayed(session: Session) -> Session:
    return Session.replay([parse_event(format_event(event)) for event in session.events])


def test_a_repeated_take_back_takes_back_once() -> None:
    session = played(Setup(), (7, 7), (7, 8), (8, 8))
    back = TakeBack(ONE, id="a")
    assert session.handle(back, 1) == (TakenBack(1, ONE, 1, command=CommandKey(ONE, "a")),)
    assert session.handle(back, 2) == ()
    assert replayed(session).handle(back, 3) == ()
    assert len(session.state.steps) == 2


def test_another_id_is_another_command() -> None:
    session = played(Setup(), (7, 7), (7, 8), (8, 8))
    session.handle(TakeBack(ONE, id="a"), 1)
    assert session.handle(TakeBack(ONE, id="b"), 1)
    assert session.state.steps == []


def test_without_an_id_every_command_counts() -> None:
    session = played(Setup(), (7, 7), (7, 8), (8, 8))
    session.handle(TakeBack(ONE), 1)
    assert session.handle(TakeBack(ONE), 1)


def test_the_seats_have_their_own_ids() -> None:
    session = played(CONSENT, (7, 7), (7, 8))
    session.handle(OfferDraw(ONE, id="1"), 1)
    (ended,) = session.handle(OfferDraw(TWO, id="1"), 1)
    assert isinstance(ended, GameEnded)


def test_a_refused_command_is_judged_again() -> None:
    session = played(Setup(), (7, 7))
    move = PlayMove(ONE, Point(8, 8), id="a")
    with pytest.raises(SessionError, match="other player's turn"):
        session.handle(move, 1)
    session.handle(PlayMove(TWO, Point(7, 8)), 2)
    assert session.handle(move, 3)


def test_a_move_that_was_taken_back_is_not_played_again() -> None:
    session = played(Setup())
    move = PlayMove(ONE, Point(8, 8), id="a")
    session.handle(move, 1)
    session.handle(TakeBack(ONE, id="b"), 2)
    assert replayed(session).handle(move, 3) == ()


def test_a_command_after_the_time_is_up_is_not_done_later() -> None:
    session = Session.start(Setup(clock=TimeControl(move=1000)), 0)
    session.handle(PlayMove(ONE, Point(7, 7)), 10)
    back = TakeBack(ONE, id="a")
    assert isinstance(session.handle(back, 5000)[0], GameEnded)
    assert session.handle(back, 5001) == ()


def test_the_first_of_several_events_has_the_command() -> None:
    session = Session.start(Setup(CONSENT.rules, moves=LINE), 0)
    win, ended = session.handle(PlayMove(ONE, Point(0, 4), id="a"), 1)
    assert isinstance(win, MovePlayed)
    assert win.command == CommandKey(ONE, "a")
    assert ended.command is None


LINE = tuple(Point(row, col) for col in range(4) for row in (0, 5))


def test_the_text_of_an_event_with_its_command() -> None:
    event = MovePlayed(1200, TWO, Point(7, 8), command=CommandKey(TWO, "k3-_X"))
    text = b'{"type":"MovePlayed","at":1200,"seat":2,"point":"7,8","command":[2,"k3-_X"]}'
    assert format_event(event) == text
    assert parse_event(text) == event


@thorough
@given(EVENTS)
def test_an_event_without_an_id_is_stored_without_a_command(event: Event) -> None:
    text = format_event(msgspec.structs.replace(event, command=None))
    assert "command" not in msgspec.json.decode(text)


class Connection:
    """A game behind a connection that may break, on a server that may restart."""

    def __init__(self, setup: Setup) -> None:
        self.now = 0
        self.saved: list[Event] = [GameStarted(0, setup)]
        self.restart()

    def restart(self) -> None:
        """Lose what is not saved, and replay what is."""
        self.unsaved: list[tuple[tuple[Event, ...], OnSaved]] = []
        events = [parse_event(format_event(event)) for event in self.saved]
        self.host = GameHost(Session.replay(events), self, self, self, lambda: self.now)

    def save_all(self) -> None:
        """Save what waits, and what follows from it."""
        while self.unsaved:
            events, done = self.unsaved.pop(0)
            self.saved += events
            done(None)

    def save(self, _first: int, events: tuple[Event, ...], done: OnSaved) -> None:
        self.unsaved.append((events, done))

    def submit(self, command: Command) -> None:
        self.host.submit(command, ignore)

    def ask(self, _session: Session, _seat: Seat, _answer: OnAnswer) -> Cancel:
        raise EngineError("computer", "is not here")

    def happened(self, events: tuple[Event, ...]) -> None:
        """Do nothing."""

    def failed(self, seat: Seat, error: TengenError) -> None:
        """Do nothing."""

    def internal_error(self, error: Exception) -> None:
        raise error


def ignore(_error: SessionError | StoreError) -> None:
    """Do nothing."""


def nothing(_connection: Connection) -> None:
    """Send the next copy while this one is being saved."""


def save_and_restart(connection: Connection) -> None:
    connection.save_all()
    connection.restart()


Mishap = Callable[[Connection], None]
MISHAPS: list[Mishap] = [nothing, Connection.save_all, Connection.restart, save_and_restart]


@thorough
@given(st.data())
def test_a_game_with_repeated_commands_is_the_game_without_them(data: st.DataObject) -> None:
    setup = data.draw(SHORT_SETUPS)
    once, connection = Session.start(setup, 0), Connection(setup)
    done: list[Command] = []
    for number in range(data.draw(st.integers(1, 20))):
        connection.now += data.draw(PAUSES)
        wish = data.draw(wishes(once.state))
        if isinstance(wish, Resume) and not once.state.is_paused:
            continue  # only after a restart it is allowed
        command = msgspec.structs.replace(wish, id=f"c{number}")
        done += [command] if is_done(once, command, connection.now) else []
        late = data.draw(st.lists(st.sampled_from(done), max_size=2)) if done else []
        for copy in (*[command] * data.draw(st.integers(1, 3)), *late):
            connection.submit(copy)
            data.draw(st.sampled_from(MISHAPS))(connection)
        connection.submit(command)
        connection.save_all()
        assert connection.saved == connection.host.session.events == once.events


def is_done(session: Session, command: Command, now: int) -> bool:
    """Execute a command, and return whether it caused events."""
    try:
        return bool(session.handle(command, now))
    except SessionError:
        return False


def test_a_command_that_is_repeated_while_it_is_saved_is_done_once() -> None:
    connection, answers = Connection(Setup()), list[str]()
    for _ in range(3):
        connection.host.submit(Resign(ONE, id="a"), ignore, lambda: answers.append("done"))
    assert answers == []
    connection.save_all()
    assert answers == ["done"] * 3
    assert len(connection.saved) == 2


def test_a_command_that_could_not_be_saved_is_not_done() -> None:
    connection, answers = Connection(Setup()), list[str]()
    resign = Resign(ONE, id="a")

    def refuse(error: SessionError | StoreError) -> None:
        answers.append(str(error))

    connection.host.submit(resign, refuse, lambda: answers.append("done"))
    connection.unsaved.pop()[1](StoreError("here", "the disk is full"))
    assert not connection.host.session.has_done(resign)
    connection.host.submit(resign, refuse, lambda: answers.append("done"))
    connection.save_all()
    assert answers == ["games at 'here': the disk is full", "done"]
