"""The rules of the judge agree with `tengen.rules`, and its games are as intended."""

import random

import pytest
from kit.judge import conventions_of

from tengen.classic import EDITIONS
from tengen.classic.judge.conventions import GridCell, ReferencePosition
from tengen.classic.judge.expected import StepKind, expect
from tengen.classic.judge.games import make_games
from tengen.classic.judge.moves import FullBoardGenerator
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules


@pytest.mark.parametrize("size, k", [(3, 3), (6, 4), (9, 5)])
def test_the_judge_and_the_rules_room_agree_on_wins(size: int, k: int) -> None:
    rng = random.Random(size)
    for _ in range(60):
        board, position = Board(Rules(size, size, k)), ReferencePosition(size, size, k)
        cells = rng.sample(position.points(), size * size)
        for cell in cells:
            position.marks[cell] = board.turn
            board.play(Point(*cell))
            assert bool(position.wins(cell)) == (board.outcome.winner is not None)
            if board.outcome.is_over:
                break


def test_more_than_k_in_a_row_wins_only_if_allowed() -> None:
    for longer_wins in (True, False):
        position = ReferencePosition(1, 9, 5, longer_wins=longer_wins)
        position.marks = {GridCell(0, col): Player.FIRST for col in range(6)}
        assert bool(position.wins(GridCell(0, 2))) == longer_wins


@pytest.mark.parametrize("rows, columns, k", [(3, 3, 3), (10, 10, 4), (15, 15, 5), (5, 8, 4)])
def test_full_boards_are_decided_only_by_their_last_move(rows: int, columns: int, k: int) -> None:
    arranger = FullBoardGenerator(rows, columns, k, random.Random(3))
    for moves, wins in ((arranger.tie(), False), (arranger.last_cell_win(), True)):
        assert moves is not None
        board = Board(Rules(columns, rows, k))
        for move in moves[:-1]:
            board.play(Point(*move))
            assert not board.outcome.is_over
        board.play(Point(*moves[-1]))
        assert (board.outcome.is_tie, board.outcome.winner is not None) == (not wins, wins)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_seed_repeats_the_games_and_they_cover_every_requirement(edition: str) -> None:
    conventions = conventions_of(edition)
    games = make_games(conventions, 5, 11)
    assert games == make_games(conventions, 5, 11)
    assert games != make_games(conventions, 5, 12)
    ends = {
        step.requirement
        for game in games
        for step in expect(game, conventions).steps
        if step.kind is StepKind.ANNOUNCE
    }
    assert {"win-across", "win-down", "win-diagonal", "win-antidiagonal", "tie"} <= ends
    assert "last-cell" in ends
    assert ("overline" in ends) == (edition != "tictactoe")
