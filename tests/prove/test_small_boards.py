"""Known values of games on small boards, each with a checked certificate."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from kit.solved import make_board, solve_and_check, winner_of

from tengen.engine.analysis import Limits
from tengen.errors import RuleError
from tengen.prove import Meter, SolveStatus
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules, WinRule

DRAWN = ["3 3 3", "4 4 4", "5 4 4", "6 4 4", "5 5 4", "5 5 5", "6 6 5", "2 2 3", "9 9 9"]
WON = ["1 1 1", "2 2 2", "4 3 3", "6 5 4", "6 6 4"]


def start_of(game: str) -> Board:
    width, height, k = map(int, game.split())
    return Board(Rules(width, height, k))


@pytest.mark.parametrize("game", DRAWN)
def test_a_known_draw_is_proved(game: str, tmp_path: Path) -> None:
    value = solve_and_check(start_of(game), tmp_path)
    assert (value.ending, value.winner, value.is_proved) == (SolveStatus.DRAW, None, True)
    assert value.holds[Player.FIRST] is None
    assert value.holds[Player.SECOND] is not None


@pytest.mark.parametrize("game", WON)
def test_a_known_win_is_proved(game: str, tmp_path: Path) -> None:
    value = solve_and_check(start_of(game), tmp_path)
    assert (value.ending, value.winner, value.is_proved) == (SolveStatus.WIN, Player.FIRST, True)
    assert value.plies % 2 == 1
    assert value.move is not None


@pytest.mark.parametrize("rules", [Rules(3, 3, 3), Rules(4, 3, 3), Rules(3, 3, 2), Rules(5, 2, 3)])
def test_every_position_has_the_value_that_brute_force_finds(rules: Rules, tmp_path: Path) -> None:
    chance = random.Random(f"{rules}")
    for _ in range(25):
        stones = tuple(
            "".join(chance.choice("XO..") for _ in range(rules.width)) for _ in range(rules.height)
        )
        turn = chance.choice(list(Player))
        try:
            board = make_board(rules, stones, turn)
        except RuleError:
            continue
        if not board.outcome.is_over:
            value = solve_and_check(board, tmp_path)
            assert value.winner is winner_of(rules, stones, turn), board
            assert value.is_proved


def test_the_best_move_keeps_the_length_of_the_win(tmp_path: Path) -> None:
    board = Board(Rules(4, 3, 3))
    value = solve_and_check(board, tmp_path)
    assert value.move is not None
    board.play(value.move)
    after = solve_and_check(board, tmp_path)
    assert (after.winner, after.move) == (Player.FIRST, None)
    assert after.plies <= value.plies + 1


def test_the_side_that_is_not_to_move_may_win(tmp_path: Path) -> None:
    board = Board(Rules(4, 3, 3))
    board.play(Point(0, 0))
    board.play(Point(2, 3))
    board.play(Point(1, 1))
    value = solve_and_check(board, tmp_path)
    assert (value.winner, value.parts[0].is_attackers_turn) == (Player.FIRST, False)


def test_a_board_with_stones_has_no_strategy_to_steal(tmp_path: Path) -> None:
    board = Board(Rules(3, 3, 3))
    board.play(Point(1, 1))
    value = solve_and_check(board, tmp_path)
    assert value.ending is SolveStatus.DRAW
    assert None not in value.holds.values()
    assert value.move in {Point(0, 0), Point(0, 2), Point(2, 0), Point(2, 2)}


def test_the_value_is_unknown_at_a_limit(tmp_path: Path) -> None:
    meter = Meter(Limits(nodes=50))
    value = solve_and_check(Board(Rules(6, 6, 4)), tmp_path, meter)
    assert (value.ending, value.is_proved) == (SolveStatus.UNKNOWN, False)
    cancelled = Meter()
    cancelled.cancel.cancel()
    value = solve_and_check(Board(Rules(6, 6, 4)), tmp_path, cancelled)
    assert value.ending is SolveStatus.UNKNOWN


@pytest.mark.parametrize("win", [WinRule.STANDARD, WinRule.CARO])
def test_other_rules_have_a_value_without_a_proof(win: WinRule, tmp_path: Path) -> None:
    drawn = solve_and_check(Board(Rules(3, 3, 3, win)), tmp_path)
    won = solve_and_check(Board(Rules(4, 4, 3, win)), tmp_path)
    assert (drawn.ending, drawn.is_proved) == (SolveStatus.DRAW, False)
    assert (won.winner, won.is_proved) == (Player.FIRST, False)


def test_a_game_that_is_over_is_refused(tmp_path: Path) -> None:
    board = Board(Rules(1, 1, 1))
    board.play(Point(0, 0))
    with pytest.raises(RuleError, match="over"):
        solve_and_check(board, tmp_path)
