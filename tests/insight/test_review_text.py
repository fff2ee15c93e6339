"""Sentences of a review, names of shapes, and winning chances."""

from __future__ import annotations

from dataclasses import replace

import pytest
from kit.boards import row_board

from tengen.insight.review import (
    GENERAL_SCALE,
    PATTERN_SCALE,
    JudgedMove,
    Judgement,
    Standing,
    chance_of,
    judge_move,
    likely_standing,
    standing_at_end,
    uses_general_search,
)
from tengen.insight.review_text import (
    describe_effect,
    describe_move,
    describe_move_effect,
    describe_win,
    list_points,
    shape_name,
)
from tengen.insight.shapes import Effect, Shape, effect_of
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import GAMES, Player, Rules, WinRule


def effect_in_row(row: str, turn: Player) -> str:
    board = row_board(row.replace("*", "."), 5, WinRule.FREESTYLE, turn)
    point = Point(0, row.index("*"))
    stands = standing_at_end(board)
    judgement = Judgement.FINE
    effect = effect_of(board, point)
    return describe_effect(
        JudgedMove(board.rules, 1, turn, point, stands, stands, judgement, effect)
    )


@pytest.mark.parametrize(
    "row, words",
    [
        (".XXX*...", "makes an open four"),
        ("OOOO*XXX..", "makes a four and blocks a four"),
        ("..OO*...", ""),
        ("..OOO*XX..", "stops an open three"),
        (".OOOO*XX..", "blocks one end of an open four"),
        ("XXXX*", "makes five"),
    ],
)
def test_the_effect_of_a_move_is_described(row: str, words: str) -> None:
    assert effect_in_row(row, Player.FIRST) == words


@pytest.mark.parametrize(
    "k, names",
    [
        (3, ["three in a row", "an open two", "two twos", "a two"]),
        (4, ["four in a row", "an open three", "two threes", "a three"]),
        (5, ["five", "an open four", "two fours", "a four"]),
        (7, ["seven in a row", "an open six", "two sixes", "a six"]),
        (9, ["nine in a row", "an open eight", "two eights", "an eight"]),
        (12, ["12 in a row", "an open 11", "two 11s", "an 11"]),
    ],
)
def test_shapes_are_named_by_the_length_that_wins(k: int, names: list[str]) -> None:
    shapes = (Shape.FIVE, Shape.OPEN_FOUR, Shape.TWO_FOURS, Shape.FOUR)
    assert [shape_name(shape, k) for shape in shapes] == names


def test_the_other_shapes_of_five_in_a_row_have_names() -> None:
    shapes = (Shape.FOUR_AND_THREE, Shape.TWO_THREES, Shape.THREE, Shape.NOTHING)
    names = ["a four and an open three", "two open threes", "an open three", "nothing"]
    assert [shape_name(shape, 5) for shape in shapes] == names


def test_points_are_listed_with_or() -> None:
    points = [Point(7, 7), Point(8, 6), Point(0, 0)]
    lists = [list_points(points[:count], GAMES["five"]) for count in range(4)]
    assert lists == ["", "H8", "H8 or G7", "H8, G7 or A15"]


def test_a_likely_win_is_not_described_as_certain() -> None:
    rules, point = GAMES["five"], Point(7, 7)
    even = Standing(Player.SECOND, 0, 0.5, line=(Point(8, 6),))
    lost = likely_standing(Player.FIRST, Standing(Player.FIRST, 0, 0.5, line=(point, Point(0, 0))))
    judged = judge_move(Player.SECOND, point, even, lost)
    move = JudgedMove(rules, 8, Player.SECOND, point, even, lost, judged, Effect(), (Point(8, 6),))
    assert describe_move(move, {Player.FIRST: "X", Player.SECOND: "O"}) == (
        "O's H8 (move 8) seems to lose: X should win (H8 A15). "
        "G7 would have held, as far as the engine can see."
    )


def test_a_player_who_loses_whatever_they_play_is_named() -> None:
    lost = replace(standing_at_end(Board(GAMES["five"])), score=9, plies=4, turn=Player.SECOND)
    line = (Point(7, 7), Point(0, 0))
    assert describe_win(replace(lost, line=line), GAMES["five"]) == (
        "Black wins in 4 whatever White plays (H8 A15)"
    )


@pytest.mark.parametrize(
    "plies, words",
    [(3, "a forced win in 3 with two fours (H8)"), (5, "a forced win in 5 (H8)")],
)
def test_a_shape_is_named_if_it_wins_by_itself(plies: int, words: str) -> None:
    won = replace(standing_at_end(Board(GAMES["five"])), score=9, plies=plies, line=(Point(7, 7),))
    assert describe_win(won, GAMES["five"], first=Shape.TWO_FOURS) == f"Black has {words}"


def test_three_effects_of_a_move_are_joined() -> None:
    effect = Effect(Shape.FOUR, (Shape.FOUR, Shape.THREE))
    words = "makes a four, blocks a four and stops an open three"
    assert describe_move_effect(effect, 5) == words


@pytest.mark.parametrize("name, scale", [("five", PATTERN_SCALE), ("caro", GENERAL_SCALE)])
def test_the_winning_chance_grows_with_the_score_and_is_never_certain(
    name: str, scale: int
) -> None:
    rules = GAMES[name]
    chances = [chance_of(score, rules) for score in (-30000, -scale, 0, scale, 30000)]
    assert [round(chance, 2) for chance in chances] == [0.03, 0.27, 0.5, 0.73, 0.97]


def test_games_without_patterns_use_the_general_search() -> None:
    named = {name for name, rules in GAMES.items() if uses_general_search(rules)}
    assert named == {"tictactoe", "caro"}
    assert uses_general_search(Rules(6, 6, 5))
    assert not uses_general_search(Rules(5, 5, 5, WinRule.RENJU))
    assert uses_general_search(Rules(23, 23, 5))
