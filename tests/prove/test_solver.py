"""`solve` as a library call, with only a board and with listeners for a proof."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.strategies import modest

from tengen.engine import Limits
from tengen.prove import Meter, make_listeners, solve
from tengen.prove.solver import SolveStatus
from tengen.rules.board import Board
from tengen.rules.notation import parse_game, parse_position
from tengen.rules.rules import Rules

QUIET_ROWS = "15/2X12/15/8X6/1X13/12X2"
GAMES = [Rules(3, 3, 3), Rules(4, 3, 3), Rules(4, 4, 4), Rules(4, 4, 3), Rules(3, 3, 3, "standard")]


@pytest.mark.parametrize("rules", GAMES, ids=str)
def test_solve_needs_only_a_board(rules: Rules) -> None:
    board = Board(rules)
    value, proved = solve(board), solve(board, make_listeners(board))
    assert value.ending is not SolveStatus.UNKNOWN
    assert (value.ending, value.winner, value.plies, value.move) == (
        proved.ending,
        proved.winner,
        proved.plies,
        proved.move,
    )


def test_without_listeners_there_is_no_proof() -> None:
    win, draw = Board(Rules(4, 3, 3)), Board(Rules(3, 3, 3))
    assert not solve(win).is_proved
    assert not solve(draw).is_proved
    assert solve(win, make_listeners(win)).is_proved
    assert solve(draw, make_listeners(draw)).is_proved


def test_five_in_a_row_on_a_large_board_needs_no_listeners_either() -> None:
    board = Board("five")
    for move in ("h8", "a1", "i8", "a3", "j8", "a5"):
        board.play(move)
    value = solve(board)
    assert (value.ending, value.winner, value.parts) == (SolveStatus.WIN, board.turn, [])


@modest
@given(st.integers(1, 50))
def test_a_limit_ends_the_search_without_a_value(nodes: int) -> None:
    value = solve(Board(Rules(5, 5, 4)), meter=Meter(Limits(nodes=nodes)))
    assert value.ending is SolveStatus.UNKNOWN


@pytest.mark.parametrize(
    "text",
    [
        "15x15/5 standard",
        "15x15/5 renju",
        "19x19/5 freestyle",
        "15x15/5 renju h8 i9",
        "19x19/5 freestyle k10 l11",
    ],
)
def test_a_search_runs_until_a_limit_is_reached(text: str) -> None:
    meter = Meter(Limits(nodes=300_000))
    value = solve(parse_game(text), meter=meter)
    assert value.ending is SolveStatus.UNKNOWN
    assert not value.has_tried_all
    assert meter.nodes >= 300_000


@pytest.mark.parametrize("win", ["standard", "renju"])
def test_wins_by_threats_are_found_under_rules_without_certificates(win: str) -> None:
    board = parse_position(f"15x15/5 {win} O 15/15/15/15/5O1O7/15/5O1O7/15/15/{QUIET_ROWS}")
    value = solve(board, meter=Meter(Limits(nodes=1_000_000)))
    assert (value.ending, value.winner) == (SolveStatus.WIN, board.turn)
    assert value.plies > 3
    assert not value.is_proved


def test_a_search_that_has_tried_everything_reports_it() -> None:
    rows = "XOXOXOXOX/XOXOXOXOX/OXOXOXOXO/OXOXOXOXO/XOXOXOXOX/XOXOXOXOX/OXOXOXOXO/OXOXOXO2/XOXOXOX2"
    value = solve(parse_position(f"9x9/5 caro X {rows}"), meter=Meter(Limits(nodes=10_000_000)))
    assert value.ending is SolveStatus.UNKNOWN
    assert value.has_tried_all
