from __future__ import annotations

import pytest
from kit.table import ONE, TWO, Table

from tengen.errors import RuleError
from tengen.game.commands import (
    LookAtClock,
    OfferDraw,
    Pause,
    PlayMove,
    Redo,
    Resign,
    Resume,
    TakeBack,
)
from tengen.game.events import GameEnded, GameResult
from tengen.game.opening_rules import OpeningRule
from tengen.game.session import Session
from tengen.game.setup import Setup, TimeControl
from tengen.rules.outcome import Termination
from tengen.rules.point import Point
from tengen.rules.rules import Player

MOVE = TimeControl(move=1000)
GAME = TimeControl(game=1000)
FISCHER = TimeControl(game=1000, increment=100)


def lefts(table: Table) -> list[int | None]:
    return [table.left(ONE), table.left(TWO)]


def test_without_a_clock_time_does_not_matter() -> None:
    table = Table()
    table.play("h8 i9", after=10**9)
    assert lefts(table) == [None, None]
    assert table.state.clocks.deadline() is None


def test_a_time_for_the_move_is_new_for_every_move() -> None:
    table = Table(clock=MOVE)
    table.play("h8 i9", after=900)
    assert lefts(table) == [1000, 1000]
    table.now += 400
    assert lefts(table) == [600, 1000]
    assert table.state.clocks.deadline() == 2800


def test_a_time_for_the_game_runs_down() -> None:
    table = Table(clock=GAME)
    table.play("h8 i9 h9 i10", after=300)
    assert lefts(table) == [400, 400]
    assert table.state.clocks.deadline() == 1600


def test_both_times_of_a_clock_can_be_seen_while_it_runs() -> None:
    table = Table(clock=TimeControl(move=500, game=1000))
    table.play("h8 i9", after=100)
    table.now += 200
    clocks = table.state.clocks
    assert [clocks.move_left(seat, table.now) for seat in (ONE, TWO)] == [300, 500]
    assert [clocks.game_left(seat, table.now) for seat in (ONE, TWO)] == [700, 900]
    assert clocks.settled_at == 200
    table.do(Pause(ONE))
    table.now += 50
    assert (clocks.move_left(ONE, table.now), clocks.game_left(ONE, table.now)) == (300, 700)
    assert clocks.settled_at == 400


def test_nothing_is_left_from_the_deadline_on() -> None:
    table = Table(clock=MOVE)
    table.now = 999
    assert table.left(ONE) == 1
    table.now = 1000
    assert table.left(ONE) == 0
    table.now = 5000
    assert table.left(ONE) == 0


def test_with_both_the_shorter_one_counts() -> None:
    table = Table(clock=TimeControl(move=500, game=1000))
    table.play("h8 i9", after=400)
    assert lefts(table) == [500, 500]
    table.play("h9 i10", after=400)
    assert lefts(table) == [200, 200]


def test_a_move_adds_its_increment() -> None:
    table = Table(clock=FISCHER)
    table.play("h8", after=300)
    assert lefts(table) == [800, 1000]
    table.play("i9", after=50)
    assert lefts(table) == [800, 1050]


@pytest.mark.parametrize("clock", [MOVE, GAME, FISCHER])
def test_time_is_up_exactly_at_the_deadline(clock: TimeControl) -> None:
    table = Table(clock=clock)
    table.play("h8", after=0)
    assert table.do(LookAtClock(ONE), after=999) == ()
    ended = GameEnded(1000, GameResult(ONE, Termination.TIME))
    assert table.do(LookAtClock(TWO), after=1) == (ended,)
    assert table.says == "Black wins: White's time is up"
    assert table.left(TWO) == 0


@pytest.mark.parametrize("late", [0, 5000])
def test_whatever_is_asked_after_the_deadline_the_game_is_lost_at_the_deadline(late: int) -> None:
    for command in (PlayMove(ONE, Table().point("h8")), Resign(TWO), Pause(ONE), OfferDraw(TWO)):
        table = Table(clock=GAME)
        table.play("a1", after=0)
        ended = GameEnded(1000, GameResult(ONE, Termination.TIME))
        assert table.do(command, after=1000 + late) == (ended,)
        assert len(table.state.board.moves) == 1


@pytest.mark.parametrize("clock", [MOVE, GAME, FISCHER])
def test_a_game_without_a_move_is_broken_off_when_time_is_up(clock: TimeControl) -> None:
    table = Table(clock=clock)
    ended = GameEnded(1000, GameResult(None, Termination.ABORTED))
    assert table.do(LookAtClock(ONE), after=7000) == (ended,)
    assert table.says == "The game was broken off: no move was made in time"
    assert lefts(table) == [0, 1000]


def test_stones_that_lay_there_from_the_beginning_are_no_moves() -> None:
    session = Session.start(Setup(clock=GAME, moves=(Point(7, 7), Point(8, 8))), 0)
    session.handle(LookAtClock(ONE), 1000)
    assert session.state.result == GameResult(None, Termination.ABORTED)


def test_a_game_that_is_over_shows_what_was_left_for_the_last_move() -> None:
    resigned, won = (Table(clock=MOVE) for _ in range(2))
    resigned.play("h8")
    resigned.do(Resign(TWO), after=400)
    assert lefts(resigned) == [1000, 600]
    won.play("h8 a1 h9 a2 h10 a3 h11 a4 h12", after=300)
    assert lefts(won) == [700, 1000]


def test_a_move_s_time_is_new_when_the_end_is_taken_back() -> None:
    table = Table(clock=MOVE)
    table.play("h8 a1 h9 a2 h10 a3 h11 a4 h12", after=300)
    table.do(TakeBack(ONE), after=100)
    assert lefts(table) == [1000, 1000]


def test_nobody_loses_on_time_after_the_end() -> None:
    table = Table(clock=GAME)
    table.do(Resign(ONE), after=500)
    assert table.do(LookAtClock(ONE), after=5000) == ()
    assert table.state.result == GameResult(TWO, Termination.RESIGNED)
    assert lefts(table) == [500, 1000]


def test_a_clock_stays_with_its_seat_when_colours_are_swapped() -> None:
    table = Table(OpeningRule.SWAP, clock=TimeControl(game=10_000))
    table.play("h8 h9 a1", after=1000)
    table.answer("black", after=500)
    assert table.state.colour_of(TWO) is Player.FIRST
    assert table.state.clocks.running is ONE
    assert lefts(table) == [7000, 9500]
    table.play("b2", after=100)
    assert lefts(table) == [6900, 9500]


def test_in_swap2_whoever_is_asked_is_charged() -> None:
    table = Table(OpeningRule.SWAP2, clock=TimeControl(game=10_000))
    table.play("h8 h9 a1", after=1000)
    table.answer("add two", after=100)
    table.play("i8 b7", after=200)
    assert lefts(table) == [7000, 9500]
    table.answer("white", after=30)
    assert lefts(table) == [6970, 9500]
    assert table.state.clocks.running is ONE


def test_in_soosyrv_whoever_is_asked_is_charged() -> None:
    table = Table(OpeningRule.SOOSYRV, clock=TimeControl(game=100_000))
    table.play("h8 h9 h10", after=1)
    for answer in ("swap", "c3", "2", "swap"):
        table.answer(answer, after=10)
    assert lefts(table) == [100_000 - 23, 100_000 - 20]  # One: three stones, a fourth, a number
    table.play("a1 a2", after=100)
    table.answer("a1", after=1000)
    assert lefts(table) == [100_000 - 223, 100_000 - 1020]


def test_every_step_of_an_opening_has_a_move_s_time() -> None:
    table = Table(OpeningRule.SWAP, clock=MOVE)
    table.play("h8 h9 a1", after=999)
    table.answer("white", after=999)
    assert table.state.result is None
    table.do(LookAtClock(ONE), after=1000)
    assert table.state.result == GameResult(ONE, Termination.TIME)


def test_time_may_run_out_in_an_opening() -> None:
    table = Table(OpeningRule.SWAP, clock=GAME)
    table.play("h8 h9 a1", after=100)
    table.do(LookAtClock(ONE), after=1000)
    assert table.says == "Player 1 wins: Player 2's time is up"


def test_a_pause_stops_the_clocks() -> None:
    table = Table(clock=GAME)
    table.play("h8", after=300)
    table.do(Pause(ONE), after=200)
    assert table.state.clocks.deadline() is None
    table.now += 50_000
    assert lefts(table) == [700, 800]
    table.do(Resume(ONE))
    assert table.state.clocks.deadline() == table.now + 800
    table.play("i9", after=100)
    assert lefts(table) == [700, 700]


def test_what_a_move_has_used_before_a_pause_stays_used() -> None:
    table = Table(clock=MOVE)
    table.play("h8")
    table.do(Pause(TWO), after=600)
    table.do(Resume(TWO), after=9000)
    assert table.left(TWO) == 400
    table.do(LookAtClock(TWO), after=400)
    assert table.state.result == GameResult(ONE, Termination.TIME)


def test_a_clock_that_begins_anew_after_a_pause_charges_nobody() -> None:
    table = Table(clock=GAME)
    table.play("h8", after=300)
    table.do(Pause(ONE), after=100)
    table.now = 7  # another process, another clock
    table.do(Resume(ONE))
    table.play("i9", after=100)
    assert lefts(table) == [700, 800]


def test_a_clock_that_runs_backwards_gives_no_time() -> None:
    table = Table(clock=GAME)
    table.play("h8", after=300)
    table.play("i9", after=-200)
    table.now = 400
    assert lefts(table) == [600, 1000]


def test_taking_back_gives_no_time_back() -> None:
    table = Table(clock=GAME)
    table.play("h8 i9", after=300)
    table.do(TakeBack(ONE), after=100)
    assert lefts(table) == [600, 700]
    table.do(Redo(ONE), after=50)
    assert lefts(table) == [550, 700]
    assert table.state.clocks.running is ONE


def test_after_taking_back_a_move_s_time_begins_anew() -> None:
    table = Table(clock=MOVE)
    table.play("h8 i9", after=300)
    table.do(TakeBack(ONE), after=800)
    assert table.left(ONE) == 1000


def test_time_that_is_used_up_cannot_be_taken_back() -> None:
    table = Table(clock=GAME)
    table.play("h8 i9", after=300)
    table.do(TakeBack(ONE))
    table.do(LookAtClock(ONE), after=5000)
    assert table.refused(Redo(TWO)) == "a clock has run out: the game cannot go on"
    table = Table(clock=GAME)
    table.play("h8 i9", after=300)
    table.do(LookAtClock(ONE), after=5000)
    assert table.refused(TakeBack(ONE)) == "a clock has run out: the game cannot go on"


def test_a_move_that_was_too_late_can_be_taken_back() -> None:
    table = Table(clock=MOVE)
    table.play("h8 i9", after=300)
    table.do(LookAtClock(ONE), after=5000)
    table.do(TakeBack(ONE), after=5000)
    assert table.says == "Black to move"
    assert table.left(ONE) == 1000


def test_events_that_were_left_lying_charge_nobody_when_they_are_resumed() -> None:
    table = Table(clock=GAME)
    table.play("h8 i9", after=300)
    table.now += 10**9
    table.session = Session.replay(table.session.events)
    table.do(Resume(TWO))
    assert lefts(table) == [700, 700]
    table.play("h9", after=100)
    assert lefts(table) == [600, 700]


def test_a_game_that_is_not_paused_cannot_be_resumed_for_more_time() -> None:
    table = Table(clock=GAME)
    table.play("h8", after=300)
    table.now += 900
    assert table.refused(Resume(TWO)) == "the game is not paused"
    table.session = Session.replay(table.session.events)
    table.do(Resume(TWO))
    table.now += 900
    assert table.refused(Resume(TWO)) == "the game is not paused"


def test_a_game_that_was_left_lying_and_not_resumed_is_lost_on_time() -> None:
    table = Table(clock=GAME)
    table.play("h8", after=300)
    table.session = Session.replay(table.session.events)
    table.play("i9", after=10**9)
    assert table.state.result == GameResult(ONE, Termination.TIME)


@pytest.mark.parametrize(
    "move, game, increment, why",
    [
        (0, None, 0, "a clock of 0 ms"),
        (None, -5, 0, "a clock of -5 ms"),
        (None, 1000, -1, "only a time for the whole game"),
        (1000, None, 10, "only a time for the whole game"),
    ],
)
def test_a_clock_must_make_sense(
    move: int | None, game: int | None, increment: int, why: str
) -> None:
    with pytest.raises(RuleError, match=why):
        TimeControl(move, game, increment)
