"""The zone: an answer outside it changes nothing."""

from __future__ import annotations

from random import Random

import pytest
from kit.second_players import DEFENDERS

from tengen.engine.analysis import Limits
from tengen.engine.win_finder import Finder, find_win
from tengen.prove.theorem_book import THEOREM_RULES
from tengen.prove.theorem_player import TheoremPlayer
from tengen.prove.theorem_zone import find_canonical_win, find_zone, has_zone
from tengen.rules.board import Board
from tengen.rules.geometry import Symmetry
from tengen.rules.notation import parse_game, parse_moves
from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules, WinRule

LONG = 600.0
THREE = "15x15/5 freestyle h8 a1 h9 a3 h10"
FOUR = "15x15/5 freestyle h8 a1 h9 a3 h10 h11 h7"


def zone_of(game: str) -> frozenset[Point] | None:
    return find_zone(parse_game(game), LONG)


def points(text: str) -> frozenset[Point]:
    return frozenset(parse_moves(text, THEOREM_RULES))


def test_the_zone_of_an_open_three_is_where_it_can_be_stopped() -> None:
    found = zone_of(THREE)
    assert found is not None
    assert found >= points("h7 h11")
    assert found <= points("h5 h6 h7 h11 h12 h13")


def test_the_zone_of_a_four_is_the_one_answer() -> None:
    assert zone_of(FOUR) == points("h6")


@pytest.mark.parametrize("seed", range(3))
def test_the_plan_wins_after_every_answer_outside_the_zone(seed: int) -> None:
    board, random, winner = Board(THEOREM_RULES), Random(seed), TheoremPlayer()
    for _ in range(3):
        step = winner.choose(board, Limits(LONG))
        assert step is not None
        board.play(step.move)
        found = find_zone(board, LONG)
        for point in random.sample(sorted(set(board.legal_points()) - (found or set())), 3):
            if found is not None:
                board.play(point)
                assert find_win(board) is not None
                board.undo()
        board.play(DEFENDERS["greedy"](board, random))


def test_there_is_no_zone_without_a_plan() -> None:
    assert zone_of("15x15/5 freestyle h8") is None


def test_there_is_no_zone_if_the_second_player_can_make_five() -> None:
    assert zone_of("15x15/5 freestyle h8 a1 h9 b1 h10 c1 o15 d1 h11") is None


@pytest.mark.parametrize(
    "board",
    [
        Board(THEOREM_RULES),
        parse_game("15x15/5 freestyle h8 h9"),
        Board(Rules(15, 15, 5, WinRule.STANDARD), turn=Player.SECOND),
        Board(Rules(19, 19, 5), turn=Player.SECOND),
        parse_game("15x15/5 freestyle h8 a1 h9 b1 h10 c1 h11 d1 h12"),
    ],
    ids=str,
)
def test_there_is_no_zone_in_other_games_or_for_the_first_player(board: Board) -> None:
    assert not has_zone(board)
    assert find_zone(board, LONG) is None


NODES = 1_000_000
MOVES = "h8 n12 g9 i7 g7 i9"
"""A plain search finds a win of 33 plies here, and of 41 on a rotated board."""


def make_board(moves: str) -> Board:
    board = Board(THEOREM_RULES)
    for point in parse_moves(moves, THEOREM_RULES):
        board.play(point)
    return board


def test_a_plain_search_finds_wins_of_different_lengths_on_rotated_boards() -> None:
    board = make_board(MOVES)
    wins = [Finder(board.transformed(way)).run(NODES).win for way in Symmetry]
    assert len({win.plies for win in wins if win}) > 1


def test_a_win_has_the_same_length_in_every_orientation() -> None:
    board = make_board(MOVES)
    wins = [find_canonical_win(board.transformed(way), NODES).win for way in Symmetry]
    assert len({win.plies for win in wins if win}) == 1
    assert all(wins)


@pytest.mark.parametrize("way", list(Symmetry))
def test_a_win_has_the_orientation_of_the_board(way: Symmetry) -> None:
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


def test_no_win_is_found_where_there_is_none() -> None:
    assert find_canonical_win(make_board("h8 h9"), 1000).win is None
