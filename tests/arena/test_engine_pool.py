from __future__ import annotations

import threading
from dataclasses import replace

import pytest
from kit.seats import FailingSeat, ScriptedSeat, SeatMaker, SwappingSeat

from tengen.arena import engine_pool
from tengen.arena.engine_pool import MAX_IDLE, EnginePool, play_pair
from tengen.arena.executor import KEPT
from tengen.arena.formats import OpeningPair
from tengen.arena.game import GameConditions, PlayedOpening
from tengen.arena.pair_task import EngineMaker, PairTask
from tengen.errors import EngineError, EngineRefusedGame, EngineTerminated
from tengen.gomocup.faults import EngineFault
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import TIC_TAC_TOE, Player, Rules


def task(one: SeatMaker, two: SeatMaker, rules: Rules = TIC_TAC_TOE) -> PairTask:
    engines = (EngineMaker("one", one), EngineMaker("two", two))
    return PairTask(1, OpeningPair(0, 1, 0), engines, rules, (), GameConditions())


def test_engines_stay_for_the_next_pair_with_the_same_games() -> None:
    pool, one, two = EnginePool(), SeatMaker(), SeatMaker()
    for _ in range(3):
        pool.play_pair(task(one, two))
    assert [seat.games for seat in one.made + two.made] == [6, 6]
    pool.play_pair(task(one, two, Rules(4, 4, 3)))
    assert [seat.games for seat in one.made + two.made] == [6, 2, 6, 2]


def test_colours_are_swapped_in_the_second_game() -> None:
    result = EnginePool().play_pair(task(SeatMaker(), SeatMaker(FailingSeat)))
    assert [game.winner for game in result.games] == [Player.FIRST, Player.SECOND]
    assert result.halves == 4


def test_each_engine_begins_an_opening_once_and_the_loser_after_a_swap_is_closed() -> None:
    class Failing(SwappingSeat, FailingSeat):
        """Swaps, and then fails at its first move."""

    one, two = SeatMaker(SwappingSeat), SeatMaker(Failing)
    ruled = replace(task(one, two, Rules(7, 7, 5)), opening_rule="swap2")
    result = EnginePool().play_pair(ruled)
    swapped = PlayedOpening("swap2", is_swapped=True)
    assert [game.opening for game in result.games] == [swapped] * 2
    assert [seats for _, seats in result.seats()] == [
        {Player.SECOND: 0, Player.FIRST: 1},
        {Player.SECOND: 1, Player.FIRST: 0},
    ]
    assert (result.halves, one.closed, two.closed) == (4, [0], [1, 1])


def test_an_engine_can_play_against_a_copy_of_itself() -> None:
    pool, one = EnginePool(), SeatMaker()
    maker = EngineMaker("one", one)
    both = PairTask(1, OpeningPair(0, 1, 0), (maker, maker), TIC_TAC_TOE, (), GameConditions())
    pool.play_pair(both)
    assert [seat.games for seat in one.made] == [2, 2]


def test_an_engine_that_failed_is_closed_and_made_anew() -> None:
    pool, one, two = EnginePool(), SeatMaker(), SeatMaker(lambda: FailingSeat(after=3))
    faults = [game.fault for _ in range(2) for game in pool.play_pair(task(one, two)).games]
    assert EngineFault.CRASH in faults
    pool.close()
    assert set(two.closed) == set(one.closed) == {1}
    assert (len(one.made), len(two.made) > 1) == (1, True)


def test_an_engine_that_cannot_be_made_for_its_first_game_ends_the_task() -> None:
    def fail() -> ScriptedSeat:
        raise EngineTerminated("two", "could not be started")

    pool, one = EnginePool(), SeatMaker()
    with pytest.raises(EngineError, match="could not be started"):
        pool.play_pair(task(one, SeatMaker(fail)))
    assert one.closed == [1]


def test_an_engine_that_cannot_be_made_again_loses() -> None:
    makers = iter([FailingSeat])

    def make() -> ScriptedSeat:
        for seat in makers:
            return seat()
        raise EngineTerminated("two", "could not be started")

    one, two = EnginePool().play_pair(task(SeatMaker(), SeatMaker(make))).games
    assert (one.winner, two.winner) == (Player.FIRST, Player.SECOND)
    assert "resigned" in one.detail
    assert "could not be started" in two.detail


def test_an_engine_that_refuses_the_rules_loses() -> None:
    def make() -> ScriptedSeat:
        raise EngineRefusedGame("two", "does not know the rule")

    games = EnginePool().play_pair(task(SeatMaker(), SeatMaker(make))).games
    assert [game.fault for game in games] == [EngineFault.REFUSAL] * 2
    assert [game.winner for game in games] == [Player.FIRST, Player.SECOND]


def test_only_a_few_idle_engines_are_kept() -> None:
    pool, makers = EnginePool(), [SeatMaker() for _ in range(MAX_IDLE + 2)]
    for one, two in zip(makers[::2], makers[1::2], strict=True):
        pool.play_pair(task(one, two))
    assert [maker.closed for maker in makers] == [[1], [1]] + [[0]] * MAX_IDLE
    pool.close()
    assert {tuple(maker.closed) for maker in makers} == {(1,)}


def test_a_stopped_pool_closes_engines_that_are_playing_and_plays_no_more() -> None:
    begun, closed = threading.Event(), threading.Event()

    class Waiting(ScriptedSeat):
        def choose(self, board: Board, *, time_left: int | None = None) -> Point:
            begun.set()
            closed.wait(60)
            return super().choose(board, time_left=time_left)

        def close(self) -> None:
            closed.set()
            super().close()

    pool, errors = EnginePool(), list[Exception]()

    def play() -> None:
        try:
            pool.play_pair(task(SeatMaker(Waiting), SeatMaker()))
        except EngineTerminated as error:
            errors.append(error)

    thread = threading.Thread(target=play)
    thread.start()
    begun.wait(60)
    pool.stop()
    thread.join(60)
    assert [str(error) for error in errors] == ["engine 'two' was stopped"]


def test_the_engines_of_a_process_are_closed_when_it_needs_them_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(engine_pool, "_POOL", EnginePool())
    one, two = SeatMaker(), SeatMaker()
    for _ in range(2):
        play_pair(task(one, two))
        KEPT.close_now()
    assert one.closed == two.closed == [1, 1]
