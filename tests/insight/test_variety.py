from __future__ import annotations

import pytest
from kit.puzzles import FIVE, four_and_three, put

from tengen.insight import Means, Puzzle, examine
from tengen.insight.puzzle_finder import KnownPuzzles
from tengen.rules.board import Board
from tengen.rules.notation import parse_moves
from tengen.rules.point import Point
from tengen.rules.symmetry import Symmetry


def solved(board: Board) -> Puzzle:
    """The puzzle that a position is."""
    puzzle = examine(board)
    assert puzzle is not None
    return puzzle


@pytest.mark.parametrize("symmetry", Symmetry)
def test_a_puzzle_turned_or_flipped_is_the_same(symmetry: Symmetry) -> None:
    board = four_and_three()
    variety = KnownPuzzles([solved(board)])
    assert variety.has_like(solved(board.transformed(symmetry)))


@pytest.mark.parametrize("symmetry", Symmetry)
def test_a_solution_that_goes_the_same_way_elsewhere_is_the_same(symmetry: Symmetry) -> None:
    black, white = "e7 f7 g7 h8 h9", "d7 l13 l12 l11 a1"
    first = Puzzle(str(put(black, white)), Means.FOURS, line("h7 i7 h10"), 1)
    other = Puzzle(str(put(black, white + " a3")), Means.FOURS, turned(first, symmetry), 1)
    assert KnownPuzzles([first]).has_like(other)


def line(text: str) -> tuple[Point, ...]:
    """Moves of a solution."""
    return tuple(parse_moves(text, FIVE))


def turned(puzzle: Puzzle, symmetry: Symmetry) -> tuple[Point, ...]:
    """A solution turned or flipped, and one row further down."""
    points = [symmetry.apply(point, FIVE) for point in puzzle.line]
    return tuple(Point(point.row + 1, point.col) for point in points)


def test_another_solution_is_new() -> None:
    other = put("e8 f8 g8 i9 j10", "d8 l3 l4 l5 a1")
    assert solved(other).line != solved(four_and_three()).line
    assert not KnownPuzzles([solved(four_and_three())]).has_like(solved(other))
