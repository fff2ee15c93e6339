from __future__ import annotations

import threading
from contextlib import closing

import pytest
from kit.seats import FailingSeat, RandomSeat, ScriptedSeat, SlowSeat

from tengen.arena.game import Clock
from tengen.arena.match import EngineFactory, play_match
from tengen.arena.schedule import NO_OPENING, ScheduledGame, Side, make_schedule
from tengen.errors import EngineError, EngineTerminated
from tengen.rules.outcome import Termination
from tengen.rules.rules import TIC_TAC_TOE, Rules


class Workshop:
    """Makes seats and remembers them."""

    def __init__(self, maker: EngineFactory | None = None) -> None:
        self.made: list[ScriptedSeat] = []
        self._maker = maker or ScriptedSeat

    def __call__(self) -> ScriptedSeat:
        seat = self._maker()
        assert isinstance(seat, ScriptedSeat)
        self.made.append(seat)
        return seat


def plan(games: int) -> list[ScheduledGame]:
    return make_schedule([NO_OPENING], TIC_TAC_TOE, games)


def test_all_games_are_played_and_every_engine_is_closed_once() -> None:
    one, two = Workshop(), Workshop()
    games = list(play_match({Side.ONE: one, Side.TWO: two}, TIC_TAC_TOE, Clock(), plan(6)))
    assert [game.planned for game in games] == plan(6)
    assert [(seat.games, seat.closed) for seat in one.made + two.made] == [(6, 1), (6, 1)]


def test_two_games_at_once_need_engines_for_two_tables() -> None:
    barrier = threading.Barrier(2)

    class Meeting(ScriptedSeat):
        def new_game(self, rules: Rules) -> None:
            if self.games == 0:
                barrier.wait(60)
            super().new_game(rules)

    one, two = Workshop(Meeting), Workshop()
    makers = {Side.ONE: one, Side.TWO: two}
    games = list(play_match(makers, TIC_TAC_TOE, Clock(), plan(12), tables=2))
    assert sorted(game.planned.number for game in games) == list(range(1, 13))
    assert sum(seat.games for seat in one.made) == 12
    assert len(one.made) == len(two.made) == 2
    assert [seat.closed for seat in one.made + two.made] == [1, 1, 1, 1]


def test_an_engine_that_failed_is_closed_and_started_again() -> None:
    one, two = Workshop(lambda: FailingSeat(after=4)), Workshop()
    games = list(play_match({Side.ONE: one, Side.TWO: two}, TIC_TAC_TOE, Clock(), plan(4)))
    failures = [game for game in games if game.record.cause is Termination.ENGINE_ERROR]
    assert failures
    assert all(game.winner is Side.TWO for game in failures)
    assert len(one.made) in {len(failures), len(failures) + 1}
    assert [seat.closed for seat in one.made] == [1] * len(one.made)
    assert len(two.made) == 1


def test_an_engine_that_cannot_be_started_ends_the_match() -> None:
    def fail() -> ScriptedSeat:
        raise EngineTerminated("x", "could not be started")

    one = Workshop()
    with pytest.raises(EngineError, match="could not be started"):
        list(play_match({Side.ONE: one, Side.TWO: fail}, TIC_TAC_TOE, Clock(), plan(4)))
    assert [seat.closed for seat in one.made] == [1]


def test_a_match_that_is_stopped_closes_its_engines() -> None:
    one, two = Workshop(lambda: RandomSeat(1)), Workshop(lambda: SlowSeat(0.005))
    makers, threads = {Side.ONE: one, Side.TWO: two}, threading.active_count()
    with closing(play_match(makers, TIC_TAC_TOE, Clock(), plan(1000), tables=2)) as games:
        first = next(games)
    assert first.planned.number <= 2
    assert [seat.closed for seat in one.made + two.made] == [1, 1, 1, 1]
    assert threading.active_count() == threads


def test_an_engine_that_cannot_be_closed_does_not_matter() -> None:
    class Stuck(ScriptedSeat):
        def close(self) -> None:
            raise EngineError(self.name, "hangs")

    games = play_match(dict.fromkeys(Side, Stuck), TIC_TAC_TOE, Clock(), plan(2))
    assert len(list(games)) == 2


def test_a_match_of_no_games_starts_no_engine() -> None:
    workshop = Workshop()
    assert list(play_match(dict.fromkeys(Side, workshop), TIC_TAC_TOE, Clock(), [])) == []
    assert workshop.made == []
