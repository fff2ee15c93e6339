from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.strategies import modest

from tengen.arena.opening_search import same_for_symmetry
from tengen.arena.schedule import (
    OpeningMoves,
    OpeningOrder,
    Openings,
    ScheduledGame,
    Side,
    read_openings,
    shipped_openings,
)
from tengen.rules.coordinates import RowOne
from tengen.rules.point import Point
from tengen.rules.rules import FIVE_IN_A_ROW, RENJU, TIC_TAC_TOE, Player, Rules

OPENINGS: list[OpeningMoves] = [(Point(7, 7), Point(0, number)) for number in range(5)]


def first(count: int, openings: list[OpeningMoves], seed: int = 0) -> list[OpeningMoves]:
    order = OpeningOrder(openings, FIVE_IN_A_ROW, seed)
    return [order[number] for number in range(count)]


@modest
@given(st.lists(st.integers(0, 30), min_size=1, max_size=9), st.integers(0, 99))
def test_an_opening_has_the_same_number_in_whatever_order_they_are_asked_for(
    numbers: list[int], seed: int
) -> None:
    order = OpeningOrder(OPENINGS, FIVE_IN_A_ROW, seed)
    wanted = first(31, OPENINGS, seed)
    assert [order[number] for number in numbers] == [wanted[number] for number in numbers]


def test_the_same_seed_gives_the_same_order_and_another_one_does_not() -> None:
    assert first(10, OPENINGS, seed=3) == first(10, OPENINGS, seed=3)
    assert first(10, OPENINGS, seed=3) != first(10, OPENINGS, seed=4)


def test_all_openings_are_used_before_one_is_repeated() -> None:
    assert sorted(first(5, OPENINGS)) == sorted(OPENINGS)


def test_a_repeated_opening_is_turned_or_flipped() -> None:
    corner: OpeningMoves = (Point(0, 0), Point(0, 1))
    square = OpeningOrder([corner], Rules(9, 9, 5))
    oblong = OpeningOrder([corner], Rules(9, 8, 5))
    assert len({square[number] for number in range(8)}) == 8
    assert len({oblong[number] for number in range(8)}) == 4
    assert square[0] == oblong[0] == square[8] == corner


def test_a_planned_game_knows_the_colours_of_the_engines() -> None:
    odd, even = (ScheduledGame(number, 1, (), side) for number, side in enumerate(Side, 1))
    assert odd.seat_of(Player.FIRST) is even.seat_of(Player.SECOND) is Side.ONE
    for game in (odd, even):
        assert all(game.seat_of(game.player_of(side)) is side for side in Side)


def test_an_order_needs_an_opening() -> None:
    with pytest.raises(ValueError, match="there are no openings"):
        OpeningOrder([], FIVE_IN_A_ROW)


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


def test_the_openings_are_distinct_and_as_their_header_says() -> None:
    found = shipped_openings(FIVE_IN_A_ROW)
    assert len(found) == 200
    assert len({same_for_symmetry(moves, FIVE_IN_A_ROW) for moves in found}) == 200
    assert {len(moves) for moves in found} == {5}


def test_rules_without_openings_have_none() -> None:
    assert shipped_openings(RENJU) == ()
