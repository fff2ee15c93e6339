from __future__ import annotations

from collections.abc import Callable

import pytest
from kit.pictures import at, game
from kit.reference import all_points

from tengen.errors import Refusal, RuleError
from tengen.render.view import (
    ALL_NUMBERS,
    NO_NUMBERS,
    MarkShape,
    Numbers,
    View,
    describe,
    describe_points,
    view_of,
    views_of,
)
from tengen.rules.board import Board
from tengen.rules.notation import parse_position
from tengen.rules.point import Point
from tengen.rules.rules import GAMES, Player, Rules
from tengen.rules.wording import MARK_NAMES

FOULS = "h9 g9 i8 k10 h10 e8 j8 j11 f7 f8 f6 g5 e4 b4 d4 k6 c4 i12 f5 l7"


def test_a_view_has_the_facts_of_the_board() -> None:
    board = game()
    view = view_of(board)
    assert (view.stones, view.moves, view.last) == (board.stones, 21, at("k5"))
    assert (view.lines, view.outcome, view.turn) == (
        *(board.winning_lines(), board.outcome),
        Player.SECOND,
    )
    assert view_of(board, mark_last=False).last is None
    assert view_of(Board(GAMES["five"])).last is None


@pytest.mark.parametrize(
    "numbers, expected",
    [
        (ALL_NUMBERS, range(1, 22)),
        (NO_NUMBERS, range(0)),
        (Numbers(since=20), range(20, 22)),
        (Numbers(since=99), range(0)),
        (Numbers(last=3), range(19, 22)),
        (Numbers(last=99), range(1, 22)),
        (Numbers(since=20, last=5), range(20, 22)),
        (Numbers(since=-4), range(1, 22)),
    ],
)
def test_the_requested_moves_have_numbers(numbers: Numbers, expected: range) -> None:
    view = view_of(game(), numbers=numbers)
    moves = game().moves
    assert view.numbers == {moves[number - 1]: number for number in expected}


def test_forbidden_points_are_those_that_the_rules_refuse_to_black() -> None:
    board = game(FOULS, "renju")
    fouls = {Refusal.OVERLINE, Refusal.DOUBLE_FOUR, Refusal.DOUBLE_THREE}
    refused = {point for point in all_points(board.rules) if board.refusal(point) in fouls}
    assert refused == {at("h8"), at("f4")}
    assert view_of(board, show_forbidden=True).forbidden == refused
    assert view_of(board).forbidden == frozenset()
    board.play(at("a1"))
    assert view_of(board, show_forbidden=True).forbidden == frozenset()
    assert view_of(game(FOULS), show_forbidden=True).forbidden == frozenset()


def test_the_views_of_a_game_are_those_of_its_positions() -> None:
    board = Board(Rules(5, 5, 4), {Point(0, 0): Player.SECOND}, Player.SECOND)
    moves = [Point(2, 2), Point(1, 1), Point(3, 3)]
    expected = [view_of(board, numbers=ALL_NUMBERS, title="x")]
    for move in moves:
        board.play(move)
        expected.append(view_of(board, numbers=ALL_NUMBERS, title="x"))
    assert list(views_of(board, numbers=ALL_NUMBERS, title="x")) == expected


def test_hints_are_numbered_from_one() -> None:
    view = view_of(game("h8"), hints=[at("i9"), at("g9")])
    assert view.hints == {at("i9"): 1, at("g9"): 2}


@pytest.mark.parametrize("point", [Point(3, 0), Point(0, 3), Point(-1, 0), Point(0, -1)])
def test_points_off_the_board_are_refused(point: Point) -> None:
    rules = GAMES["tictactoe"]
    views: list[Callable[[], View]] = [
        lambda: View(rules, {point: Player.FIRST}),
        lambda: View(rules, last=point),
        lambda: View(rules, lines=((point,),)),
        lambda: View(rules, labels={point: "A"}),
        lambda: View(rules, marks={point: MarkShape.CIRCLE}),
        lambda: View(rules, hints={point: 1}),
        lambda: View(rules, ghost=(point, Player.FIRST)),
        lambda: View(rules, forbidden=frozenset({point})),
    ]
    for make in views:
        with pytest.raises(RuleError, match=f"on {point}: not on a board of 3x3/3 freestyle"):
            make()


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
def test_a_view_is_described_in_a_sentence(board: Board, words: str) -> None:
    assert describe(view_of(board)) == words


def test_the_players_can_be_called_x_and_o() -> None:
    assert describe(view_of(game()), MARK_NAMES).endswith("X wins with five from G9 to K5")
    assert describe(View(Rules(3, 3, 3)), MARK_NAMES).endswith("; X to move")


def test_all_points_are_listed() -> None:
    view = view_of(game("h8 h9 i9"), hints=[at("g7")])
    assert describe_points(view) == "Black: I9, H8. White: H9. Last move: I9. Hints: 1 G7."
    assert describe_points(View(Rules(3, 3, 3))) == ""
