"""Puzzles as text, and the puzzles that come with Tengen."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as some
from kit.puzzles import FIVE, four_and_three
from kit.wins import Replay

from tengen.engine.win_finder import Finder
from tengen.errors import ParseError
from tengen.insight import (
    GRADES,
    Means,
    Puzzle,
    examine,
    find_flaw,
    format_puzzle,
    parse_collection,
    parse_puzzle,
    starter,
)
from tengen.insight.attack_search import AttackSearch
from tengen.insight.puzzle_finder import KnownPuzzles
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Player, WinRule

TEXT = "3x3/3 freestyle X 3/1X1/O2; fours; 2; a3; mine"
POINTS = some.builds(Point, some.integers(0, 14), some.integers(0, 14))


@some.composite
def puzzles(draw: some.DrawFn) -> Puzzle:
    """Draw any puzzle that can be formatted, correct or not."""
    points = draw(some.lists(POINTS, min_size=9, max_size=9, unique=True))
    stones = {point: tuple(Player)[at % 2] for at, point in enumerate(points[:4])}
    board = Board(FIVE, stones, draw(some.sampled_from(Player)))
    line = tuple(points[4 : draw(some.sampled_from([5, 7, 9]))])
    printable = some.text(some.characters(exclude_categories=["C", "Z"]), max_size=9)
    source = "; ".join(draw(some.lists(printable.filter(bool), max_size=2)))
    means, tempting = draw(some.sampled_from(Means)), draw(some.integers(0, 9999))
    return Puzzle(str(board), means, line, tempting, source)


@given(puzzles())
def test_a_formatted_puzzle_is_parsed_again(puzzle: Puzzle) -> None:
    assert parse_puzzle(format_puzzle(puzzle)) == puzzle


def test_a_puzzle_is_one_line() -> None:
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
        ("fours", "luck", "the means must be fours or threats"),
        ("; 2;", "; -2;", "tempting moves"),
        ("; 2;", "; 02;", "tempting moves"),
        ("a3", "a3 b3", "must begin and end with a move of the winner"),
        ("a3", "z3", "the columns are a to c"),
        ("a3", "b2", "b2 is taken"),
        ("1X1", "XXX", "the game is over"),
        ("3/1X1/O2", "XXX/OOO/3", "both players have a winning line"),
        ("mine", " mine", "without spaces around it"),
    ],
)
def test_a_text_that_is_not_a_puzzle_raises_an_error_with_the_reason(
    old: str, new: str, why: str
) -> None:
    if not why:
        parse_puzzle(TEXT.replace(old, new))
        return
    with pytest.raises(ParseError, match=why) as caught:
        parse_puzzle(TEXT.replace(old, new))
    assert caught.value.what == "puzzle"


def test_a_collection_lists_its_problems_and_keeps_the_rest() -> None:
    collection = parse_collection(["# mine", "", TEXT, "nothing", f"  {TEXT}\n"])
    assert len(collection.puzzles) == 2
    assert [problem.partition(":")[0] for problem in collection.problems] == ["line 4"]


def test_a_collection_begins_with_the_easiest_puzzle() -> None:
    hard = TEXT.replace("; 2;", "; 900;")
    assert [puzzle.tempting for puzzle in parse_collection([hard, TEXT]).puzzles] == [2, 900]


PUZZLES = starter().puzzles
SAMPLE = Random(PUZZLES[0].position).sample(PUZZLES, 25)


def test_there_are_puzzles_of_every_grade_and_rule() -> None:
    assert not starter().problems
    assert len(PUZZLES) >= 200
    grades = Counter(puzzle.grade for puzzle in PUZZLES)
    assert all(grades[grade] >= 30 for grade in GRADES)
    rules = Counter(puzzle.rules.win for puzzle in PUZZLES)
    assert all(rules[win] >= 10 for win in (WinRule.FREESTYLE, WinRule.STANDARD, WinRule.RENJU))
    assert {puzzle.means for puzzle in PUZZLES} == set(Means)


def test_no_two_puzzles_are_similar() -> None:
    variety = KnownPuzzles()
    for puzzle in PUZZLES:
        assert not variety.has_like(puzzle), puzzle.position
        variety.add(puzzle)


def test_both_colours_win_some_puzzles() -> None:
    turns = Counter(puzzle.board.turn for puzzle in PUZZLES)
    assert min(turns.values()) >= len(PUZZLES) // 4


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: puzzle.identity)
def test_a_puzzle_has_no_flaw_when_solved_again(puzzle: Puzzle) -> None:
    assert not find_flaw(puzzle)


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: puzzle.identity)
def test_the_win_of_a_puzzle_holds_against_every_answer(puzzle: Puzzle) -> None:
    board = puzzle.board
    by_fours = puzzle.means is Means.FOURS
    win = AttackSearch(board).by_fours() if by_fours else Finder(board).run().win
    assert win is not None
    assert win.move == puzzle.line[0]
    assert not Replay(board, some=2).flaw(win)


def test_every_solution_ends_with_an_unstoppable_five() -> None:
    for puzzle in PUZZLES:
        board = puzzle.board
        attack = AttackSearch(board)
        for point in puzzle.line:
            board.play(point)
            attack.play(point)
        fives = attack.fives()
        assert fives
        assert not attack.dangers(), puzzle.position
        assert len(fives) > 1 or not board.is_legal(fives[0]), puzzle.position
