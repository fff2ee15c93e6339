"""The win rules on a board, compared with a slow reference."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit import reference
from kit.boards import everything, play_all, row_board
from kit.reference import all_points
from kit.strategies import (
    crowded_rules,
    modest,
    move_orders,
    set_up_stones,
    some_rules,
    thorough,
)

from tengen.errors import IllegalMove, Refusal, RuleError
from tengen.rules.board import Board
from tengen.rules.notation import parse_position
from tengen.rules.outcome import Outcome, Termination
from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules, WinRule

FIRST, SECOND = Player.FIRST, Player.SECOND


def assert_judged_as_by_reference(board: Board) -> None:
    """Assert that outcome and winning lines are those of the reference."""
    rules, stones = board.rules, board.stones
    winners = reference.winners(rules, stones)
    assert len(winners) <= 1
    assert board.outcome.winner is (winners.pop() if winners else None)
    assert set(board.winning_lines()) == reference.winning_lines(rules, stones)
    if board.outcome.winner:
        assert board.outcome.ending is Termination.LINE
    elif len(stones) == rules.area:
        assert board.outcome.ending is Termination.FULL_BOARD
    elif rules.win is WinRule.RENJU and board.turn is FIRST:
        assert board.outcome.ending in {None, Termination.NO_LEGAL_POINT}
    else:
        assert board.outcome.ending is None


@thorough
@given(crowded_rules(), st.data())
def test_small_games_agree_with_the_reference_after_every_move(
    rules: Rules, data: st.DataObject
) -> None:
    board = Board(rules)
    for point in data.draw(move_orders(rules)):
        if board.is_legal(point):
            board.play(point)
            assert_judged_as_by_reference(board)
    assert board.outcome.is_over or rules.win is WinRule.RENJU


@modest
@given(some_rules(), st.data())
def test_games_of_any_rules_agree_with_the_reference(rules: Rules, data: st.DataObject) -> None:
    board = Board(rules)
    for point in data.draw(move_orders(rules))[:50]:
        if board.is_legal(point):
            board.play(point)
            assert_judged_as_by_reference(board)


@thorough
@given(crowded_rules() | some_rules(), st.data())
def test_set_up_positions_agree_with_the_reference(rules: Rules, data: st.DataObject) -> None:
    stones = data.draw(set_up_stones(rules))
    if len(reference.winners(rules, stones)) > 1:
        with pytest.raises(RuleError, match="both players have a winning line"):
            Board(rules, stones)
    else:
        assert_judged_as_by_reference(Board(rules, stones))


@thorough
@given(crowded_rules(), st.data())
def test_a_move_on_a_crowded_board_agrees_with_the_reference(
    rules: Rules, data: st.DataObject
) -> None:
    stones = data.draw(set_up_stones(rules))
    while reference.winners(rules, stones):
        stones.popitem()
    for turn in Player:
        board = Board(rules, stones, turn)
        for point in board.legal_points():
            board.play(point)
            assert_judged_as_by_reference(board)
            board.undo()


@pytest.mark.parametrize("win", [win for win in WinRule if win is not WinRule.RENJU])
def test_every_move_in_every_row_of_six_agrees_with_the_reference(win: WinRule) -> None:
    for marks in product(".XO", repeat=6):
        stones = {Point(0, col): Player(mark) for col, mark in enumerate(marks) if mark != "."}
        if reference.winners(Rules(6, 1, 3, win), stones):
            continue
        board = row_board("".join(marks), 3, win, FIRST)
        for point in board.legal_points():
            board.play(point)
            assert_judged_as_by_reference(board)
            board.undo()


@pytest.mark.parametrize("k", range(1, 16))
def test_the_last_stone_of_a_line_wins_at_any_place(k: int) -> None:
    for step, start in (((0, 1), 0), ((1, 0), 0), ((1, 1), 0), ((1, -1), k - 1)):
        line = [Point(i * step[0], start + i * step[1]) for i in range(k)]
        for last in line:
            setup = dict.fromkeys([point for point in line if point != last], FIRST)
            board = Board(Rules(k, k, k), setup, FIRST)
            assert not board.outcome.is_over
            board.play(last)
            assert board.outcome == Outcome(FIRST, Termination.LINE)
            assert tuple(line) in board.winning_lines()


@pytest.mark.parametrize(
    "row, freestyle, standard, caro, caro_exact, caro_long",
    [
        ("..XXX....", "X", "X", "X", "X", "X"),
        ("..XXXX...", "X", "-", "X", "-", "X"),
        (".OXXX....", "X", "X", "X", "X", "X"),
        ("..XXXO...", "X", "X", "X", "X", "X"),
        (".OXXXO...", "X", "X", "-", "-", "-"),
        (".OXXXXO..", "X", "-", "-", "-", "X"),
        (".XOOOX...", "O", "O", "-", "-", "-"),
        (".XOOOOX..", "O", "-", "-", "-", "O"),
        ("XXXO.....", "X", "X", "X", "X", "X"),
        (".....OXXX", "X", "X", "X", "X", "X"),
        ("XXXXO....", "X", "-", "X", "-", "X"),
        (".OXX.XO..", "-", "-", "-", "-", "-"),
        ("XX.O.XX..", "-", "-", "-", "-", "-"),
    ],
)
def test_each_win_rule_in_a_row(  # noqa: PLR0913, PLR0917 - a table with a column for each rule
    row: str, freestyle: str, standard: str, caro: str, caro_exact: str, caro_long: str
) -> None:
    winners = [row_board(row, 3, win).outcome.winner for win in WinRule if win is not WinRule.RENJU]
    found = [player.value if player else "-" for player in winners]
    assert found == [freestyle, standard, caro, caro_exact, caro_long]


def test_the_edge_of_the_board_does_not_block_in_caro() -> None:
    for win in (WinRule.CARO, WinRule.CARO_EXACT, WinRule.CARO_LONG):
        board = row_board("XX.O", 3, win, FIRST)
        board.play(Point(0, 2))
        assert board.outcome.winner is FIRST
        whole = row_board("O.O", 3, win, SECOND)
        whole.play(Point(0, 1))
        assert whole.outcome.winner is SECOND


def test_a_line_wins_in_caro_unless_both_ends_are_blocked() -> None:
    board = row_board("OXXXX.", 4, WinRule.CARO_EXACT)
    assert board.outcome.winner is FIRST
    blocked = row_board("OXX.XO", 4, WinRule.CARO_EXACT, FIRST)
    blocked.play(Point(0, 3))
    assert blocked.outcome == Outcome(None, Termination.FULL_BOARD)


def test_a_win_with_the_last_stone_is_not_a_tie() -> None:
    board = parse_position("3x3/3 freestyle X XXO/OXX/OO1")
    board.play(Point(2, 2))
    assert board.outcome == Outcome(FIRST, Termination.LINE)
    assert board.winning_lines() == ((Point(0, 0), Point(1, 1), Point(2, 2)),)


def test_a_full_board_without_a_line_is_a_tie() -> None:
    board = parse_position("3x3/3 freestyle X XXO/OOX/XO1")
    board.play(Point(2, 2))
    assert board.outcome == Outcome(None, Termination.FULL_BOARD)
    assert board.winning_lines() == ()


def test_one_stone_can_finish_four_lines_at_once() -> None:
    board = parse_position("5x5/5 freestyle X X1X1X/1XXX1/XX1XX/1XXX1/X1X1X")
    board.play(Point(2, 2))
    assert set(board.winning_lines()) == {
        tuple(Point(2, i) for i in range(5)),
        tuple(Point(i, 2) for i in range(5)),
        tuple(Point(i, i) for i in range(5)),
        tuple(Point(i, 4 - i) for i in range(5)),
    }
    assert len(board.winning_lines()) == 4


@pytest.mark.parametrize("win", [win for win in WinRule if win is not WinRule.RENJU])
def test_with_k_of_one_the_first_stone_wins(win: WinRule) -> None:
    for rules in (Rules(1, 1, 1, win), Rules(4, 3, 1, win), Rules(52, 52, 1, win)):
        for point in all_points(rules)[:60]:
            board = Board(rules)
            board.play(point)
            assert board.outcome == Outcome(FIRST, Termination.LINE)
            assert board.winning_lines() == ((point,),)


@pytest.mark.parametrize("win", WinRule)
@pytest.mark.parametrize("width, height", [(1, 1), (1, 4), (4, 1), (4, 4), (2, 3)])
def test_with_k_larger_than_the_board_every_game_is_a_tie(
    width: int, height: int, win: WinRule
) -> None:
    board = Board(Rules(width, height, 5, win))
    for count, point in enumerate(all_points(board.rules)):
        assert not board.outcome.is_over
        assert len(board.moves) == count
        board.play(point)
    assert board.outcome == Outcome(None, Termination.FULL_BOARD)


def test_a_line_of_fifty_two_wins_on_the_largest_board() -> None:
    board = Board(Rules(52, 52, 52))
    for col in range(51):
        play_all(board, (51, col), (col, 51 - col % 2))
        assert not board.outcome.is_over
    board.play(Point(51, 51))
    assert board.outcome.winner is FIRST
    assert board.winning_lines() == (tuple(Point(51, col) for col in range(52)),)


def test_lines_do_not_wrap_around_the_edge() -> None:
    stones = dict.fromkeys([Point(0, 3), Point(0, 4), Point(1, 0), Point(2, 0)], FIRST)
    for rules in (Rules(5, 3, 3), Rules(5, 4, 3)):
        board = Board(rules, stones, SECOND)
        assert not board.outcome.is_over
        assert board.winning_lines() == ()


@pytest.mark.parametrize(
    "text, point, refusal",
    [
        ("9x9/5 renju X 9/9/9/9/XXX1XX3/9/9/9/9", Point(4, 3), Refusal.OVERLINE),
        ("9x9/5 renju X 9/4X4/4X4/4X4/1XXX5/9/9/9/9", Point(4, 4), Refusal.DOUBLE_FOUR),
        ("9x9/5 renju X 9/9/4X4/4X4/2XX5/9/9/9/9", Point(4, 4), Refusal.DOUBLE_THREE),
    ],
)
def test_a_forbidden_point_is_refused_to_the_first_player_only(
    text: str, point: Point, refusal: Refusal
) -> None:
    board = parse_position(text)
    before = everything(board)
    with pytest.raises(IllegalMove) as caught:
        board.play(point)
    assert caught.value.reason is refusal
    assert everything(board) == before
    assert point not in board.legal_points()
    assert point in board.empty_points()
    other = parse_position(text.replace("renju X", "renju O"))
    assert point in other.legal_points()


def test_in_renju_six_win_for_the_second_player_only() -> None:
    for mark, winner in (("X", None), ("O", SECOND)):
        assert row_board(mark * 6 + "..", 5, WinRule.RENJU).outcome.winner is winner
    for mark, winner in (("X", FIRST), ("O", SECOND)):
        assert row_board(mark * 5 + "..", 5, WinRule.RENJU).outcome.winner is winner


def test_a_game_without_a_legal_point_ends_and_can_be_taken_back() -> None:
    board = parse_position("6x2/5 renju O XX1XXX/OXOXO1")
    before = everything(board)
    board.play(Point(1, 5))
    assert board.outcome == Outcome(None, Termination.NO_LEGAL_POINT)
    assert board.legal_points() == []
    assert board.empty_points() == [Point(0, 2)]
    assert board.refusal(Point(0, 2)) is Refusal.GAME_OVER
    board.undo()
    assert everything(board) == before


def test_a_set_up_position_may_have_no_legal_point() -> None:
    board = parse_position("6x1/5 renju X XX1XXX")
    assert board.outcome == Outcome(None, Termination.NO_LEGAL_POINT)
    assert parse_position("6x1/5 renju O XX1XXX").outcome == Outcome(None, None)
