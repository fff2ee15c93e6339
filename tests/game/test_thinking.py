"""An act in a thread: what is told, and what is not told any more."""

from __future__ import annotations

import queue
import threading

import pytest
from kit.machines import begin, do

from tengen.engine.cancel_token import CancelToken
from tengen.errors import EngineError, SessionError, TengenError
from tengen.game.commands import Command, PlayMove, Resign, TakeBack
from tengen.game.computer_player import ComputerPlayer
from tengen.game.machine_player import Thinking, ThinkingResult, snapshot
from tengen.game.opening_rules import OpeningRule
from tengen.game.seat import Seat
from tengen.game.session import Session
from tengen.game.state import GameState
from tengen.game.tasks import Choice
from tengen.rules.point import Point
from tengen.rules.rules import Rules

FIVE = Rules(15, 15, 5)
LONG = 60
"""Seconds that are never waited for unless a test fails."""


class Slow(ComputerPlayer):
    """Acts when it is allowed to, and does not listen to who wants it to stop."""

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
    told: queue.Queue[ThinkingResult] = queue.Queue()
    return Thinking(player, session.state, 0, told.put), told


def wait_for(thinking: Thinking) -> None:
    """Wait until a thread is gone."""
    threads = [thread for thread in threading.enumerate() if thread.name == "Computer 1"]
    for thread in threads:
        thread.join(LONG)
    assert not thinking.is_busy


def test_what_the_player_does_is_told() -> None:
    session = begin(FIVE)
    _, told = think(ComputerPlayer(1, 1), session)
    command = told.get(timeout=LONG)
    assert isinstance(command, PlayMove)
    assert session.handle(command, 0)


@pytest.mark.parametrize("error", [EngineError("it", "is gone"), SessionError("no")])
def test_an_error_is_told(error: TengenError) -> None:
    player = Slow(error)
    player.may_act.set()
    _, told = think(player, begin(FIVE))
    assert told.get(timeout=LONG) is error


def test_even_a_mistake_of_ours_is_told() -> None:
    player = Slow(ZeroDivisionError("oh"))
    player.may_act.set()
    _, told = think(player, begin(FIVE))
    assert str(told.get(timeout=LONG)) == ("engine 'Computer 1' failed: ZeroDivisionError('oh')")


@pytest.mark.parametrize("error", [None, EngineError("it", "is gone")])
def test_after_a_cancel_nothing_is_told(error: EngineError | None) -> None:
    player = Slow(error)
    thinking, told = think(player, begin(FIVE))
    thinking.cancel()
    thinking.cancel()
    player.may_act.set()
    wait_for(thinking)
    assert told.empty()


def test_who_is_told_may_cancel() -> None:
    session, done = begin(FIVE), threading.Event()
    player = Slow()

    def tell(_outcome: ThinkingResult) -> None:
        thinking.cancel()
        done.set()

    thinking = Thinking(player, session.state, 0, tell)
    player.may_act.set()
    assert done.wait(LONG)


def test_to_close_the_player_is_not_to_cancel() -> None:
    player = Slow()
    _, told = think(player, begin(FIVE))
    player.close()
    player.may_act.set()
    assert isinstance(told.get(timeout=LONG), PlayMove)


def test_a_new_thought_may_begin_while_one_that_is_cancelled_ends() -> None:
    player, session = ComputerPlayer(1, 1), begin(FIVE)
    for _ in range(20):
        thinking, _ = think(player, session)
        thinking.cancel()
    _, told = think(player, session)
    assert isinstance(told.get(timeout=LONG), PlayMove)


def test_what_happens_meanwhile_does_not_matter() -> None:
    session = do(begin(FIVE), Point(7, 7))
    player = Slow()
    _, told = think(player, session)
    session.handle(TakeBack(Seat.ONE), 0)
    session.handle(Resign(Seat.ONE), 0)
    player.may_act.set()
    command = told.get(timeout=LONG)
    assert isinstance(command, PlayMove)
    assert command.seat is Seat.TWO


def test_a_picture_stays_as_it_is() -> None:
    session = do(begin(FIVE, OpeningRule.SWAP), Point(7, 7), Point(7, 8), Point(7, 9))
    still = snapshot(session.state)
    task, moves, steps = still.task, still.board.moves, list(still.steps)
    do(session, Choice.BLACK, Point(0, 0))
    assert (still.task, still.board.moves, still.steps) == (task, moves, steps)
    assert still.task != session.state.task
    assert still.opening.black is None
