from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.strategies import boards, modest

from tengen.errors import IllegalMove, ParseError, Refusal, RuleError
from tengen.rules.board import Board
from tengen.rules.notation import format_game, parse_game
from tengen.rules.point import Point
from tengen.rules.rules import TIC_TAC_TOE, Player


@modest
@given(boards())
def test_a_printed_game_is_read_as_the_same_game(board: Board) -> None:
    replayed = Board(board.rules)
    for move in board.moves if not board.setup and board.first_turn is Player.FIRST else ():
        replayed.play(move)
    again = parse_game(format_game(replayed))
    assert again == replayed
    assert again.moves == replayed.moves
    assert again.outcome == replayed.outcome


def test_a_game_without_moves_is_printed_as_its_rules() -> None:
    assert format_game(Board(TIC_TAC_TOE)) == "3x3/3 freestyle"
    assert parse_game("3x3/3 freestyle") == Board(TIC_TAC_TOE)


@modest
@given(st.text() | st.text().map("3x3/3 freestyle ".__add__))
def test_any_other_text_is_a_parse_error_or_an_illegal_move(text: str) -> None:
    try:
        board = parse_game(text)
    except (ParseError, IllegalMove):
        return
    assert parse_game(format_game(board)) == board


@pytest.mark.parametrize(
    "text, why, at",
    [
        ("3x3/3 freestyle b2 d1", "the columns are a to c", 19),
        ("3x3/3 freestyle b2 b9", "the row must be from 1 to 3", 20),
        ("3x3/3 freestyle ?", "a move such as h8 was expected", 16),
        ("3x3/3 unknown b2", "the win rules are", 6),
    ],
)
def test_the_error_says_what_is_wrong_and_where(text: str, why: str, at: int) -> None:
    with pytest.raises(ParseError) as caught:
        parse_game(text)
    assert caught.value.what == "game"
    assert caught.value.why.startswith(why)
    assert caught.value.at == at


def test_an_illegal_move_is_reported_with_its_position() -> None:
    with pytest.raises(IllegalMove) as caught:
        parse_game("3x3/3 freestyle b2 b2")
    assert caught.value.reason is Refusal.TAKEN
    assert caught.value.position == "3x3/3 freestyle O 3/1X1/3"


def test_a_set_up_position_cannot_be_written_as_moves() -> None:
    stone = Board(TIC_TAC_TOE, {Point(0, 0): Player.FIRST})
    turn = Board(TIC_TAC_TOE, turn=Player.SECOND)
    for board in (stone, turn):
        with pytest.raises(RuleError, match="set-up"):
            format_game(board)
