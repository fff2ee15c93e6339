from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from kit.strategies import modest

from tengen.arena.elo import Sample
from tengen.arena.game import EngineGame
from tengen.arena.match import MatchGame, Tally
from tengen.arena.schedule import ScheduledGame, Side
from tengen.rules.notation import parse_game
from tengen.rules.outcome import Termination
from tengen.rules.rules import TIC_TAC_TOE, Player

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


def test_results_are_counted_for_engine_one_whatever_its_colour() -> None:
    tally = tally_of(played(1, Player.FIRST), played(2, Player.FIRST), played(3, None))
    assert tally.games() == Sample((1, 1, 1))
    assert tally.wins(Side.ONE, Player.FIRST) == tally.wins(Side.TWO, Player.FIRST) == 1
    assert tally.wins(Side.ONE, Player.SECOND) == 0
    assert tally.draws() == 1


def test_a_pair_counts_once_both_games_have_ended_in_any_order() -> None:
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


def test_a_game_with_the_moves_of_another_is_repeated_even_if_it_is_turned() -> None:
    tally = tally_of(played(1, None, moves="a1b2"), played(2, None, moves="a1b2"))
    assert tally.repeated() == 0  # colours differ
    tally.add(played(3, None, moves="c3b2"))
    assert tally.repeated() == 1
    tally.add(played(5, None, moves="a1b1"))
    assert tally.repeated() == 1
