from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from kit.brains import at
from kit.strategies import boards, modest, some_rules, thorough

from tengen.errors import RuleError
from tengen.gomocup.commands import BoardStone, StoneOwner
from tengen.gomocup.text import from_stones, play_received, to_position, without_stone
from tengen.rules.board import Board
from tengen.rules.rules import Player, Rules, WinRule

GOMOKU = Rules(15, 15, 5)
RENJU = Rules(15, 15, 5, WinRule.RENJU)
OWN, OPPONENT = StoneOwner.OWN, StoneOwner.OPPONENT
FIVES = some_rules(st.integers(5, 22), st.just(5))


@thorough
@given(boards(FIVES))
def test_a_board_is_the_same_after_sending_and_receiving(board: Board) -> None:
    try:
        position = to_position(board)
    except RuleError:
        assume(False)  # noqa: FBT003 - hypothesis has no other way to say it
    twin = from_stones(board.rules, position.stones)
    assert twin == board
    assert twin.outcome == board.outcome


def test_stones_in_a_possible_order_become_moves() -> None:
    stones = [
        BoardStone(at(7, 7), OPPONENT),
        BoardStone(at(8, 7), OWN),
        BoardStone(at(8, 8), OPPONENT),
    ]
    board = from_stones(GOMOKU, stones)
    assert board.moves == (at(7, 7), at(8, 7), at(8, 8))
    assert board.turn is Player.SECOND
    assert board[at(8, 7)] is Player.SECOND


def test_stones_in_any_other_order_become_a_set_up() -> None:
    stones = [
        BoardStone(at(8, 7), OWN),
        BoardStone(at(7, 7), OPPONENT),
        BoardStone(at(8, 8), OPPONENT),
    ]
    board = from_stones(GOMOKU, stones)
    assert board.moves == ()
    assert board.turn is Player.SECOND
    assert list(board.stones.values()) == [Player.FIRST, Player.SECOND, Player.FIRST]


def test_with_equal_numbers_of_stones_the_brain_is_the_first_player() -> None:
    board = from_stones(GOMOKU, [BoardStone(at(1, 1), OPPONENT), BoardStone(at(2, 2), OWN)])
    assert board.turn is Player.FIRST
    assert board[at(2, 2)] is Player.FIRST
    assert from_stones(GOMOKU, []) == Board(GOMOKU)


@pytest.mark.parametrize("whose", [[OWN], [OPPONENT] * 2, [OWN, OWN, OPPONENT]])
def test_wrong_numbers_of_stones_are_refused(whose: list[StoneOwner]) -> None:
    stones = [BoardStone(at(index, 0), side) for index, side in enumerate(whose)]
    with pytest.raises(RuleError, match="not the brain's turn"):
        from_stones(GOMOKU, stones)


def test_a_received_board_may_have_a_stone_on_a_forbidden_point() -> None:
    firsts = [at(7, 7), at(8, 7), at(9, 6), at(9, 5), at(9, 7)]
    seconds = [at(0, 0), at(2, 0), at(4, 0), at(6, 0)]
    order = [BoardStone(firsts[0], OPPONENT)]
    for own, opponent in zip(seconds, firsts[1:], strict=True):
        order += [BoardStone(own, OWN), BoardStone(opponent, OPPONENT)]
    board = from_stones(RENJU, order)
    assert board.moves == ()
    assert board[at(9, 7)] is Player.FIRST


def test_a_set_up_is_sent_with_alternating_colours() -> None:
    setup = {at(0, 0): Player.SECOND, at(5, 5): Player.FIRST, at(6, 6): Player.FIRST}
    stones = to_position(Board(GOMOKU, setup)).stones
    assert [stone.whose for stone in stones] == [OPPONENT, OWN, OPPONENT]
    assert [stone.point for stone in stones] == [at(5, 5), at(0, 0), at(6, 6)]


def test_a_set_up_with_wrong_numbers_of_stones_cannot_be_sent() -> None:
    board = Board(GOMOKU, {at(0, 0): Player.FIRST, at(1, 1): Player.FIRST})
    with pytest.raises(RuleError, match="do not alternate"):
        to_position(board)


@modest
@given(boards(FIVES), st.data())
def test_a_stone_taken_back_leaves_the_others_and_passes_the_turn(
    board: Board, data: st.DataObject
) -> None:
    assume(board.stones)
    point = data.draw(st.sampled_from(list(board.stones)))
    try:
        less = without_stone(board, point)
    except RuleError:
        assume(False)  # noqa: FBT003 - hypothesis has no other way to say it
    assert {**less.stones, point: board[point]} == board.stones
    assert less.turn is board.turn.other


def test_a_received_move_is_refused_with_column_and_row() -> None:
    board = Board(Rules(20, 15, 5))
    play_received(board, at(19, 3))
    with pytest.raises(RuleError, match=r"^19,3 is taken$"):
        play_received(board, at(19, 3))
    with pytest.raises(RuleError, match=r"^3,19 is not on the board$"):
        play_received(board, at(3, 19))
