"""Five in a row on large boards: wins of either side, by threats and by quiet moves."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit.solved import solve_and_check

from tengen.cli.solve import suggest_by_theorem
from tengen.engine.analysis import Limits
from tengen.prove import Meter, SolverMemory, SolveStatus, solve
from tengen.prove.solver import make_listeners
from tengen.rules.board import Board
from tengen.rules.notation import parse_game, parse_moves
from tengen.rules.point import Point
from tengen.rules.rules import Player

FIVE = "15x15/5 freestyle"
QUIET = f"{FIVE} h8 i9 g9 a1"


def board_after(moves: str) -> Board:
    return parse_game(f"{FIVE} {moves}")


def point(name: str) -> Point:
    return parse_moves(name, board_after("").rules)[0]


@pytest.mark.parametrize(
    "moves, plies",
    [
        ("h8 a1 i8 a2 j8 a3 k8", 2),
        ("h8 a1 i8 a2 j8 a3 k8 a5", 1),
        ("h8 a1 i8 a2 j8", 40),
        ("h8 h7 i8 g8 j8 a3 k8", 40),
    ],
)
def test_threats_win_with_either_side_to_move(moves: str, plies: int, tmp_path: Path) -> None:
    value = solve_and_check(board_after(moves), tmp_path)
    assert (value.ending, value.winner) == (SolveStatus.WIN, Player.FIRST)
    assert 0 < value.plies <= plies
    assert value.is_proved


def test_the_second_player_may_win(tmp_path: Path) -> None:
    value = solve_and_check(board_after("a1 h8 a2 i8 a3 j8 o1"), tmp_path)
    assert value.winner is Player.SECOND
    assert value.move in {point("g8"), point("k8")}


def test_a_suggested_move_is_proved_and_remembered() -> None:
    board = parse_game(QUIET)
    memory = SolverMemory()
    value = solve(board, make_listeners(board), Meter(), memory, suggest_by_theorem)
    assert (value.winner, value.move) == (Player.FIRST, point("i7"))
    assert point("i7") == suggest_by_theorem(board)
    assert len(value.parts) > 1
    assert len(memory.moves) >= 1
    again = solve(board, make_listeners(board), Meter(), memory)
    assert again.move == point("i7")


def test_quiet_moves_are_found_without_suggestions(tmp_path: Path) -> None:
    board = board_after("h8 a1 j10 a3")
    value = solve_and_check(board, tmp_path)
    assert (value.winner, value.ending) == (Player.FIRST, SolveStatus.WIN)
    assert len(value.parts) > 1
    assert value.move is not None


def test_a_suggestion_that_does_not_win_proves_nothing() -> None:
    board = board_after("h8 i9")
    meter = Meter(Limits(nodes=20_000))
    value = solve(board, make_listeners(board), meter, suggest=lambda _: point("a1"))
    assert value.ending is SolveStatus.UNKNOWN
