from __future__ import annotations

import threading
from collections.abc import Generator
from contextlib import closing
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.seats import FailingSeat, RandomSeat, ScriptedSeat, SeatMaker, SlowSeat
from kit.strategies import modest

from tengen.arena.elo import Sample
from tengen.arena.game import EngineGame, EngineMove, PlayedOpening
from tengen.arena.match import (
    MatchGame,
    MatchSchedule,
    Tally,
    ThreadExecutor,
    match_games,
    play_match,
)
from tengen.arena.pair_task import EngineMaker, PairResult
from tengen.arena.schedule import ScheduledGame, Side
from tengen.errors import EngineError, EngineTerminated
from tengen.rules.notation import parse_game, parse_moves
from tengen.rules.outcome import Termination
from tengen.rules.rules import TIC_TAC_TOE, Player, Rules


def test_tasks_run_in_as_many_threads_as_wanted() -> None:
    executor = ThreadExecutor(2)
    barrier = threading.Barrier(2)
    futures = [executor.submit(barrier.wait, 60) for _ in range(executor.ahead)]
    assert {future.result() for future in futures} == {0, 1}
    executor.stop()


def test_a_stopped_executor_has_no_threads_and_takes_no_tasks() -> None:
    threads = threading.active_count()
    executor = ThreadExecutor(1)
    assert executor.submit(int, "7").result() == 7
    executor.stop()
    assert threading.active_count() == threads
    with pytest.raises(RuntimeError):
        executor.submit(int, "7")


Makers = tuple[SeatMaker, SeatMaker]


def play(makers: Makers, pairs: int, tables: int = 1) -> Generator[PairResult, None, None]:
    one, two = makers
    engines = (EngineMaker("one", one), EngineMaker("two", two))
    return play_match(engines, TIC_TAC_TOE, MatchSchedule(pairs, tables=tables))


def closed(makers: Makers) -> list[int]:
    return [count for maker in makers for count in maker.closed]


def test_all_games_are_played_and_every_engine_is_closed_once() -> None:
    makers = one, two = SeatMaker(), SeatMaker()
    results = list(play(makers, 3))
    assert [result.number for result in results] == [1, 2, 3]
    assert [(seat.games, seat.closed) for seat in one.made + two.made] == [(6, 1), (6, 1)]


def test_both_games_of_a_pair_begin_with_its_opening_and_swapped_colours() -> None:
    opening = tuple(parse_moves("b2 a1", TIC_TAC_TOE))
    makers = (EngineMaker("one", ScriptedSeat), EngineMaker("two", FailingSeat))
    (result,) = play_match(makers, TIC_TAC_TOE, MatchSchedule(1, [opening]))
    assert [game.board.moves[:2] for game in result.games] == [opening, opening]
    assert [game.winner for game in result.games] == [Player.FIRST, Player.SECOND]
    assert result.halves == 4


def test_each_table_has_its_own_engines() -> None:
    barrier = threading.Barrier(2)

    class Meeting(ScriptedSeat):
        def new_game(self, rules: Rules) -> None:
            if self.games == 0:
                barrier.wait(60)
            super().new_game(rules)

    makers = one, two = SeatMaker(Meeting), SeatMaker()
    results = list(play(makers, 6, tables=2))
    assert sorted(result.number for result in results) == list(range(1, 7))
    assert sum(seat.games for seat in one.made) == 12
    assert len(one.made) == len(two.made) == 2
    assert closed(makers) == [1, 1, 1, 1]


def test_an_engine_that_cannot_be_started_ends_the_match() -> None:
    def fail() -> ScriptedSeat:
        raise EngineTerminated("x", "could not be started")

    makers = SeatMaker(), SeatMaker(fail)
    with pytest.raises(EngineError, match="could not be started"):
        list(play(makers, 2))
    assert closed(makers) == [1]


def test_a_stopped_match_closes_its_engines() -> None:
    makers = SeatMaker(lambda: RandomSeat(1)), SeatMaker(lambda: SlowSeat(0.005))
    threads = threading.active_count()
    with closing(play(makers, 1000, tables=2)) as results:
        first = next(results)
    assert first.number <= 2
    assert set(closed(makers)) <= {1, 2}
    assert threading.active_count() == threads


def test_ctrl_c_in_an_engine_ends_the_match() -> None:
    makers = SeatMaker(), SeatMaker(lambda: FailingSeat(KeyboardInterrupt(), after=5))
    with pytest.raises(KeyboardInterrupt):
        list(play(makers, 5))


def test_a_match_without_games_starts_no_engine() -> None:
    makers = SeatMaker(), SeatMaker()
    assert list(play(makers, 0)) == []
    assert closed(makers) == []


def test_the_games_of_pairs_are_numbered_and_begun_in_turn() -> None:
    games = [game for result in play((SeatMaker(), SeatMaker()), 2) for game in match_games(result)]
    assert [game.planned.number for game in games] == [1, 2, 3, 4]
    assert [game.planned.pair for game in games] == [1, 1, 2, 2]
    assert [game.planned.first for game in games] == [Side.ONE, Side.TWO] * 2


def test_an_engine_that_swapped_is_the_first_player() -> None:
    (result,) = play((SeatMaker(), SeatMaker()), 1)
    swapped = PlayedOpening("swap", is_swapped=True)
    one, two = (replace(game, opening=swapped) for game in result.games)
    games = match_games(replace(result, games=(one, two)))
    assert [game.planned.first for game in games] == [Side.TWO, Side.ONE]


WINNERS = st.lists(st.sampled_from([Player.FIRST, Player.SECOND, None]), max_size=30)


def played(
    number: int,
    winner: Player | None,
    cause: Termination = Termination.LINE,
    moves: str = "",
) -> MatchGame:
    planned = ScheduledGame(number, (number + 1) // 2, (), Side.ONE if number % 2 else Side.TWO)
    board = parse_game(f"{TIC_TAC_TOE} {moves}")
    times = tuple(map(EngineMove, (250, 1000, 500)))
    return MatchGame(planned, EngineGame(board, 0, winner, cause, moves=times))


def tally_of(*games: MatchGame) -> Tally:
    tally = Tally()
    for game in games:
        tally.add(game)
    return tally


def test_results_are_counted_for_engine_one_with_either_colour() -> None:
    tally = tally_of(played(1, Player.FIRST), played(2, Player.FIRST), played(3, None))
    assert tally.games() == Sample((1, 1, 1))
    assert tally.wins(Side.ONE, Player.FIRST) == tally.wins(Side.TWO, Player.FIRST) == 1
    assert tally.wins(Side.ONE, Player.SECOND) == 0
    assert tally.draws() == 1


def test_a_pair_counts_when_both_games_have_ended_in_any_order() -> None:
    tally = tally_of(played(4, Player.SECOND), played(1, None), played(3, Player.FIRST))
    assert tally.pairs() == Sample((0, 0, 0, 0, 1))
    tally.add(played(2, Player.FIRST))
    assert tally.pairs() == Sample((0, 1, 0, 0, 1))


@modest
@given(WINNERS)
def test_finished_pairs_and_games_have_the_same_mean(winners: list[Player | None]) -> None:
    even = winners[: len(winners) // 2 * 2]
    tally = tally_of(*(played(number, winner) for number, winner in enumerate(even, start=1)))
    assert tally.pairs().size * 2 == tally.games().size
    assert abs(tally.pairs().mean - tally.games().mean) < 1e-12


@modest
@given(WINNERS)
def test_one_more_win_never_lowers_the_score(winners: list[Player | None]) -> None:
    tally = tally_of(*(played(number, winner) for number, winner in enumerate(winners, start=1)))
    before = tally.games().mean if winners else 0
    tally.add(played(99, Player.FIRST))
    assert tally.games().mean >= before


def test_failures_are_counted_by_engine_and_cause() -> None:
    tally = tally_of(played(1, Player.FIRST, Termination.TIME), played(2, Player.FIRST))
    tally.add(played(3, Player.SECOND, Termination.ENGINE_ERROR))
    assert tally.lost_by(Side.TWO, Termination.TIME) == 1
    assert tally.lost_by(Side.ONE, Termination.TIME) == 0
    assert tally.lost_by(Side.ONE, Termination.ENGINE_ERROR) == 1
    assert tally.lost_by(Side.ONE, Termination.LINE) == 1


def test_times_follow_the_engine_not_the_colour() -> None:
    tally = tally_of(played(1, None), played(2, None))
    assert tally.milliseconds(Side.ONE) == [250, 500, 1000]
    assert tally.milliseconds(Side.TWO) == [1000, 250, 500]


def test_the_time_of_a_move_is_its_cpu_time_if_that_was_measured() -> None:
    game = played(1, None)
    record = replace(game.record, moves=(EngineMove(250, 20.5), EngineMove(1000, 0.0)))
    tally = tally_of(replace(game, record=record))
    assert (tally.milliseconds(Side.ONE), tally.milliseconds(Side.TWO)) == ([20.5], [0.0])


def test_a_game_with_the_same_moves_is_repeated_even_if_it_is_turned() -> None:
    tally = tally_of(played(1, None, moves="a1b2"), played(2, None, moves="a1b2"))
    assert tally.repeated() == 0  # colours differ
    tally.add(played(3, None, moves="c3b2"))
    assert tally.repeated() == 1
    tally.add(played(5, None, moves="a1b1"))
    assert tally.repeated() == 1
