from __future__ import annotations

import queue
from collections.abc import Callable

import pytest

from tengen.engine.analysis import Analysis, Line
from tengen.rules.board import Board
from tengen.rules.notation import parse_position
from tengen.rules.point import Point
from tengen.rules.rules import FIVE_IN_A_ROW, Rules, WinRule
from tengen.rules.wording import MARK_NAMES, STONE_NAMES
from tengen.terminal.engine_threads import (
    PlainEngine,
    describe_analysis,
    describe_line,
    format_count,
)

H8, I9 = Point(7, 7), Point(6, 8)


def board(*points: Point) -> Board:
    """Return a board after these moves."""
    found = Board(FIVE_IN_A_ROW)
    for point in points:
        found.play(point)
    return found


def test_an_analysis_has_a_heading_and_lines_in_order() -> None:
    lines = (Line((H8, I9), 0, 0), Line((I9,), 0, 0))
    assert describe_analysis(board(), Analysis(lines, 7, 123_456, 0.5), STONE_NAMES) == [
        *("Engine: depth 7, 123 k positions", "1. Black 50 % h8 i9", "2. Black 50 % i9"),
    ]


@pytest.mark.parametrize("plies, words", [(7, "X wins in 7: h8"), (-4, "O wins in 4: h8")])
def test_a_proven_line_says_who_wins(plies: int, words: str) -> None:
    assert describe_line(board(), Line((H8,), 0, plies), MARK_NAMES) == words


def test_the_chance_is_always_the_first_players() -> None:
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


LONG = 20.0
"""Seconds after which a test fails."""
ENDING = parse_position("3x3/3 freestyle X XX1/OO1/3")


class Listener:
    """Runs calls from other threads when the test asks for it."""

    def __init__(self) -> None:
        self.calls: queue.Queue[Callable[[], None]] = queue.Queue()
        self.said: list[str] = []
        self.engine = PlainEngine(self.calls.put, self.said.append)

    def wait(self) -> None:
        """Wait for a call, and run it."""
        self.calls.get(timeout=LONG)()


def test_a_hint_is_given_once() -> None:
    listener = Listener()
    listener.engine.give_hint(ENDING)
    listener.wait()
    assert listener.said == ["The engine would play C3."]
    assert not listener.engine.stop()


def test_a_stopped_search_reports_nothing_even_if_it_had_finished() -> None:
    listener = Listener()
    listener.engine.give_hint(ENDING)
    done = listener.calls.get(timeout=LONG)
    assert listener.engine.stop()
    done()
    assert listener.said == []


def test_engine_lines_end_with_full_stops() -> None:
    listener = Listener()
    listener.engine.analyse(ENDING, 1)
    listener.wait()
    assert listener.said[0].startswith("Engine: depth ")
    assert listener.said[1] == "1. X wins in 1: c3.".replace("X", "Black")


def test_a_game_that_the_engine_cannot_play_gives_an_error() -> None:
    listener = Listener()
    large = Board(Rules(30, 30, 5, WinRule.RENJU))
    listener.engine.give_hint(large)
    listener.wait()
    assert len(listener.said) == 1
    assert listener.said[0].endswith(".")
    assert "renju" in listener.said[0].lower()


def test_forget_discards_the_review() -> None:
    listener = Listener()
    board = Board(Rules(3, 3, 3))
    for point in list(board.empty_points())[:7]:
        if not board.outcome.is_over:
            board.play(point)
    listener.engine.review(board)
    while not any("won after" in line for line in listener.said):
        listener.wait()
    assert listener.engine.judged(1) is not None
    assert listener.engine.judged(99) is None
    listener.engine.forget()
    assert listener.engine.judged(1) is None
