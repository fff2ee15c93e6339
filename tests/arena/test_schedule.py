from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.strategies import modest

from tengen.arena.schedule import OpeningMoves, Side, make_schedule
from tengen.rules.point import Point
from tengen.rules.rules import FIVE_IN_A_ROW, Player, Rules

OPENINGS: list[OpeningMoves] = [(Point(7, 7), Point(0, number)) for number in range(5)]


@modest
@given(st.integers(0, 60), st.integers(0, 99))
def test_every_opening_is_played_twice_in_a_row_with_colours_swapped(half: int, seed: int) -> None:
    plan = make_schedule(OPENINGS, FIVE_IN_A_ROW, 2 * half, seed)
    assert [game.number for game in plan] == list(range(1, 2 * half + 1))
    for odd, even in zip(plan[::2], plan[1::2], strict=True):
        assert odd.opening == even.opening
        assert odd.pair == even.pair == even.number // 2
        assert (odd.first, even.first) == (Side.ONE, Side.TWO)


def test_the_same_seed_gives_the_same_schedule_and_another_one_does_not() -> None:
    plan = make_schedule(OPENINGS, FIVE_IN_A_ROW, 20, seed=3)
    assert plan == make_schedule(OPENINGS, FIVE_IN_A_ROW, 20, seed=3)
    assert plan != make_schedule(OPENINGS, FIVE_IN_A_ROW, 20, seed=4)


def test_all_openings_come_once_before_one_comes_again() -> None:
    plan = make_schedule(OPENINGS, FIVE_IN_A_ROW, 10)
    assert {game.opening for game in plan} == set(OPENINGS)
    assert set(Counter(game.opening for game in plan).values()) == {2}


def test_an_opening_comes_again_turned_or_flipped() -> None:
    corner: OpeningMoves = (Point(0, 0), Point(0, 1))
    square = make_schedule([corner], Rules(9, 9, 5), 16)
    oblong = make_schedule([corner], Rules(9, 8, 5), 16)
    assert len({game.opening for game in square}) == 8
    assert len({game.opening for game in oblong}) == 4
    assert square[0].opening == oblong[0].opening == corner


def test_a_planned_game_knows_who_plays_as_whom() -> None:
    odd, even = make_schedule(OPENINGS, FIVE_IN_A_ROW, 2)
    assert odd.seat_of(Player.FIRST) is even.seat_of(Player.SECOND) is Side.ONE
    for game in (odd, even):
        assert all(game.seat_of(game.player_of(side)) is side for side in Side)


@pytest.mark.parametrize("games", [1, 99, -2])
def test_games_that_cannot_be_paired_are_refused(games: int) -> None:
    with pytest.raises(ValueError, match="cannot be played in pairs"):
        make_schedule(OPENINGS, FIVE_IN_A_ROW, games)


def test_a_schedule_needs_an_opening() -> None:
    with pytest.raises(ValueError, match="there is no opening"):
        make_schedule([], FIVE_IN_A_ROW, 2)
