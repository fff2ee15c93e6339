"""Acting in a thread, and the time limits of a move."""

from __future__ import annotations

import queue
import threading
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.machines import begin, do
from kit.strategies import modest

from tengen.engine.analysis import Limits
from tengen.engine.cancel_token import CancelToken
from tengen.errors import EngineError, SessionError, TengenError
from tengen.game.clock import Clocks, TimeControl
from tengen.game.commands import Command, PlayMove, Resign, TakeBack
from tengen.game.computer_player import ComputerPlayer
from tengen.game.events import MovePlayed
from tengen.game.machine_player import Thinking, ThinkingResult, move_limits, snapshot
from tengen.game.opening_rules import OpeningRule
from tengen.game.session import Session
from tengen.game.state import GameState
from tengen.game.tasks import Choice, Seat
from tengen.rules.point import Point
from tengen.rules.rules import Rules

FIVE = Rules(15, 15, 5)
LONG = 60
"""Timeout in seconds, reached only if a test fails."""


class Slow(ComputerPlayer):
    """A player that acts when `may_act` is set, even if it is cancelled."""

    def __init__(self, error: Exception | None = None) -> None:
        super().__init__(1, 1)
        self.may_act = threading.Event()
        self.error = error

    def act(self, state: GameState, now: int, cancel: CancelToken | None = None) -> Command:
        assert self.may_act.wait(LONG)
        if self.error is not None:
            raise self.error
        return super().act(state, now, cancel)


def think(player: ComputerPlayer, session: Session) -> tuple[Thinking, queue.Queue[ThinkingResult]]:
    results: queue.Queue[ThinkingResult] = queue.Queue()
    return Thinking(player, session.state, 0, results.put), results


def wait_for(thinking: Thinking) -> None:
    """Wait until a thread is gone."""
    threads = [thread for thread in threading.enumerate() if thread.name == "Computer 1"]
    for thread in threads:
        thread.join(LONG)
    assert not thinking.is_busy


def test_the_command_of_the_player_is_reported() -> None:
    session = begin(FIVE)
    _, results = think(ComputerPlayer(1, 1), session)
    command = results.get(timeout=LONG)
    assert isinstance(command, PlayMove)
    assert session.handle(command, 0)


@pytest.mark.parametrize("error", [EngineError("it", "is gone"), SessionError("no")])
def test_an_error_is_reported(error: TengenError) -> None:
    player = Slow(error)
    player.may_act.set()
    _, results = think(player, begin(FIVE))
    assert results.get(timeout=LONG) is error


def test_an_internal_error_is_reported() -> None:
    player = Slow(ZeroDivisionError("oh"))
    player.may_act.set()
    _, results = think(player, begin(FIVE))
    assert str(results.get(timeout=LONG)) == ("engine 'Computer 1' failed: ZeroDivisionError('oh')")


@pytest.mark.parametrize("error", [None, EngineError("it", "is gone")])
def test_nothing_is_reported_after_a_cancel(error: EngineError | None) -> None:
    player = Slow(error)
    thinking, results = think(player, begin(FIVE))
    thinking.cancel()
    thinking.cancel()
    player.may_act.set()
    wait_for(thinking)
    assert results.empty()


def test_the_callback_may_cancel() -> None:
    session, done = begin(FIVE), threading.Event()
    player = Slow()

    def report(_outcome: ThinkingResult) -> None:
        thinking.cancel()
        done.set()

    thinking = Thinking(player, session.state, 0, report)
    player.may_act.set()
    assert done.wait(LONG)


def test_closing_the_player_does_not_cancel_the_report() -> None:
    player = Slow()
    _, results = think(player, begin(FIVE))
    player.close()
    player.may_act.set()
    assert isinstance(results.get(timeout=LONG), PlayMove)


def test_a_player_can_think_again_while_a_cancelled_search_ends() -> None:
    player, session = ComputerPlayer(1, 1), begin(FIVE)
    for _ in range(20):
        thinking, _ = think(player, session)
        thinking.cancel()
    _, results = think(player, session)
    assert isinstance(results.get(timeout=LONG), PlayMove)


def test_changes_of_the_game_do_not_affect_a_thinking_player() -> None:
    session = do(begin(FIVE), Point(7, 7))
    player = Slow()
    _, results = think(player, session)
    session.handle(TakeBack(Seat.ONE), 0)
    session.handle(Resign(Seat.ONE), 0)
    player.may_act.set()
    command = results.get(timeout=LONG)
    assert isinstance(command, PlayMove)
    assert command.seat is Seat.TWO


def test_a_snapshot_does_not_change() -> None:
    session = do(begin(FIVE, OpeningRule.SWAP), Point(7, 7), Point(7, 8), Point(7, 9))
    copied = snapshot(session.state)
    task, moves, steps = copied.task, copied.board.moves, list(copied.steps)
    do(session, Choice.BLACK, Point(0, 0))
    assert (copied.task, copied.board.moves, copied.steps) == (task, moves, steps)
    assert copied.task != session.state.task
    assert copied.opening.black is None


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
def test_no_move_takes_more_than_a_quarter_of_the_time_left(
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
def test_a_whole_game_can_be_played_with_a_few_seconds(clock: TimeControl) -> None:
    session = begin(Rules(15, 15, 5), clock=clock)
    now = 0
    for row, col in product(range(0, 10, 2), range(14)):
        seconds = move_limits(session.state, now).seconds
        assert seconds is not None
        now += round(1000 * seconds) + 10
        assert session.state.actor is not None
        point = Point(row + (col // 2) % 2, col)
        assert isinstance(session.handle(PlayMove(session.state.actor, point), now)[0], MovePlayed)


def test_increments_are_used() -> None:
    bare, rich = (
        move_limits(state_with(TimeControl(game=20_000, increment=more)), 0) for more in (0, 2_000)
    )
    assert bare.soft is not None
    assert rich.soft is not None
    assert rich.soft > 1.5 * bare.soft


def test_move_time_and_game_time_are_separate() -> None:
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
def test_an_untimed_game_has_no_time_left(left: object) -> None:
    assert callable(left)
    assert left(state_with(TimeControl()).clocks, Seat.ONE, 5) is None
