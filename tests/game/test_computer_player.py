"""The computer as a player: its time, and how it is stopped."""

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
from tengen.game.clock import TimeControl
from tengen.game.commands import Command, PlayMove, Resign
from tengen.game.computer_player import ComputerPlayer
from tengen.game.opening_rules import OpeningRule
from tengen.game.session import Session
from tengen.game.tasks import Seat
from tengen.rules.board import Board
from tengen.rules.notation import parse_moves
from tengen.rules.point import Point
from tengen.rules.rules import Rules, WinRule

FIVE = Rules(15, 15, 5)
LONG = 60
"""Timeout in seconds, reached only if a test fails."""

Patch = pytest.MonkeyPatch


@pytest.fixture
def searching(monkeypatch: Patch) -> threading.Event:
    """Let level ten think for an hour; the event is set once it thinks."""
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
    """Return a game without a quick win."""
    return do(begin(FIVE), *[Point(7, 7), Point(6, 7), Point(8, 9)])


def act_in_thread(
    player: ComputerPlayer, session: Session
) -> tuple[threading.Thread, list[Command]]:
    answers: list[Command] = []
    thread = threading.Thread(
        target=lambda: answers.append(player.act(session.state, 0)), daemon=True
    )
    thread.start()
    return thread, answers


def test_closing_during_an_act_does_not_cancel_the_next_act(monkeypatch: Patch) -> None:
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


def test_acts_do_not_overlap(monkeypatch: Patch) -> None:
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
    acts = [act_in_thread(player, session) for _ in range(2)]
    for thread, _ in acts:
        thread.join(LONG)
    assert [len(answers) for _, answers in acts] == [1, 1]


@pytest.mark.usefixtures("searching")
def test_a_player_that_is_cancelled_in_advance_answers_at_once() -> None:
    cancel = CancelToken()
    cancel.cancel()
    player = ComputerPlayer(10)
    session = quiet()
    for _ in range(2):
        assert session.handle(player.act(session.state, 0, cancel), 0)


def test_a_player_that_is_closed_while_thinking_answers(
    searching: threading.Event,
) -> None:
    player, session = ComputerPlayer(10), quiet()
    for _ in range(2):
        searching.clear()
        thread, answers = act_in_thread(player, session)
        assert searching.wait(LONG)
        player.close()
        thread.join(LONG)
        assert isinstance(answers[0], PlayMove)


@pytest.mark.parametrize("opening", [OpeningRule.SWAP2, OpeningRule.SOOSYRV, OpeningRule.TARAGUCHI])
def test_decisions_in_openings_can_be_stopped(
    searching: threading.Event, opening: OpeningRule
) -> None:
    session = begin(Rules(11, 11, 5, WinRule.RENJU), opening)
    player = ComputerPlayer(10)
    if opening is not OpeningRule.SWAP2:
        do(session, Point(5, 5))
    thread, answers = act_in_thread(player, session)
    assert searching.wait(LONG)
    player.close()
    thread.join(LONG)
    assert session.handle(answers[0], 0)


def test_closing_an_idle_player_does_not_stop_the_next_act(searching: threading.Event) -> None:
    player, session = ComputerPlayer(10), quiet()
    player.close()
    player.close()
    thread, answers = act_in_thread(player, session)
    assert searching.wait(LONG)
    assert answers == []
    player.close()
    thread.join(LONG)
    assert len(answers) == 1


def test_the_time_on_the_clock_limits_the_search(monkeypatch: Patch) -> None:
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


def test_acting_in_a_finished_game_is_an_error() -> None:
    session = quiet()
    session.handle(Resign(Seat.ONE), 0)
    with pytest.raises(SessionError, match="the game is over"):
        ComputerPlayer(3).act(session.state, 0)


def test_there_are_ten_levels() -> None:
    with pytest.raises(RuleError, match="no level 11"):
        ComputerPlayer(11)
    assert ComputerPlayer(4).name == "Computer 4"


def test_a_player_can_prepare_for_any_game() -> None:
    for rules in (Rules(1, 1, 1), Rules(3, 3, 3), FIVE):
        ComputerPlayer(1).prepare(rules)


@pytest.mark.parametrize("level, wins_in", [(9, 0), (10, 1)])
def test_the_strongest_level_announces_a_sure_win(level: int, wins_in: int) -> None:
    session = begin(FIVE)
    do(session, *parse_moves("h8 h9 g9 a1 i7 a2", FIVE))
    command = ComputerPlayer(level, 1).act(session.state, 0)
    assert isinstance(command, PlayMove)
    assert command.wins_in == wins_in


@pytest.mark.parametrize("seed", range(5))
def test_the_strongest_level_always_begins_with_the_move_of_the_theorem(seed: int) -> None:
    command = ComputerPlayer(10, seed).act(begin(FIVE).state, 0)
    assert isinstance(command, PlayMove)
    assert command.point == Point(7, 7)
