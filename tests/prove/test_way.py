"""What has happened since the last step on the way of the book."""

from __future__ import annotations

from tengen.prove.theorem_book import THEOREM_RULES
from tengen.prove.theorem_player import FollowedLine
from tengen.rules.board import Board
from tengen.rules.notation import parse_moves
from tengen.rules.point import Point
from tengen.rules.rules import Player

WAY = FollowedLine({Point(7, 7): Player.FIRST})


def after(moves: str) -> Board:
    board = Board(THEOREM_RULES)
    for point in parse_moves(moves, THEOREM_RULES):
        board.play(point)
    return board


def set_up(*stones: tuple[Point, Player]) -> Board:
    return Board(THEOREM_RULES, dict(stones), Player.FIRST)


def test_one_stone_of_the_second_player_is_the_answer() -> None:
    assert WAY.reply(after("h8 i9")) == Point(6, 8)


def test_without_an_answer_there_is_none() -> None:
    assert WAY.reply(after("h8")) is None


def test_two_stones_more_are_no_answer() -> None:
    assert WAY.reply(after("h8 i9 j10")) is None


def test_a_stone_of_the_first_player_is_no_answer() -> None:
    first = (Point(7, 7), Player.FIRST), (Point(6, 8), Player.FIRST)
    assert WAY.reply(set_up(*first)) is None


def test_an_answer_to_another_move_is_none() -> None:
    assert WAY.reply(after("g7 i9")) is None


def test_an_answer_instead_of_a_stone_that_has_gone_is_none() -> None:
    assert WAY.reply(set_up((Point(6, 8), Player.SECOND))) is None
