from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from kit.strategies import boards, modest

from tengen.arena.openings import Openings, parse_opening, parse_openings, read_openings
from tengen.core.board import Board
from tengen.core.games import FIVE_IN_A_ROW, TIC_TAC_TOE
from tengen.core.player import Player
from tengen.core.point import Point
from tengen.core.symmetry import Symmetry
from tengen.errors import ParseError
from tengen.notation.moves import format_moves
from tengen.notation.rows import RowOne


def test_row_one_is_at_the_bottom_unless_the_file_says_otherwise() -> None:
    assert parse_opening("a1b3", FIVE_IN_A_ROW) == (Point(14, 0), Point(12, 1))
    assert parse_opening("a1b3", FIVE_IN_A_ROW, RowOne.TOP) == (Point(0, 0), Point(2, 1))


@modest
@given(boards())
def test_the_moves_of_an_unfinished_game_are_an_opening(board: Board) -> None:
    if board.setup or board.first_turn is not Player.FIRST or board.outcome.is_over:
        return
    text = format_moves(board.moves, board.rules)
    assert parse_opening(text, board.rules) == board.moves
    flipped = board.transformed(Symmetry.FLIP_ROWS)
    assert parse_opening(text, board.rules, RowOne.TOP) == flipped.moves


@pytest.mark.parametrize(
    "text, why",
    [
        ("h8h8", "move 2 is taken"),
        ("h8 p1", "the columns are a to o"),
        ("hello", "a move such as h8 was expected"),
        ("a1a2b1b2c1c2d1d2e1", "the game is over before the engines can move"),
        ("a1a2b1b2c1c2d1d2e1e2", "move 10 comes after the end of the game"),
    ],
)
def test_what_no_game_can_go_on_from_is_a_parse_error(text: str, why: str) -> None:
    with pytest.raises(ParseError, match=why):
        parse_opening(text, FIVE_IN_A_ROW)


def test_a_reader_goes_on_after_a_problem_and_names_its_line() -> None:
    lines = ["# three openings", "", "b2\r\n", "b2b2", "  a1 c3  ", "b2"]
    openings = parse_openings(lines, TIC_TAC_TOE)
    assert [len(opening) for opening in openings.found] == [1, 2, 1]
    assert len(openings.problems) == 1
    assert openings.problems[0].startswith("line 4: not a playable opening: 'b2b2'")


def test_openings_that_are_turned_forms_of_each_other_are_all_kept() -> None:
    openings = parse_openings(["a1", "a3", "a1"], TIC_TAC_TOE)
    assert openings.found == ((Point(2, 0),), (Point(0, 0),), (Point(2, 0),))


def test_a_file_of_openings_is_read_with_row_one_at_the_top(tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    path.write_text("j9h7i6f8\ng11h11l12\n")
    openings = read_openings(str(path), FIVE_IN_A_ROW, RowOne.TOP)
    assert openings.found[0][0] == Point(8, 9)
    assert [len(opening) for opening in openings.found] == [4, 3]
    assert openings.problems == ()


@pytest.mark.parametrize("content", [b"", b"# nothing\n\n"])
def test_a_file_without_an_opening_is_a_problem(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    path.write_bytes(content)
    openings = read_openings(str(path), FIVE_IN_A_ROW)
    assert openings.found == ()
    assert "there is no opening in" in openings.problems[0]


def test_a_file_of_anything_else_is_a_list_of_problems(tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    path.write_bytes(b"\xff\xfe\x00\nh8\n")
    openings = read_openings(str(path), FIVE_IN_A_ROW)
    assert isinstance(openings, Openings)
    assert (len(openings.found), len(openings.problems)) == (1, 1)
