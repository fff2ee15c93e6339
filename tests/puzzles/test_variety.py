from __future__ import annotations

import pytest
from kit.puzzles import four_and_three, put

from tengen.core.board import Board
from tengen.core.symmetry import Symmetry
from tengen.puzzles import Puzzle, examine
from tengen.puzzles.variety import Variety


def solved(board: Board) -> Puzzle:
    """The puzzle that a position is."""
    puzzle = examine(board)
    assert puzzle is not None
    return puzzle


@pytest.mark.parametrize("symmetry", Symmetry)
def test_a_puzzle_turned_or_flipped_is_the_same(symmetry: Symmetry) -> None:
    board = four_and_three()
    variety = Variety([solved(board)])
    assert variety.has_like(solved(board.transformed(symmetry)))


def test_a_solution_that_goes_the_same_way_elsewhere_is_the_same() -> None:
    moved = put("e7 f7 g7 h8 h9", "d7 l13 l12 l11 a1")
    assert Variety([solved(four_and_three())]).has_like(solved(moved))


def test_another_solution_is_new() -> None:
    other = put("e8 f8 g8 i9 j10", "d8 l3 l4 l5 a1")
    assert solved(other).line != solved(four_and_three()).line
    assert not Variety([solved(four_and_three())]).has_like(solved(other))
