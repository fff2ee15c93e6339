from __future__ import annotations

import threading
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.seats import FailingSeat, RandomSeat, ScriptedSeat, SlowSeat
from kit.strategies import modest

from tengen.arena.elo import Sample
from tengen.arena.game import Clock, EngineGame
from tengen.arena.match import EngineFactory, MatchGame, Tally, play_match
from tengen.arena.schedule import NO_OPENING, ScheduledGame, Side, make_schedule
from tengen.errors import EngineError, EngineTerminated
from tengen.rules.notation import parse_game
from tengen.rules.outcome import Termination
from tengen.rules.rules import TIC_TAC_TOE, Player, Rules


class Workshop:
    """Makes engines and remembers them."""

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


def test_each_table_has_its_own_engines() -> None:
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


def test_an_engine_that_failed_is_closed_and_restarted() -> None:
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


def test_a_stopped_match_closes_its_engines() -> None:
    one, two = Workshop(lambda: RandomSeat(1)), Workshop(lambda: SlowSeat(0.005))
    makers, threads = {Side.ONE: one, Side.TWO: two}, threading.active_count()
    with closing(play_match(makers, TIC_TAC_TOE, Clock(), plan(1000), tables=2)) as games:
        first = next(games)
    assert first.planned.number <= 2
    assert [seat.closed for seat in one.made + two.made] == [1, 1, 1, 1]
    assert threading.active_count() == threads


def test_an_engine_that_cannot_be_closed_is_ignored() -> None:
    class Stuck(ScriptedSeat):
        def close(self) -> None:
            raise EngineError(self.name, "hangs")

    games = play_match(dict.fromkeys(Side, Stuck), TIC_TAC_TOE, Clock(), plan(2))
    assert len(list(games)) == 2


def test_a_match_without_games_starts_no_engine() -> None:
    workshop = Workshop()
    assert list(play_match(dict.fromkeys(Side, workshop), TIC_TAC_TOE, Clock(), [])) == []
    assert workshop.made == []


WINNERS = st.lists(st.sampled_from([Player.FIRST, Player.SECOND, None]), max_size=30)


def played(
    number: int,
    winner: Player | None,
    cause: Termination = Termination.LINE,
    moves: str = "",
) -> MatchGame:
    planned = ScheduledGame(number, (number + 1) // 2, (), Side.ONE if number % 2 else Side.TWO)
    board = parse_game(f"{TIC_TAC_TOE} {moves}")
    seconds = {Player.FIRST: (0.25, 0.5), Player.SECOND: (1.0,)}
    return MatchGame(planned, EngineGame(board, winner, cause, "", seconds))


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


def test_seconds_follow_the_engine_not_the_colour() -> None:
    tally = tally_of(played(1, None), played(2, None))
    assert tally.seconds(Side.ONE) == [0.25, 0.5, 1.0]
    assert tally.seconds(Side.TWO) == [1.0, 0.25, 0.5]


def test_a_game_with_the_same_moves_is_repeated_even_if_it_is_turned() -> None:
    tally = tally_of(played(1, None, moves="a1b2"), played(2, None, moves="a1b2"))
    assert tally.repeated() == 0  # colours differ
    tally.add(played(3, None, moves="c3b2"))
    assert tally.repeated() == 1
    tally.add(played(5, None, moves="a1b1"))
    assert tally.repeated() == 1
