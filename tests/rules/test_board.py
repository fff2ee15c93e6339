"""Playing and taking back moves, keys, set-ups, copies."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.boards import everything, play_all, row_board
from kit.reference import all_points
from kit.strategies import (
    SEEDS,
    boards,
    modest,
    some_rules,
)

from tengen.errors import IllegalMove, Refusal, RuleError
from tengen.rules.board import Board
from tengen.rules.notation import parse_position
from tengen.rules.outcome import Outcome, Termination
from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules, WinRule

FIRST, SECOND = Player.FIRST, Player.SECOND
TIC_TAC_TOE = Rules(3, 3, 3)
GOLDEN_KEY = 0xEA7A8F63B31E894D


@modest
@given(boards())
def test_the_legal_points_are_those_that_play_accepts(board: Board) -> None:
    legal = set(board.legal_points())
    rules = board.rules
    for row, col in product((*range(-1, 5), rules.height), (*range(-1, 7), rules.width)):
        twin, point = board.copy(), Point(row, col)
        assert board.is_legal(point) == (point in legal)
        assert (board.refusal(point) is None) == (point in legal)
        if point in legal:
            twin.play(point)
            assert twin != board
        else:
            with pytest.raises(IllegalMove):
                twin.play(point)
            assert twin == board


@modest
@given(some_rules(), st.lists(st.sampled_from(["play", "play", "undo", "ask"])), SEEDS)
def test_legal_points_stay_in_reading_order_through_any_play_and_undo(
    rules: Rules, wishes: list[str], seed: int
) -> None:
    board, random = Board(rules), Random(seed)
    for wish in wishes:
        if wish == "play" and not board.outcome.is_over:
            board.play(random.choice([p for p in all_points(rules) if board.is_legal(p)]))
        elif wish == "undo" and board.moves:
            board.undo()
        elif wish == "ask":
            assert board.empty_points() == sorted(set(all_points(rules)) - set(board.moves))
            assert set(board.legal_points()) <= set(board.empty_points())
    expected = [point for point in all_points(rules) if board.is_legal(point)]
    assert board.legal_points() == expected


def test_changing_a_returned_collection_does_not_change_the_board() -> None:
    board = Board(TIC_TAC_TOE, {Point(0, 0): FIRST})
    before = everything(board)
    board.legal_points().clear()
    board.empty_points().clear()
    board.stones.clear()
    board.setup.clear()
    assert everything(board) == before


def test_a_board_does_not_change_the_set_up_it_was_given() -> None:
    stones = {Point(0, 0): FIRST}
    board = Board(TIC_TAC_TOE, stones)
    before = everything(board)
    stones[Point(1, 1)] = SECOND
    assert everything(board) == before


@pytest.mark.parametrize(
    "point, reason",
    [
        (Point(1, 1), Refusal.TAKEN),
        (Point(0, 0), Refusal.TAKEN),
        (Point(-1, 0), Refusal.OFF_BOARD),
        (Point(0, -1), Refusal.OFF_BOARD),
        (Point(2, 0), Refusal.OFF_BOARD),
        (Point(0, 3), Refusal.OFF_BOARD),
        (Point(10**9, 10**9), Refusal.OFF_BOARD),
    ],
)
def test_a_refused_move_says_why_and_changes_nothing(point: Point, reason: Refusal) -> None:
    board = play_all(Board(Rules(3, 2, 3), {Point(0, 0): SECOND}, FIRST), (1, 1))
    before = everything(board)
    with pytest.raises(IllegalMove) as caught:
        board.play(point)
    error = caught.value
    assert (error.point, error.reason) == (str(point), reason)
    assert error.position == str(board) == "3x2/3 freestyle O O2/1X1"
    assert str(error) == f"illegal move: {point} {reason.value}: 3x2/3 freestyle O O2/1X1"
    assert everything(board) == before


def test_after_the_end_every_point_is_refused_because_the_game_is_over() -> None:
    board = parse_position("3x3/3 freestyle O XXX/OO1/3")
    for point in (*all_points(board.rules), Point(9, 9)):
        assert board.refusal(point) is Refusal.GAME_OVER
        with pytest.raises(IllegalMove, match="comes after the end of the game"):
            board.play(point)
    assert board.legal_points() == []
    assert len(board.empty_points()) == 4


def test_a_board_is_indexed_by_row_and_column() -> None:
    board = parse_position("3x2/3 freestyle X X1O/3")
    assert board[Point(0, 0)] is FIRST
    assert board[Point(0, 1)] is None
    assert board[Point(0, 2)] is SECOND
    for point in (Point(-1, 0), Point(0, -1), Point(2, 0), Point(0, 3)):
        with pytest.raises(IndexError, match=f"no point {point} on a board of 3x2/3 freestyle"):
            board[point]


@modest
@given(boards())
def test_stones_are_in_reading_order_and_agree_with_the_board(board: Board) -> None:
    points = all_points(board.rules)
    assert list(board.stones) == [point for point in points if board[point] is not None]
    assert all(board[point] is player for point, player in board.stones.items())
    assert board.empty_points() == [point for point in points if board[point] is None]
    assert len(board.stones) == len(board.setup) + len(board.moves)


@modest
@given(boards())
def test_undo_restores_everything_back_to_the_start(board: Board) -> None:
    start = board.turn.other if len(board.moves) % 2 else board.turn
    replay = Board(board.rules, board.setup, start)
    states = [everything(replay)]
    for move in board.moves:
        replay.play(move)
        states.append(everything(replay))
    for move in reversed(board.moves):
        assert everything(board) == states.pop()
        assert board.undo() == move
    assert everything(board) == states.pop()
    assert not states


def test_undo_without_a_move_is_refused() -> None:
    board = Board(TIC_TAC_TOE, {Point(0, 0): FIRST})
    before = everything(board)
    with pytest.raises(RuleError, match="no move to take back") as caught:
        board.undo()
    assert "\n" not in str(caught.value)
    assert everything(board) == before


def test_players_take_turns_and_moves_are_remembered() -> None:
    board = Board(TIC_TAC_TOE)
    turns = [board.turn]
    for place in ((0, 0), (1, 1), (2, 2)):
        play_all(board, place)
        turns.append(board.turn)
    assert turns == [FIRST, SECOND, FIRST, SECOND]
    assert board.moves == (Point(0, 0), Point(1, 1), Point(2, 2))


@modest
@given(boards())
def test_a_key_updated_move_by_move_equals_that_of_the_set_up_position(board: Board) -> None:
    fresh = Board(board.rules, board.stones, board.turn)
    assert board.key == fresh.key
    assert board.key == parse_position(str(board)).key
    assert 0 <= board.key < 2**64


def test_all_positions_of_nine_points_have_different_keys() -> None:
    rules, points = Rules(3, 3, 10), all_points(TIC_TAC_TOE)
    keys = set()
    for marks in product((None, *Player), repeat=9):
        stones = {point: mark for point, mark in zip(points, marks, strict=True) if mark}
        keys |= {Board(rules, stones, turn).key for turn in Player}
    assert len(keys) == 2 * 3**9


def test_moves_in_another_order_lead_to_the_same_key() -> None:
    one = play_all(Board(TIC_TAC_TOE), (0, 0), (1, 1), (2, 2), (0, 1))
    two = play_all(Board(TIC_TAC_TOE), (2, 2), (0, 1), (0, 0), (1, 1))
    assert one.key == two.key
    assert one == two
    assert one.moves != two.moves


def test_the_key_is_the_same_in_another_process() -> None:
    program = (
        "from tengen.rules.notation import parse_position as parse;"
        "print(parse('4x3/3 caro O X2O/1X2/4').key)"
    )
    for seed in ("0", "1"):
        env = {**os.environ, "PYTHONHASHSEED": seed}
        assert int(subprocess.check_output([sys.executable, "-c", program], env=env)) == GOLDEN_KEY
    assert parse_position("4x3/3 caro O X2O/1X2/4").key == GOLDEN_KEY


def test_the_empty_board_has_key_zero_until_the_turn_changes() -> None:
    assert Board(TIC_TAC_TOE).key == 0
    assert Board(TIC_TAC_TOE, {}, SECOND).key == 0x9B1A615D5C1E7C4D


@pytest.mark.parametrize("point", [Point(-1, 0), Point(0, -1), Point(3, 0), Point(0, 4)])
def test_a_stone_off_the_board_cannot_be_set_up(point: Point) -> None:
    with pytest.raises(RuleError, match=f"cannot set up a stone on {point}: not on a board of"):
        Board(Rules(4, 3, 3), {Point(0, 0): FIRST, point: SECOND})


def test_both_players_cannot_have_won() -> None:
    with pytest.raises(RuleError, match="both players have a winning line") as caught:
        parse_position("3x3/3 freestyle X XXX/OOO/3")
    assert str(caught.value).endswith(": 3x3/3 freestyle X XXX/OOO/3")


@pytest.mark.parametrize(
    "row, turn",
    [("....", FIRST), ("X...", SECOND), ("XO..", FIRST), ("O...", FIRST), ("XOX.", SECOND)],
)
def test_without_a_turn_the_player_with_fewer_stones_moves(row: str, turn: Player) -> None:
    assert row_board(row, 9, WinRule.FREESTYLE).turn is turn
    for player in Player:
        assert row_board(row, 9, WinRule.FREESTYLE, player).turn is player


def test_the_second_player_may_begin() -> None:
    board = play_all(Board(TIC_TAC_TOE, turn=SECOND), (0, 0), (1, 1))
    assert str(board) == "3x3/3 freestyle O O2/1X1/3"
    assert board.setup == {}
    assert len(board.moves) == 2


def test_a_set_up_board_that_is_full_or_won_is_finished() -> None:
    full = parse_position("3x3/3 freestyle X XXO/OOX/XOX")
    won = parse_position("3x3/3 freestyle X XXX/OOX/XOO")
    assert full.outcome == Outcome(None, Termination.FULL_BOARD)
    assert won.outcome == Outcome(FIRST, Termination.LINE)
    assert not full.legal_points()
    assert not won.legal_points()


def test_a_board_that_is_filled_from_a_set_up_is_a_tie() -> None:
    board = Board(Rules(2, 2, 3), {Point(0, 0): FIRST, Point(0, 1): SECOND})
    board.play(Point(1, 0))
    assert not board.outcome.is_over
    board.play(Point(1, 1))
    assert board.outcome.ending is Termination.FULL_BOARD


def test_a_set_up_board_shows_all_lines_of_the_winner() -> None:
    board = parse_position("3x3/3 freestyle O XXX/XOO/XOO")
    lines = {tuple(Point(0, col) for col in range(3)), tuple(Point(row, 0) for row in range(3))}
    assert set(board.winning_lines()) == lines
    assert len(board.winning_lines()) == 2


@modest
@given(boards())
def test_copies_and_pickles_are_equal_in_every_respect(board: Board) -> None:
    for twin in (board.copy(), pickle.loads(pickle.dumps(board)), copy.deepcopy(board)):
        assert twin is not board
        assert twin == board
        assert everything(twin) == everything(board)


@modest
@given(boards())
def test_a_copy_is_independent_of_its_original(board: Board) -> None:
    before = everything(board)
    for twin in (board.copy(), pickle.loads(pickle.dumps(board)), copy.copy(board)):
        while twin.moves:
            twin.undo()
        for point in [*twin.legal_points()][:12]:
            if twin.is_legal(point):
                twin.play(point)
        twin.empty_points()
        assert everything(board) == before


@modest
@given(boards())
def test_a_copy_and_its_original_accept_the_same_moves(board: Board) -> None:
    twin = board.copy()
    for point in board.legal_points()[:20]:
        if board.is_legal(point):
            twin.play(point)
            board.play(point)
            assert twin.outcome == board.outcome
    assert everything(twin) == everything(board)
    while board.moves:
        assert twin.undo() == board.undo()
        assert twin == board
    assert everything(twin) == everything(board)


def test_boards_differ_by_rules_stones_and_turn() -> None:
    boards = [
        parse_position(text)
        for text in (
            "3x3/3 freestyle X 3/1X1/3",
            "3x3/3 freestyle O 3/1X1/3",
            "3x3/3 freestyle O 3/1O1/3",
            "3x3/3 freestyle O 3/X2/3",
            "3x3/3 standard O 3/1X1/3",
            "3x3/2 freestyle O 3/1X1/3",
        )
    ]
    assert all(one != two for one, two in combinations(boards, 2))
    assert boards[1] == play_all(Board(TIC_TAC_TOE), (1, 1))
    assert (boards[0] == "3x3/3 freestyle X 3/1X1/3") is False


def test_boards_are_not_hashable() -> None:
    with pytest.raises(TypeError, match="unhashable type: 'Board'"):
        hash(Board(TIC_TAC_TOE))


def use_many_rules() -> None:
    """Make boards of more rules than any cache would hold."""
    for width, height in product(range(1, 14), repeat=2):
        Board(Rules(width, height, 3))


def test_boards_stay_equal_when_many_rules_are_in_use() -> None:
    text = "7x7/4 caro O 7/7/3X3/7/7/7/7"
    board = parse_position(text)
    use_many_rules()
    assert board == parse_position(text)


def test_a_copy_keeps_the_forbidden_points_when_many_rules_are_in_use() -> None:
    board = parse_position("6x2/5 renju X XX1XXX/6")
    use_many_rules()
    assert board.refusal(Point(0, 2)) is Refusal.OVERLINE
    assert board.copy().refusal(Point(0, 2)) is Refusal.OVERLINE


def test_a_board_prints_rules_turn_and_rows() -> None:
    board = play_all(Board(Rules(12, 2, 5, WinRule.CARO)), (0, 0), (1, 11), (0, 1))
    assert str(board) == "12x2/5 caro O XX10/11O"
    assert repr(board) == "<Board 12x2/5 caro O XX10/11O>"
