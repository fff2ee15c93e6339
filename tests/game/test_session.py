"""Any commands in any order and at any time leave a valid game."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from kit.sessions import (
    EVENTS,
    PAUSES,
    SHORT_SETUPS,
    everything,
    lefts,
    sessions,
    wishes,
)
from kit.strategies import modest

from tengen.errors import SessionError
from tengen.game.descriptions import describe_task, seat_name
from tengen.game.events import (
    Event,
    GameResumed,
    GameStarted,
    MovePlayed,
    format_event,
    parse_event,
)
from tengen.game.session import Session, decide
from tengen.game.setup import Setup
from tengen.game.tasks import Seat


class AnyGame(RuleBasedStateMachine):
    """Sends commands to a game, most of them sensible, and checks the state."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0

    @initialize(setup=SHORT_SETUPS)
    def start(self, setup: Setup) -> None:
        self.session = Session.start(setup, 0)

    @rule(data=st.data(), pause=PAUSES)
    def ask(self, data: st.DataObject, pause: int) -> None:
        self.now += pause
        command = data.draw(wishes(self.session.state))
        before = everything(self.session.state, self.now)
        had = lefts(self.session.state, self.now)
        count = len(self.session.events)
        try:
            events = self.session.handle(command, self.now)
        except SessionError as error:
            self.check_refusal(error, before, count)
        else:
            assert self.session.events[count:] == list(events)
            self.check_clocks(had, events)

    @rule(data=st.data())
    def decide_only(self, data: st.DataObject) -> None:
        state, board = self.session.state, self.session.state.board
        before = (everything(state, self.now), board.key, board.outcome, board.legal_points())
        with suppress(SessionError):
            self.session.decide(data.draw(wishes(state)), self.now)
        after = (everything(state, self.now), board.key, board.outcome, board.legal_points())
        assert after == before
        assert state.board is board

    @rule()
    def replay(self) -> None:
        self.session = Session.replay(self.session.events)

    def check_refusal(self, error: SessionError, before: tuple[object, ...], count: int) -> None:
        assert str(error)
        assert "\n" not in str(error)
        assert everything(self.session.state, self.now) == before
        assert len(self.session.events) == count

    def check_clocks(self, had: list[int | None], events: tuple[Event, ...]) -> None:
        """Check that the time for the game grows only by increments, or when it is resumed."""
        control = self.session.state.setup.clock
        if any(isinstance(event, GameResumed) for event in events):
            return
        for before, after in zip(had, lefts(self.session.state, self.now), strict=True):
            assert (before is None) is (after is None)
            if control.move is None and before is not None and after is not None:
                assert 0 <= after <= before + control.increment * len(events)

    @invariant()
    def replayed_events_are_the_same_game(self) -> None:
        events = [parse_event(format_event(event)) for event in self.session.events]
        assert events == self.session.events
        again = Session.replay(events)
        assert everything(again.state, self.now) == everything(self.session.state, self.now)

    @invariant()
    def state_is_consistent(self) -> None:
        state = self.session.state
        assert (state.task is None) is (state.result is not None)
        assert state.actor is (state.task.seat if state.task else None)
        assert state.clocks.running is state.actor
        moves = tuple(step.point for step in state.steps if isinstance(step, MovePlayed))
        assert state.board.moves == state.setup.moves + moves
        assert len(state.board.stones) == len(state.board.moves)
        assert describe_task(state)
        assert all(seat_name(state, seat) for seat in Seat)


AnyGame.TestCase.settings = settings(max_examples=50, stateful_step_count=25, deadline=None)
test_any_game = AnyGame.TestCase


@modest
@given(sessions(), st.lists(EVENTS, max_size=6))
def test_impossible_events_are_a_session_error(session: Session, more: list[Event]) -> None:
    for event in more:
        before = everything(session.state, 0)
        try:
            session.apply(event)
        except SessionError:
            assert everything(session.state, 0) == before
    again = Session.replay(session.events)
    assert everything(again.state, 0) == everything(session.state, 0)


@modest
@given(sessions(), st.data())
def test_a_game_with_a_missing_event_is_replayed_or_a_session_error(
    session: Session, data: st.DataObject
) -> None:
    events = list(session.events)
    del events[data.draw(st.integers(0, len(events) - 1))]
    with suppress(SessionError):
        assert isinstance(Session.replay(events).events[0], GameStarted)


def test_an_unknown_command_is_refused() -> None:
    session = Session.start(Setup(), 0)
    with pytest.raises(SessionError, match="unknown command str"):
        decide(session.state, "resign", 0)  # type: ignore[arg-type]
