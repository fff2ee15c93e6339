from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.strategies import modest

from tengen.arena.schedule import OpeningMoves, Openings, Side, make_schedule, read_openings
from tengen.rules.coordinates import RowOne
from tengen.rules.point import Point
from tengen.rules.rules import FIVE_IN_A_ROW, TIC_TAC_TOE, Player, Rules

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


def test_all_openings_are_used_before_one_is_repeated() -> None:
    plan = make_schedule(OPENINGS, FIVE_IN_A_ROW, 10)
    assert {game.opening for game in plan} == set(OPENINGS)
    assert set(Counter(game.opening for game in plan).values()) == {2}


def test_a_repeated_opening_is_turned_or_flipped() -> None:
    corner: OpeningMoves = (Point(0, 0), Point(0, 1))
    square = make_schedule([corner], Rules(9, 9, 5), 16)
    oblong = make_schedule([corner], Rules(9, 8, 5), 16)
    assert len({game.opening for game in square}) == 8
    assert len({game.opening for game in oblong}) == 4
    assert square[0].opening == oblong[0].opening == corner


def test_a_planned_game_knows_the_colours_of_the_engines() -> None:
    odd, even = make_schedule(OPENINGS, FIVE_IN_A_ROW, 2)
    assert odd.seat_of(Player.FIRST) is even.seat_of(Player.SECOND) is Side.ONE
    for game in (odd, even):
        assert all(game.seat_of(game.player_of(side)) is side for side in Side)


@pytest.mark.parametrize("games", [1, 99, -2])
def test_games_that_cannot_be_paired_are_refused(games: int) -> None:
    with pytest.raises(ValueError, match="cannot be played in pairs"):
        make_schedule(OPENINGS, FIVE_IN_A_ROW, games)


def test_a_schedule_needs_an_opening() -> None:
    with pytest.raises(ValueError, match="there are no openings"):
        make_schedule([], FIVE_IN_A_ROW, 2)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "openings.txt"


def read(path: Path, text: str, rules: Rules = FIVE_IN_A_ROW) -> Openings:
    path.write_text(text)
    return read_openings(str(path), rules)


def test_row_one_is_at_the_bottom_unless_the_file_says_otherwise(path: Path) -> None:
    assert read(path, "a1b3").found == ((Point(14, 0), Point(12, 1)),)
    openings = read_openings(str(path), FIVE_IN_A_ROW, RowOne.TOP)
    assert openings.found == ((Point(0, 0), Point(2, 1)),)


def test_gomocup_openings_and_tengen_text_are_read(path: Path) -> None:
    assert read(path, "0,0, -1,2\n1,1\n").found == (
        (Point(7, 7), Point(9, 6)),
        (Point(8, 8),),
    )
    assert read(path, "15x15/5 freestyle h8 i9\n").found == ((Point(7, 7), Point(6, 8)),)


@pytest.mark.parametrize(
    "text, why",
    [
        ("h8h8", "line 1, character 3: h8 is already taken"),
        ("h8 p1", "line 1, character 4: 'p1' is not on the board"),
        ("hello", "cannot detect the format"),
        ("", "cannot detect the format"),
        ("a1a2b1b2c1c2d1d2e1", "opening 1: the game is over before the engines can move"),
        ("a1a2b1b2c1c2d1d2e1e2", "opening 1: move 10 comes after the end of the game"),
        ("13x13/5 freestyle h8", "opening 1: its rules are 13x13/5 freestyle, but those"),
        ("3x3/3 freestyle O 2X/1O1/X2", "opening 1: it starts from a set-up position"),
    ],
)
def test_an_opening_that_cannot_be_continued_is_a_problem(path: Path, text: str, why: str) -> None:
    (problem,) = read(path, text).problems
    assert why in problem


def test_reading_continues_after_a_problem_which_names_its_line(path: Path) -> None:
    openings = read(path, "# three openings\n\nb2\r\nb2b2\n  a1 c3  \nb2", TIC_TAC_TOE)
    assert [len(opening) for opening in openings.found] == [1, 1, 2, 1]
    assert len(openings.problems) == 1
    assert openings.problems[0].startswith("line 4, character 3: b2 is already taken")


def test_openings_that_are_turned_forms_of_each_other_are_all_kept(path: Path) -> None:
    openings = read(path, "a1\na3\na1\n", TIC_TAC_TOE)
    assert openings.found == ((Point(2, 0),), (Point(0, 0),), (Point(2, 0),))
