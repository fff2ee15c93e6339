from random import Random

import pytest

from tengen.engine.humanlike import HumanlikeChooser, Perception, all_rows, candidate_points
from tengen.rules.board import Board
from tengen.rules.geometry import DIRECTIONS
from tengen.rules.notation import parse_position
from tengen.rules.point import Point, parse_algebraic
from tengen.rules.rules import GAMES, Rules

SHARP = Perception(0.0, 3, 0.7, 0.0)
BLIND = Perception(100.0, 3, 0.7, 0.0)
TRIES = 60
HALF = Perception(0.35, 3, 0.7, 0.0)

ROW = "15x15/5 freestyle X 15/15/15/15/15/15/15/15/4XOOOO6/15/15/15/15/15/15"
COLUMN = "15x15/5 freestyle X 15/15/15/15/9X5/9O5/9O5/9O5/9O5/15/15/15/15/15/15"
DIAGONAL = "15x15/5 freestyle X 15/15/15/15/4X10/5O9/6O8/7O7/8O6/15/15/15/15/15/15"
GAPPED = "15x15/5 freestyle X 15/15/15/15/15/15/15/15/4XOO1OO5/15/15/15/15/15/15"
CROWD = "15x15/5 freestyle X XO13/OX13/XO13/OX13/15/15/15/15/4XOOOO6/15/15/15/OX13/XO13/XO13"


def chosen(text: str, perception: Perception = SHARP, seed: int = 0) -> Board:
    """Return the board after a move with this perception."""
    board = parse_position(text)
    board.play(HumanlikeChooser(board, perception, Random(seed)).choose())
    return board


def seen(text: str, place: str, perception: Perception = HALF) -> int:
    """Return how often a point is chosen."""
    board = parse_position(text)
    point = parse_algebraic(place, board.rules)
    return sum(
        HumanlikeChooser(board, perception, Random(seed)).choose() == point for seed in range(TRIES)
    )


@pytest.mark.parametrize(
    "text",
    [
        "9x9/5 freestyle X 9/9/1OOOO4/XXXX5/9/9/9/9/9",
        "9x9/5 freestyle X 9/9/1OOOO4/XX1XX4/9/9/9/9/9",
        "9x9/5 renju O 9/9/9/OOO1OO3/9/4X4/5X3/9/X1X5X",
        "3x3/3 freestyle X XX1/OO1/3",
        "7x6/4 freestyle O 7/7/3O3/2OX3/1OXX3/3X3",
        "2x1/2 freestyle X X1",
    ],
)
def test_a_win_is_taken(text: str) -> None:
    assert chosen(text).outcome.winner is parse_position(text).turn


@pytest.mark.parametrize("text", [ROW, COLUMN, DIAGONAL, GAPPED, CROWD])
def test_the_last_point_of_an_opponents_row_is_blocked(text: str) -> None:
    board = chosen(text)
    for point in board.legal_points():
        board.play(point)
        assert not board.outcome.is_over
        board.undo()


def test_an_open_row_is_blocked_or_outpaced() -> None:
    board = chosen("9x9/5 freestyle X 9/9/9/3OOO3/9/2X1X4/9/9/9")
    assert board.moves[-1] in {Point(3, 2), Point(3, 6), Point(3, 1), Point(3, 7)}


def test_two_threats_at_once_need_foresight_three() -> None:
    text, fork = "3x3/3 freestyle X XO1/1X1/2O", {Point(1, 0), Point(2, 0)}
    clever, simple = (
        {chosen(text, Perception(0.0, foresight, 0.7, 1.0), seed).moves[-1] for seed in range(30)}
        for foresight in (3, 2)
    )
    assert clever == fork
    assert simple > fork


def test_a_row_that_would_not_win_is_not_filled() -> None:
    six = "9x9/5 {} X 9/9/XXX1XX3/9/9/OO1OO4/9/9/9"
    assert chosen(six.format("freestyle")).outcome.is_over
    assert chosen(six.format("standard")).moves[-1] == Point(5, 2)
    blocked = "9x9/5 caro X 9/9/OXX1XXO2/9/9/OO1OO4/9/9/9"
    assert chosen(blocked).moves[-1] == Point(5, 2)


def test_a_player_who_overlooks_everything_still_plays_near_the_stones() -> None:
    for text in (ROW, COLUMN, DIAGONAL, GAPPED, CROWD):
        board = parse_position(text)
        places = {Point(*divmod(place, 15)) for place in candidate_points(board)}
        assert HumanlikeChooser(board, BLIND, Random(1)).choose() in places


def test_rows_on_diagonals_with_gaps_and_on_full_boards_are_overlooked_more() -> None:
    plain = seen(ROW, "j7")
    assert TRIES // 2 < plain < TRIES
    assert seen(ROW, "j7", SHARP) == TRIES
    assert seen(DIAGONAL, "j6") < plain
    assert seen(GAPPED, "h7") < plain
    assert seen(CROWD, "j7") < plain
    assert abs(seen(COLUMN, "j6") - plain) < TRIES // 5


def test_rows_far_from_the_last_stones_are_overlooked_more() -> None:
    near, far = parse_position(ROW), parse_position(ROW)
    for point in (Point(7, 7), Point(9, 8)):
        near.play(point)
    for point in (Point(0, 0), Point(0, 14)):
        far.play(point)
    blocked = [
        sum(
            HumanlikeChooser(board, HALF, Random(seed)).choose() == Point(8, 9)
            for seed in range(TRIES)
        )
        for board in (near, far)
    ]
    assert blocked[0] > blocked[1]


def test_candidates_are_legal_and_near_the_stones() -> None:
    rules = GAMES["renju"]
    board = Board(rules)
    assert len(candidate_points(board)) == rules.area
    board.play(Point(0, 0))
    assert candidate_points(board) == {1, 2, 15, 16, 17, 30, 31, 32}


def test_forbidden_points_are_not_candidates() -> None:
    board = parse_position("15x15/5 renju X 15/15/15/15/7X7/7X7/15/5XX8/O14/O1O12/O14/15/15/15/15")
    forbidden = Point(7, 7)
    assert not board.is_legal(forbidden)
    assert 7 * 15 + 7 not in candidate_points(board)
    assert HumanlikeChooser(board, SHARP, Random(0)).choose() != forbidden


def test_the_only_legal_point_is_always_chosen() -> None:
    board = Board(Rules(1, 1, 1))
    assert HumanlikeChooser(board, BLIND, Random(0)).choose() == Point(0, 0)


@pytest.mark.parametrize(
    "rules, count",
    [
        (Rules(3, 3, 3), 8),
        (Rules(15, 15, 5), 572),
        (Rules(4, 2, 3), 4),
        (Rules(1, 1, 1), 4),
        (Rules(2, 2, 3), 0),
    ],
)
def test_all_rows_of_a_board_are_listed(rules: Rules, count: int) -> None:
    assert len({(row.axis, row.points) for row in all_rows(rules)}) == len(all_rows(rules)) == count


def test_the_ends_of_a_row_are_next_to_its_points() -> None:
    rules = Rules(7, 6, 4)
    for row in all_rows(rules):
        down, right = DIRECTIONS[row.axis]
        first = divmod(row.points[0], 7)
        for at, number in enumerate((row.ends[0], *row.points, row.ends[1]), -1):
            place = (first[0] + at * down, first[1] + at * right)
            inside = 0 <= place[0] < 6 and 0 <= place[1] < 7
            assert number == (place[0] * 7 + place[1] if inside else rules.area)


def test_rows_on_the_same_line_of_the_board_share_its_number() -> None:
    lines = {
        (row.axis, point): row.line for row in all_rows(Rules(7, 7, 4)) for point in row.points
    }
    for row in all_rows(Rules(7, 7, 4)):
        assert {lines[row.axis, point] for point in row.points} == {row.line}
    assert len({row.line for row in all_rows(Rules(7, 7, 4))}) == 7 + 7 + 7 + 7
