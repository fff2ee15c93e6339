"""The puzzles that come with the program."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from kit.wins import Replay

from tengen.engine.win_finder import Finder
from tengen.insight import GRADES, Means, Puzzle, find_flaw, starter
from tengen.insight.attack_search import AttackSearch
from tengen.insight.puzzle_finder import KnownPuzzles
from tengen.rules.rules import WinRule

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


def test_no_two_are_alike() -> None:
    variety = KnownPuzzles()
    for puzzle in PUZZLES:
        assert not variety.has_like(puzzle), puzzle.position
        variety.add(puzzle)


def test_both_sides_win() -> None:
    turns = Counter(puzzle.board.turn for puzzle in PUZZLES)
    assert min(turns.values()) >= len(PUZZLES) // 4


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: puzzle.identity)
def test_a_puzzle_comes_out_as_it_is_written(puzzle: Puzzle) -> None:
    assert not find_flaw(puzzle)


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: puzzle.identity)
def test_its_win_holds_against_every_answer(puzzle: Puzzle) -> None:
    board = puzzle.board
    by_fours = puzzle.means is Means.FOURS
    win = AttackSearch(board).by_fours() if by_fours else Finder(board).run().win
    assert win is not None
    assert win.move == puzzle.line[0]
    assert not Replay(board, some=2).flaw(win)


def test_every_solution_ends_with_five_that_cannot_be_stopped() -> None:
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
