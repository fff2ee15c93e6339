from __future__ import annotations

import math

import pytest
from hypothesis import given
from kit.seats import (
    AnsweringSeat,
    DeafSeat,
    FailingSeat,
    RandomSeat,
    ScriptedSeat,
    SlowSeat,
    VandalSeat,
)
from kit.strategies import SEEDS, crowded_rules, modest

from tengen.arena.game import MATCH_TERMINATIONS, Clock, EngineGame, describe_error, play_game
from tengen.errors import (
    EngineBrokeProtocol,
    EngineError,
    EngineMovedIllegally,
    EngineRefusedGame,
    EngineTimedOut,
    RuleError,
)
from tengen.rules.board import Board
from tengen.rules.notation import parse_moves
from tengen.rules.outcome import Termination
from tengen.rules.point import Point
from tengen.rules.rules import RENJU, TIC_TAC_TOE, Player, Rules, WinRule


class Unprintable(Exception):
    def __str__(self) -> str:
        raise ValueError


def scripted(moves: str, rules: Rules = TIC_TAC_TOE) -> ScriptedSeat:
    return ScriptedSeat(parse_moves(moves, rules))


def test_a_line_wins_and_every_move_is_timed() -> None:
    record = play_game(scripted("a1b1c1"), scripted("a2b2"), TIC_TAC_TOE, ())
    assert (record.winner, record.cause, record.detail) == (Player.FIRST, Termination.LINE, "")
    assert [len(record.seconds[player]) for player in Player] == [3, 2]
    assert all(took >= 0 for times in record.seconds.values() for took in times)


def test_the_engines_take_over_after_the_opening() -> None:
    opening = tuple(parse_moves("a1a2b1", TIC_TAC_TOE))
    record = play_game(scripted("b3"), scripted("b2c2"), TIC_TAC_TOE, opening)
    assert record.board.moves[:3] == opening
    assert (record.winner, record.cause) == (Player.SECOND, Termination.LINE)
    assert [len(record.seconds[player]) for player in Player] == [1, 2]


def test_a_full_board_is_a_draw() -> None:
    record = play_game(scripted("b2c3a2b1c1"), scripted("a1b3c2a3"), TIC_TAC_TOE, ())
    assert (record.winner, record.cause) == (None, Termination.FULL_BOARD)
    assert len(record.board.moves) == 9


@modest
@given(crowded_rules(), SEEDS)
def test_random_play_always_ends_as_the_board_says(rules: Rules, seed: int) -> None:
    record = play_game(RandomSeat(seed), RandomSeat(seed + 1), rules, ())
    outcome = record.board.outcome
    assert outcome.ending is not None
    assert (record.winner, record.cause.value) == (outcome.winner, outcome.ending.value)


@pytest.mark.parametrize(
    "answer, detail",
    [
        (Point(0, 0), "0,0 is taken"),
        (Point(3, 0), "3,0 is not on the board"),
        (Point(-1, -1), "-1,-1 is not on the board"),
        (None, "a NoneType is not a point"),
        ("b2", "a str is not a point"),
        (Point(1.5, 1), "a Point is not a point"),  # type: ignore[arg-type]
    ],
)
def test_an_illegal_move_loses(answer: object, detail: str) -> None:
    record = play_game(ScriptedSeat(), AnsweringSeat(answer), TIC_TAC_TOE, ())
    assert (record.winner, record.cause) == (Player.FIRST, Termination.ILLEGAL_MOVE)
    assert record.detail == detail
    assert len(record.board.moves) == 1


def test_a_forbidden_point_loses() -> None:
    black, white = scripted("d8e8f8h8i8g8", RENJU), scripted("a1c1e1g1i1", RENJU)
    record = play_game(black, white, RENJU, ())
    assert (record.winner, record.cause) == (Player.SECOND, Termination.ILLEGAL_MOVE)
    assert "makes six or more in a row" in record.detail


@pytest.mark.parametrize(
    "error",
    [EngineError("x", "left"), ZeroDivisionError(), Unprintable(), SystemExit(3), MemoryError()],
    ids=lambda error: type(error).__name__,
)
def test_an_engine_that_raises_an_exception_loses(error: BaseException) -> None:
    record = play_game(FailingSeat(error, after=1), ScriptedSeat(), TIC_TAC_TOE, ())
    assert (record.winner, record.cause) == (Player.SECOND, Termination.ENGINE_ERROR)
    assert record.detail.startswith(type(error).__name__)
    assert len(record.board.moves) == 2


def test_ctrl_c_is_not_a_loss() -> None:
    with pytest.raises(KeyboardInterrupt):
        play_game(FailingSeat(KeyboardInterrupt()), ScriptedSeat(), TIC_TAC_TOE, ())


@pytest.mark.parametrize("player", Player)
def test_an_engine_that_fails_at_the_start_loses_without_a_move(player: Player) -> None:
    seats = {player: DeafSeat(), player.other: ScriptedSeat()}
    record = play_game(seats[Player.FIRST], seats[Player.SECOND], TIC_TAC_TOE, ())
    assert (record.winner, record.cause) == (player.other, Termination.ENGINE_ERROR)
    assert record.board.moves == ()


def test_an_engine_cannot_change_the_board_of_the_game() -> None:
    record = play_game(VandalSeat(), VandalSeat(), Rules(4, 4, 3, WinRule.STANDARD), ())
    plain = play_game(ScriptedSeat(), ScriptedSeat(), Rules(4, 4, 3, WinRule.STANDARD), ())
    assert record.board.moves == plain.board.moves
    assert record.cause is plain.cause


def test_a_late_answer_loses_even_if_it_would_win() -> None:
    moves = parse_moves("a1b1c1", TIC_TAC_TOE)
    late = play_game(SlowSeat(0.02, moves), scripted("a2b2"), TIC_TAC_TOE, (), Clock(0.001, 0.001))
    assert (late.winner, late.cause) == (Player.SECOND, Termination.TIME)
    assert late.detail.startswith("the move took ")
    taken = play_game(SlowSeat(0.02, moves), scripted("a2b2"), TIC_TAC_TOE, (), Clock(0.001, 60))
    assert (taken.winner, taken.cause) == (Player.FIRST, Termination.LINE)


def test_an_engine_that_reports_a_timeout_loses_by_time() -> None:
    seat = FailingSeat(EngineTimedOut("x", "did not answer"))
    record = play_game(seat, ScriptedSeat(), TIC_TAC_TOE, ())
    assert (record.winner, record.cause) == (Player.SECOND, Termination.TIME)


def test_invalid_answers_until_the_time_is_up_are_an_engine_error() -> None:
    nonsense = EngineBrokeProtocol("x", "gave no answer that makes sense", ("tralala",))
    record = play_game(FailingSeat(nonsense), ScriptedSeat(), TIC_TAC_TOE, (), Clock(0, 0))
    assert (record.winner, record.cause) == (Player.SECOND, Termination.ENGINE_ERROR)
    assert "tralala" in record.detail


def test_an_engine_that_does_not_support_the_rules_ends_the_game() -> None:
    class Refusing(ScriptedSeat):
        def new_game(self, rules: Rules) -> None:
            raise EngineRefusedGame("x", f"answered ERROR '{rules}'")

    for seat in (Refusing(), FailingSeat(EngineRefusedGame("x", "answered ERROR 'rule 4'"))):
        with pytest.raises(EngineRefusedGame, match="answered ERROR"):
            play_game(ScriptedSeat(), seat, TIC_TAC_TOE, ())


def test_an_engine_that_reports_an_illegal_move_loses_by_it() -> None:
    seat = FailingSeat(EngineMovedIllegally("x", "made an illegal move: 7,7 is taken"))
    record = play_game(seat, ScriptedSeat(), TIC_TAC_TOE, ())
    assert (record.winner, record.cause) == (Player.SECOND, Termination.ILLEGAL_MOVE)
    assert "7,7 is taken" in record.detail


@pytest.mark.parametrize("cause", sorted(set(Termination) - MATCH_TERMINATIONS, key=str))
def test_a_game_of_engines_cannot_end_like_a_game_of_people(cause: Termination) -> None:
    with pytest.raises(RuleError, match=f"a game of two engines cannot end by '{cause.value}'$"):
        EngineGame(Board(TIC_TAC_TOE), None, cause, "", {})


def test_a_clock_without_a_limit_is_never_late() -> None:
    assert not Clock().is_late(1e9)
    assert Clock(turn=1, slack=0.5).is_late(1.6)
    assert not Clock(turn=1, slack=0.5).is_late(1.5)
    assert not Clock(turn=1, slack=math.inf).is_late(1e9)


def test_a_detail_is_one_printable_line() -> None:
    assert describe_error(ValueError("one\ntwo\t\u2603")) == "ValueError: 'one\\ntwo\\t\\u2603'"
    assert describe_error(ValueError()) == "ValueError"
