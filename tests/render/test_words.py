from __future__ import annotations

import pytest
from kit.pictures import at, game

from tengen.render.view import View, describe, describe_points, view_of
from tengen.rules.board import Board
from tengen.rules.notation import parse_position
from tengen.rules.rules import Rules
from tengen.rules.wording import MARK_NAMES


@pytest.mark.parametrize(
    "board, words",
    [
        (game(), "15x15 board after 21 moves; Black wins with five from G9 to K5"),
        (game("h8"), "15x15 board after 1 move; White to move"),
        (game(""), "15x15 board without stones; Black to move"),
        (parse_position("3x2/3 freestyle O X2/1O1"), "3x2 board with 2 stones; White to move"),
        (
            parse_position("3x3/3 freestyle X XOX/XOO/OXX"),
            "3x3 board with 9 stones; a draw: the board is full",
        ),
        (
            game("a1 a2 b1 b2 c2 c1 a3 b3 c3", "tictactoe"),
            "3x3 board after 9 moves; a draw: the board is full",
        ),
        (
            parse_position("5x5/3 freestyle O XXX2/X4/X4/1O1O1/5"),
            "5x5 board with 7 stones; Black wins with three from A5 to C5 and three from A5 to A3",
        ),
        (
            parse_position("1x1/1 freestyle O X"),
            "1x1 board with 1 stone; Black wins with one on A1",
        ),
    ],
)
def test_a_picture_is_told_in_a_sentence(board: Board, words: str) -> None:
    assert describe(view_of(board)) == words


def test_the_players_can_be_called_x_and_o() -> None:
    assert describe(view_of(game()), MARK_NAMES).endswith("X wins with five from G9 to K5")
    assert describe(View(Rules(3, 3, 3)), MARK_NAMES).endswith("; X to move")


def test_all_places_are_listed() -> None:
    view = view_of(game("h8 h9 i9"), hints=[at("g7")])
    assert describe_points(view) == "Black: I9, H8. White: H9. Last move: I9. Hints: 1 G7."
    assert describe_points(View(Rules(3, 3, 3))) == ""
