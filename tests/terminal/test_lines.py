from __future__ import annotations

import pytest

from tengen.engine.analysis import Analysis, Line
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import FIVE_IN_A_ROW
from tengen.rules.wording import MARK_NAMES, STONE_NAMES
from tengen.terminal.engine_threads import describe_analysis, describe_line, format_count

H8, I9 = Point(7, 7), Point(6, 8)


def board(*points: Point) -> Board:
    """A board after these moves."""
    found = Board(FIVE_IN_A_ROW)
    for point in points:
        found.play(point)
    return found


def test_a_heading_and_the_lines_in_their_order() -> None:
    lines = (Line((H8, I9), 0, 0), Line((I9,), 0, 0))
    assert describe_analysis(board(), Analysis(lines, 7, 123_456, 0.5), STONE_NAMES) == [
        *("Engine: depth 7, 123 k positions", "1. Black 50 % h8 i9", "2. Black 50 % i9"),
    ]


@pytest.mark.parametrize("plies, words", [(7, "X wins in 7: h8"), (-4, "O wins in 4: h8")])
def test_a_proven_line_says_who_wins(plies: int, words: str) -> None:
    assert describe_line(board(), Line((H8,), 0, plies), MARK_NAMES) == words


def test_the_chance_is_that_of_the_first_player_whoever_is_to_move() -> None:
    def chance(at: Board, score: int) -> int:
        return int(describe_line(at, Line((I9,), score, 0), STONE_NAMES).split()[1])

    assert chance(board(), 500) > 50 > chance(board(), -500)
    assert chance(board(H8), 500) == chance(board(), -500)


def test_a_long_line_is_cut() -> None:
    moves = tuple(Point(0, col) for col in range(9))
    assert describe_line(board(), Line(moves, 0, 0), STONE_NAMES).endswith(" h15 ...")
    assert describe_line(board(), Line(moves[:8], 0, 0), STONE_NAMES).endswith(" h15")


@pytest.mark.parametrize(
    "count, text",
    [(0, "0"), (9_999, "9999"), (10_000, "10 k"), (999_999, "999 k"), (3_449_000, "3.4 M")],
)
def test_large_numbers_are_short(count: int, text: str) -> None:
    assert format_count(count) == text
