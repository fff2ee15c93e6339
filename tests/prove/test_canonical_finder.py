"""Wins by threats have the same length in every orientation of a position."""

from __future__ import annotations

import pytest

from tengen.engine.win_finder import Finder
from tengen.prove.theorem_book import THEOREM_RULES
from tengen.prove.theorem_zone import find_canonical_win
from tengen.rules.board import Board
from tengen.rules.notation import parse_moves
from tengen.rules.rules import Player
from tengen.rules.symmetry import Symmetry

NODES = 1_000_000
MOVES = "h8 n12 g9 i7 g7 i9"
"""A plain search takes 33 plies here, and 41 where the board is turned."""


def make_board(moves: str) -> Board:
    board = Board(THEOREM_RULES)
    for point in parse_moves(moves, THEOREM_RULES):
        board.play(point)
    return board


def test_a_plain_search_finds_wins_of_other_lengths_on_turned_boards() -> None:
    board = make_board(MOVES)
    wins = [Finder(board.transformed(way)).run(NODES).win for way in Symmetry]
    assert len({win.plies for win in wins if win}) > 1


def test_a_win_has_the_same_length_in_every_orientation() -> None:
    board = make_board(MOVES)
    wins = [find_canonical_win(board.transformed(way), NODES).win for way in Symmetry]
    assert len({win.plies for win in wins if win}) == 1
    assert all(wins)


@pytest.mark.parametrize("way", list(Symmetry))
def test_a_win_is_turned_back_to_the_board_that_was_asked_about(way: Symmetry) -> None:
    board = make_board(MOVES).transformed(way)
    win = find_canonical_win(board, NODES).win
    assert win is not None
    for point in win.line():
        board.play(point)
    assert board.outcome.winner is Player.FIRST


def test_the_order_of_moves_makes_no_difference() -> None:
    played, swapped = make_board(MOVES), make_board("g7 i7 h8 i9 g9 n12")
    first, second = (find_canonical_win(board, NODES).win for board in (played, swapped))
    assert first is not None
    assert second is not None
    assert first.line() == second.line()


def test_without_a_win_there_is_none() -> None:
    assert find_canonical_win(make_board("h8 h9"), 1000).win is None
