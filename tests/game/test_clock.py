from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.table import ONE, TWO, Table

from tengen.errors import ParseError, RuleError
from tengen.game.clock import (
    MonotonicClock,
    TimeControl,
    describe_time_control,
    format_time_control,
    parse_time_control,
)
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
from tengen.game.setup import Setup
from tengen.rules.outcome import Termination
from tengen.rules.point import Point
from tengen.rules.rules import Player

MOVE = TimeControl(move=1000)
GAME = TimeControl(game=1000)
FISCHER = TimeControl(game=1000, increment=100)


def lefts(table: Table) -> list[int | None]:
    return [table.left(ONE), table.left(TWO)]


def test_an_untimed_game_has_no_deadline() -> None:
    table = Table()
    table.play("h8 i9", after=10**9)
    assert lefts(table) == [None, None]
    assert table.state.clocks.deadline() is None


def test_the_time_for_a_move_starts_again_with_every_move() -> None:
    table = Table(clock=MOVE)
    table.play("h8 i9", after=900)
    assert lefts(table) == [1000, 1000]
    table.now += 400
    assert lefts(table) == [600, 1000]
    assert table.state.clocks.deadline() == 2800


def test_the_time_for_the_game_runs_down() -> None:
    table = Table(clock=GAME)
    table.play("h8 i9 h9 i10", after=300)
    assert lefts(table) == [400, 400]
    assert table.state.clocks.deadline() == 1600


def test_the_times_for_the_move_and_the_game_are_shown_separately() -> None:
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


def test_no_time_is_left_from_the_deadline_on() -> None:
    table = Table(clock=MOVE)
    table.now = 999
    assert table.left(ONE) == 1
    table.now = 1000
    assert table.left(ONE) == 0
    table.now = 5000
    assert table.left(ONE) == 0


def test_the_shorter_of_move_time_and_game_time_counts() -> None:
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
def test_after_the_deadline_every_command_ends_the_game_at_the_deadline(late: int) -> None:
    for command in (PlayMove(ONE, Table().point("h8")), Resign(TWO), Pause(ONE), OfferDraw(TWO)):
        table = Table(clock=GAME)
        table.play("a1", after=0)
        ended = GameEnded(1000, GameResult(ONE, Termination.TIME))
        assert table.do(command, after=1000 + late) == (ended,)
        assert len(table.state.board.moves) == 1


@pytest.mark.parametrize("clock", [MOVE, GAME, FISCHER])
def test_a_game_without_a_move_is_aborted_when_time_is_up(clock: TimeControl) -> None:
    table = Table(clock=clock)
    ended = GameEnded(1000, GameResult(None, Termination.ABORTED))
    assert table.do(LookAtClock(ONE), after=7000) == (ended,)
    assert table.says == "The game was aborted: no move was made in time"
    assert lefts(table) == [0, 1000]


def test_stones_of_the_setup_do_not_count_as_moves() -> None:
    session = Session.start(Setup(clock=GAME, moves=(Point(7, 7), Point(8, 8))), 0)
    session.handle(LookAtClock(ONE), 1000)
    assert session.state.result == GameResult(None, Termination.ABORTED)


def test_a_finished_game_shows_the_time_left_for_the_last_move() -> None:
    resigned, won = (Table(clock=MOVE) for _ in range(2))
    resigned.play("h8")
    resigned.do(Resign(TWO), after=400)
    assert lefts(resigned) == [1000, 600]
    won.play("h8 a1 h9 a2 h10 a3 h11 a4 h12", after=300)
    assert lefts(won) == [700, 1000]


def test_the_time_for_a_move_starts_again_when_the_end_is_taken_back() -> None:
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


def test_in_swap2_the_clock_of_the_seat_that_must_act_runs() -> None:
    table = Table(OpeningRule.SWAP2, clock=TimeControl(game=10_000))
    table.play("h8 h9 a1", after=1000)
    table.answer("add two", after=100)
    table.play("i8 b7", after=200)
    assert lefts(table) == [7000, 9500]
    table.answer("white", after=30)
    assert lefts(table) == [6970, 9500]
    assert table.state.clocks.running is ONE


def test_in_soosyrv_the_clock_of_the_seat_that_must_act_runs() -> None:
    table = Table(OpeningRule.SOOSYRV, clock=TimeControl(game=100_000))
    table.play("h8 h9 h10", after=1)
    for answer in ("swap", "c3", "2", "swap"):
        table.answer(answer, after=10)
    assert lefts(table) == [
        100_000 - 23,
        100_000 - 20,
    ]  # seat one: three stones, a fourth, a number
    table.play("a1 a2", after=100)
    table.answer("a1", after=1000)
    assert lefts(table) == [100_000 - 223, 100_000 - 1020]


def test_every_step_of_an_opening_has_the_time_of_a_move() -> None:
    table = Table(OpeningRule.SWAP, clock=MOVE)
    table.play("h8 h9 a1", after=999)
    table.answer("white", after=999)
    assert table.state.result is None
    table.do(LookAtClock(ONE), after=1000)
    assert table.state.result == GameResult(ONE, Termination.TIME)


def test_time_can_run_out_in_an_opening() -> None:
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


def test_time_used_before_a_pause_counts_after_it() -> None:
    table = Table(clock=MOVE)
    table.play("h8")
    table.do(Pause(TWO), after=600)
    table.do(Resume(TWO), after=9000)
    assert table.left(TWO) == 400
    table.do(LookAtClock(TWO), after=400)
    assert table.state.result == GameResult(ONE, Termination.TIME)


def test_another_clock_after_a_pause_costs_no_time() -> None:
    table = Table(clock=GAME)
    table.play("h8", after=300)
    table.do(Pause(ONE), after=100)
    table.now = 7  # another process, another clock
    table.do(Resume(ONE))
    table.play("i9", after=100)
    assert lefts(table) == [700, 800]


def test_a_clock_that_runs_backwards_adds_no_time() -> None:
    table = Table(clock=GAME)
    table.play("h8", after=300)
    table.play("i9", after=-200)
    table.now = 400
    assert lefts(table) == [600, 1000]


def test_taking_back_does_not_restore_time() -> None:
    table = Table(clock=GAME)
    table.play("h8 i9", after=300)
    table.do(TakeBack(ONE), after=100)
    assert lefts(table) == [600, 700]
    table.do(Redo(ONE), after=50)
    assert lefts(table) == [550, 700]
    assert table.state.clocks.running is ONE


def test_the_time_for_a_move_starts_again_after_taking_back() -> None:
    table = Table(clock=MOVE)
    table.play("h8 i9", after=300)
    table.do(TakeBack(ONE), after=800)
    assert table.left(ONE) == 1000


def test_a_game_whose_time_is_used_up_cannot_be_continued() -> None:
    table = Table(clock=GAME)
    table.play("h8 i9", after=300)
    table.do(TakeBack(ONE))
    table.do(LookAtClock(ONE), after=5000)
    assert table.refused(Redo(TWO)) == "a clock has run out: the game cannot continue"
    table = Table(clock=GAME)
    table.play("h8 i9", after=300)
    table.do(LookAtClock(ONE), after=5000)
    assert table.refused(TakeBack(ONE)) == "a clock has run out: the game cannot continue"


def test_a_loss_on_move_time_can_be_taken_back() -> None:
    table = Table(clock=MOVE)
    table.play("h8 i9", after=300)
    table.do(LookAtClock(ONE), after=5000)
    table.do(TakeBack(ONE), after=5000)
    assert table.says == "Black to move"
    assert table.left(ONE) == 1000


def test_resuming_a_replayed_game_costs_no_time() -> None:
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


def test_a_replayed_game_that_is_not_resumed_is_lost_on_time() -> None:
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
def test_an_impossible_time_control_is_refused(
    move: int | None, game: int | None, increment: int, why: str
) -> None:
    with pytest.raises(RuleError, match=why):
        TimeControl(move, game, increment)


SECONDS = st.integers(1, 9999).map(lambda seconds: seconds * 1000)
CONTROLS = st.builds(TimeControl, st.none() | SECONDS) | st.builds(
    TimeControl,
    st.none() | SECONDS,
    st.integers(1, 999).map(lambda minutes: minutes * 60_000),
    st.integers(0, 999).map(lambda seconds: seconds * 1000),
)


@given(CONTROLS)
def test_a_clock_is_read_as_it_is_printed(clock: TimeControl) -> None:
    assert parse_time_control(format_time_control(clock)) == clock


@pytest.mark.parametrize(
    "text, clock",
    [
        (" 30s ", TimeControl(30_000)),
        ("30s, 5+3", TimeControl(30_000, 300_000, 3_000)),
        ("9999s 999+999", TimeControl(9_999_000, 59_940_000, 999_000)),
        ("007s", TimeControl(7_000)),
    ],
)
def test_a_clock_may_be_written_in_other_ways(text: str, clock: TimeControl) -> None:
    assert parse_time_control(text) == clock


@pytest.mark.parametrize("text", ["0s", "0+0", "0+5", "000s", "30s 0+5", "0s 5+3"])
def test_a_clock_without_time_is_refused(text: str) -> None:
    with pytest.raises(ParseError, match="has run out before the game begins"):
        parse_time_control(text)


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", ",", "5", "5+", "+5", "s", "30 s", "30s5+3", "30s,", "5+3 30s", "-5+3"),
        *("1.5+3", "10000s", "1000+0", "5+1000", "\u0663\u0660s", "\uff15+\uff13", "5+3\n5+3"),
        *("None", "none 5+3", "1e3s", "x" * 99),
    ],
)
def test_text_that_is_not_a_clock_is_refused_with_examples(text: str) -> None:
    with pytest.raises(ParseError, match=r"not a clock: .* as in 30s, .* as in 5\+3"):
        parse_time_control(text)


@given(st.text() | st.text("0123456789s+, none"))
def test_any_text_is_a_clock_or_a_parse_error(text: str) -> None:
    try:
        clock = parse_time_control(text)
    except ParseError:
        return
    assert parse_time_control(format_time_control(clock)) == clock


@pytest.mark.parametrize(
    "clock, words",
    [
        (TimeControl(), "no clock"),
        (TimeControl(30_000), "30 seconds a move"),
        (TimeControl(500), "0.5 seconds a move"),
        (TimeControl(game=60_000, increment=1_000), "1 min each and 1 second a move"),
        (TimeControl(game=300_000), "5 min each"),
        (
            TimeControl(10_000, 90_000, 3_000),
            "10 seconds a move, 1.5 min each and 3 seconds a move",
        ),
    ],
)
def test_a_clock_in_words(clock: TimeControl, words: str) -> None:
    assert describe_time_control(clock) == words


def test_the_clock_of_the_program_counts_milliseconds_since_1970() -> None:
    before = time.time_ns() // 1_000_000
    now = MonotonicClock().now()
    assert before - 2 <= now <= time.time_ns() // 1_000_000 + 2


def test_the_clock_of_the_program_ignores_changes_of_the_system_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = MonotonicClock()
    before = clock.now()
    monkeypatch.setattr(time, "time_ns", lambda: 0)
    assert before <= clock.now() < before + 60_000
