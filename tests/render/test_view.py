from __future__ import annotations

from collections.abc import Callable

import pytest
from kit.pictures import at, game
from kit.reference import all_points

from tengen.errors import Refusal, RuleError
from tengen.render.view import ALL_NUMBERS, NO_NUMBERS, MarkShape, Numbers, View, view_of, views_of
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import GAMES, Player, Rules

FOULS = "h9 g9 i8 k10 h10 e8 j8 j11 f7 f8 f6 g5 e4 b4 d4 k6 c4 i12 f5 l7"


def test_a_view_has_all_that_the_board_knows() -> None:
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
def test_the_moves_that_are_asked_for_have_numbers(numbers: Numbers, expected: range) -> None:
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


def test_the_first_hint_is_one() -> None:
    view = view_of(game("h8"), hints=[at("i9"), at("g9")])
    assert view.hints == {at("i9"): 1, at("g9"): 2}


@pytest.mark.parametrize("point", [Point(3, 0), Point(0, 3), Point(-1, 0), Point(0, -1)])
def test_nothing_is_shown_beside_the_board(point: Point) -> None:
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
