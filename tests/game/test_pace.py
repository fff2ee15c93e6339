"""How long somebody may think, by the clocks."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.machines import begin, do
from kit.strategies import modest

from tengen.engine.analysis import Limits
from tengen.game.clock import Clocks
from tengen.game.commands import PlayMove
from tengen.game.events import MovePlayed
from tengen.game.machine_player import move_limits
from tengen.game.seat import Seat
from tengen.game.setup import TimeControl
from tengen.game.state import GameState
from tengen.rules.point import Point
from tengen.rules.rules import Rules

TIMES = st.integers(1, 7_200_000)


def state_with(clock: TimeControl) -> GameState:
    return begin(Rules(15, 15, 5), clock=clock).state


def test_without_clocks_there_are_no_limits() -> None:
    assert move_limits(state_with(TimeControl()), 1000) == Limits()


def test_a_move_may_take_nearly_all_of_its_time() -> None:
    limits = move_limits(state_with(TimeControl(move=5000)), 0)
    assert limits.seconds is not None
    assert 4.5 < limits.seconds < 5
    assert limits.soft is None


@modest
@given(TIMES, st.none() | TIMES, st.integers(0, 60_000), st.integers(0, 7_200_000))
def test_no_move_takes_more_than_a_part_of_what_is_left(
    game: int, move: int | None, increment: int, now: int
) -> None:
    state = state_with(TimeControl(move, game, increment))
    limits = move_limits(state, now)
    left = state.clocks.left(Seat.ONE, now)
    assert limits.seconds is not None
    assert left is not None
    assert limits.seconds <= max(left / 1000, 0.02)
    assert limits.seconds <= max((game - now) / 4000, 0.02)
    assert limits.soft is not None
    assert limits.soft <= limits.seconds


@pytest.mark.parametrize("clock", [TimeControl(game=3_000), TimeControl(1_000, 3_000, 100)])
def test_a_game_can_be_played_with_seconds_on_the_clock(clock: TimeControl) -> None:
    session = begin(Rules(15, 15, 5), clock=clock)
    now = 0
    for row, col in product(range(0, 10, 2), range(14)):
        seconds = move_limits(session.state, now).seconds
        assert seconds is not None
        now += round(1000 * seconds) + 10
        assert session.state.actor is not None
        point = Point(row + (col // 2) % 2, col)
        assert isinstance(session.handle(PlayMove(session.state.actor, point), now)[0], MovePlayed)


def test_what_moves_bring_in_is_used() -> None:
    bare, rich = (
        move_limits(state_with(TimeControl(game=20_000, increment=more)), 0) for more in (0, 2_000)
    )
    assert bare.soft is not None
    assert rich.soft is not None
    assert rich.soft > 1.5 * bare.soft


def test_both_clocks_are_read_apart() -> None:
    clock = TimeControl(move=5_000, game=60_000)
    session = begin(Rules(15, 15, 5), clock=clock)
    do(session, Point(7, 7))
    clocks = session.state.clocks
    assert [left(clocks, Seat.TWO, 2_000) for left in (Clocks.move_left, Clocks.game_left)] == [
        3_000,
        58_000,
    ]
    assert clocks.left(Seat.TWO, 2_000) == 3_000


@pytest.mark.parametrize("left", [Clocks.move_left, Clocks.game_left])
def test_a_clock_that_is_not_there_tells_nothing(left: object) -> None:
    assert callable(left)
    assert left(state_with(TimeControl()).clocks, Seat.ONE, 5) is None
