"""Our own engine as a player: its time, and how it is stopped."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest
from kit.machines import begin, do

from tengen.engine.analysis import Analysis, Limits
from tengen.engine.cancel_token import CancelToken
from tengen.engine.engine import Engine
from tengen.engine.levels import LEVELS, Opponent
from tengen.errors import RuleError, SessionError
from tengen.game.commands import Command, PlayMove, Resign
from tengen.game.computer_player import ComputerPlayer
from tengen.game.opening_rules import OpeningRule
from tengen.game.session import Session
from tengen.game.setup import TimeControl
from tengen.game.tasks import Seat
from tengen.rules.board import Board
from tengen.rules.notation import parse_moves
from tengen.rules.point import Point
from tengen.rules.rules import Rules, WinRule

FIVE = Rules(15, 15, 5)
LONG = 60
"""Seconds that are never waited for unless a test fails."""

Patch = pytest.MonkeyPatch


@pytest.fixture
def searching(monkeypatch: Patch) -> threading.Event:
    """Level ten thinks for an hour, and this is set once it does."""
    begun = threading.Event()
    analyse = Engine.analyse

    def noticed(
        engine: Engine,
        board: Board,
        limits: Limits,
        lines: int = 1,
        *,
        cancel: CancelToken | None = None,
    ) -> Iterator[Analysis]:
        for analysis in analyse(engine, board, limits, lines, cancel=cancel):
            begun.set()
            yield analysis

    monkeypatch.setattr(Engine, "analyse", noticed)
    monkeypatch.setitem(LEVELS, 10, replace(LEVELS[10], limits=Limits(3600)))
    monkeypatch.setattr("tengen.game.computer_player.OPENING_SECONDS", 3600)
    return begun


def quiet() -> Session:
    """A game in which there is something to think about."""
    return do(begin(FIVE), *[Point(7, 7), Point(6, 7), Point(8, 9)])


def act_aside(player: ComputerPlayer, session: Session) -> tuple[threading.Thread, list[Command]]:
    said: list[Command] = []
    thread = threading.Thread(target=lambda: said.append(player.act(session.state, 0)), daemon=True)
    thread.start()
    return thread, said


def test_a_close_in_the_last_moment_does_no_harm_to_the_next_act(monkeypatch: Patch) -> None:
    was_cancelled = list[bool]()

    def choose(_: Opponent, board: Board, _limits: Limits, cancel: CancelToken) -> Point:
        was_cancelled.append(cancel.is_cancelled)
        player.close()
        return board.legal_points()[0]

    monkeypatch.setattr(Opponent, "choose", choose)
    player = ComputerPlayer(3)
    for _ in range(2):
        player.act(quiet().state, 0)
    assert was_cancelled == [False, False]


def test_one_act_comes_after_the_other(monkeypatch: Patch) -> None:
    inside, overlap = list[int](), threading.Event()

    def choose(_: Opponent, board: Board, _limits: Limits, _cancel: CancelToken) -> Point:
        inside.append(1)
        if len(inside) > 1:
            overlap.set()
        assert not overlap.wait(0.05)
        inside.pop()
        return board.legal_points()[0]

    monkeypatch.setattr(Opponent, "choose", choose)
    player, session = ComputerPlayer(3), quiet()
    acts = [act_aside(player, session) for _ in range(2)]
    for thread, _ in acts:
        thread.join(LONG)
    assert [len(said) for _, said in acts] == [1, 1]


@pytest.mark.usefixtures("searching")
def test_who_is_cancelled_before_the_beginning_answers_at_once() -> None:
    cancel = CancelToken()
    cancel.cancel()
    player = ComputerPlayer(10)
    session = quiet()
    for _ in range(2):
        assert session.handle(player.act(session.state, 0, cancel), 0)


def test_who_is_closed_while_thinking_answers_with_what_there_is(
    searching: threading.Event,
) -> None:
    player, session = ComputerPlayer(10), quiet()
    for _ in range(2):
        searching.clear()
        thread, said = act_aside(player, session)
        assert searching.wait(LONG)
        player.close()
        thread.join(LONG)
        assert isinstance(said[0], PlayMove)


@pytest.mark.parametrize("opening", [OpeningRule.SWAP2, OpeningRule.SOOSYRV, OpeningRule.TARAGUCHI])
def test_decisions_in_openings_can_be_stopped(
    searching: threading.Event, opening: OpeningRule
) -> None:
    session = begin(Rules(11, 11, 5, WinRule.RENJU), opening)
    player = ComputerPlayer(10)
    if opening is not OpeningRule.SWAP2:
        do(session, Point(5, 5))
    thread, said = act_aside(player, session)
    assert searching.wait(LONG)
    player.close()
    thread.join(LONG)
    assert session.handle(said[0], 0)


def test_a_close_that_comes_too_late_does_no_harm(searching: threading.Event) -> None:
    player, session = ComputerPlayer(10), quiet()
    player.close()
    player.close()
    thread, said = act_aside(player, session)
    assert searching.wait(LONG)
    assert said == []
    player.close()
    thread.join(LONG)
    assert len(said) == 1


def test_the_time_on_the_clock_is_kept(monkeypatch: Patch) -> None:
    given: list[Limits | None] = []

    class Watched(Engine):
        def choose(self, board: Board, limits: Limits, _cancel: CancelToken | None = None) -> Point:
            given.append(limits)
            return board.legal_points()[0]

    monkeypatch.setattr("tengen.engine.levels.Engine", Watched)
    session = do(begin(FIVE, clock=TimeControl(game=3_000)), Point(7, 7), Point(6, 7), Point(8, 9))
    ComputerPlayer(10).act(session.state, 0)
    ComputerPlayer(10).act(quiet().state, 0)
    timed, untimed = given
    assert timed is not None
    assert timed.seconds is not None
    assert timed.seconds < 0.75
    assert timed.soft is not None
    assert timed.soft < 0.2
    assert untimed == LEVELS[10].limits


def test_when_the_game_is_over_there_is_nothing_to_do() -> None:
    session = quiet()
    session.handle(Resign(Seat.ONE), 0)
    with pytest.raises(SessionError, match="the game is over"):
        ComputerPlayer(3).act(session.state, 0)


def test_there_are_ten_levels() -> None:
    with pytest.raises(RuleError, match="no level 11"):
        ComputerPlayer(11)
    assert ComputerPlayer(4).name == "Computer 4"


def test_any_game_can_be_prepared_for() -> None:
    for rules in (Rules(1, 1, 1), Rules(3, 3, 3), FIVE):
        ComputerPlayer(1).prepare(rules)


@pytest.mark.parametrize("level, wins_in", [(9, 0), (10, 1)])
def test_the_strongest_computer_says_when_it_is_sure_to_win(level: int, wins_in: int) -> None:
    session = begin(FIVE)
    do(session, *parse_moves("h8 h9 g9 a1 i7 a2", FIVE))
    command = ComputerPlayer(level, 1).act(session.state, 0)
    assert isinstance(command, PlayMove)
    assert command.wins_in == wins_in


@pytest.mark.parametrize("seed", range(5))
def test_the_strongest_computer_begins_as_the_theorem_says_and_not_by_chance(seed: int) -> None:
    command = ComputerPlayer(10, seed).act(begin(FIVE).state, 0)
    assert isinstance(command, PlayMove)
    assert command.point == Point(7, 7)
