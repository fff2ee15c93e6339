from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some
from kit.puzzles import FIVE, four_and_three

from tengen.errors import ParseError
from tengen.insight import Means, Puzzle, examine, format_puzzle, parse_collection, parse_puzzle
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Player

TEXT = "3x3/3 freestyle X 3/1X1/O2; fours; 2; a3; mine"
POINTS = some.builds(Point, some.integers(0, 14), some.integers(0, 14))


@some.composite
def puzzles(draw: some.DrawFn) -> Puzzle:
    """Any puzzle that can be written, solved or not."""
    points = draw(some.lists(POINTS, min_size=9, max_size=9, unique=True))
    stones = {point: tuple(Player)[at % 2] for at, point in enumerate(points[:4])}
    board = Board(FIVE, stones, draw(some.sampled_from(Player)))
    line = tuple(points[4 : draw(some.sampled_from([5, 7, 9]))])
    printable = some.text(some.characters(exclude_categories=["C", "Z"]), max_size=9)
    source = "; ".join(draw(some.lists(printable.filter(bool), max_size=2)))
    means, tempting = draw(some.sampled_from(Means)), draw(some.integers(0, 9999))
    return Puzzle(str(board), means, line, tempting, source)


@given(puzzles())
def test_what_is_printed_is_read_again(puzzle: Puzzle) -> None:
    assert parse_puzzle(format_puzzle(puzzle)) == puzzle


def test_a_puzzle_in_one_line() -> None:
    puzzle = examine(four_and_three(), "by hand")
    assert puzzle is not None
    rows = "15/15/15/15/15/7X7/7X7/3OXXX8/15/15/11O3/11O3/11O3/15/O14"
    position = f"15x15/5 freestyle X {rows}"
    assert format_puzzle(puzzle) == f"{position}; fours; 1; h8 i8 h11; by hand"


def test_the_source_may_be_left_out() -> None:
    assert parse_puzzle(TEXT).source == "mine"
    assert not parse_puzzle(TEXT.removesuffix("; mine")).source


@pytest.mark.parametrize(
    "old, new, why",
    [
        ("; mine", "", ""),
        ("; a3; mine", "", "position, means"),
        ("X 3/", "Z 3/", "the turn must be X or O"),
        ("fours", "luck", "it is won with fours or threats"),
        ("; 2;", "; -2;", "tempting moves"),
        ("; 2;", "; 02;", "tempting moves"),
        ("a3", "a3 b3", "begins and ends with the winner's moves"),
        ("a3", "z3", "the columns are a to c"),
        ("a3", "b2", "b2 is taken"),
        ("1X1", "XXX", "the game is over"),
        ("3/1X1/O2", "XXX/OOO/3", "both players have a winning line"),
        ("mine", " mine", "without blanks around it"),
    ],
)
def test_what_is_no_puzzle_says_why(old: str, new: str, why: str) -> None:
    if not why:
        parse_puzzle(TEXT.replace(old, new))
        return
    with pytest.raises(ParseError, match=why) as caught:
        parse_puzzle(TEXT.replace(old, new))
    assert caught.value.what == "puzzle"


def test_a_file_tells_its_problems_and_goes_on() -> None:
    collection = parse_collection(["# mine", "", TEXT, "nothing", f"  {TEXT}\n"])
    assert len(collection.puzzles) == 2
    assert [problem.partition(":")[0] for problem in collection.problems] == ["line 4"]


def test_a_collection_begins_with_what_is_easiest() -> None:
    hard = TEXT.replace("; 2;", "; 900;")
    assert [puzzle.tempting for puzzle in parse_collection([hard, TEXT]).puzzles] == [2, 900]
