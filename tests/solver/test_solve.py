"""`solve` as a library call: with a board alone, and with listeners for a proof."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.strategies import modest

from tengen.core.board import Board
from tengen.core.rules import Rules
from tengen.search import Limits
from tengen.solver import Meter, make_listeners, solve
from tengen.solver.solve import Ending

GAMES = [Rules(3, 3, 3), Rules(4, 3, 3), Rules(4, 4, 4), Rules(4, 4, 3), Rules(3, 3, 3, "standard")]


@pytest.mark.parametrize("rules", GAMES, ids=str)
def test_a_board_is_all_that_is_needed(rules: Rules) -> None:
    board = Board(rules)
    value, proved = solve(board), solve(board, make_listeners(board))
    assert value.ending is not Ending.UNKNOWN
    assert (value.ending, value.winner, value.plies, value.move) == (
        proved.ending,
        proved.winner,
        proved.plies,
        proved.move,
    )


def test_without_listeners_there_is_nothing_for_a_certificate() -> None:
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
    assert (value.ending, value.winner, value.parts) == (Ending.WIN, board.turn, [])


@modest
@given(st.integers(1, 50))
def test_a_limit_ends_it_without_an_answer(nodes: int) -> None:
    value = solve(Board(Rules(5, 5, 4)), meter=Meter(Limits(nodes=nodes)))
    assert value.ending is Ending.UNKNOWN
