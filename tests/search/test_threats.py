"""Wins by fours and threes: every tree that is handed out holds against every answer."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from kit import threats
from kit.strategies import SEEDS, modest
from kit.wins import Replay, crowd, tight_crowd, wins_by_threats

from tengen.core.board import Board
from tengen.core.point import Point
from tengen.core.rules import Rules, WinRule
from tengen.errors import RuleError
from tengen.notation.position import parse_position
from tengen.search.engine import make_position
from tengen.search.finder import Finder, Finding, empty_memory, find_win
from tengen.search.threats import Threats
from tengen.search.wins import Win

RULES = [WinRule.FREESTYLE, WinRule.STANDARD]

DOUBLE_THREES = [
    "9x9/5 freestyle X 9/9/9/4X4/4X4/2XX5/9/9/9",
    "9x9/5 standard X 9/9/9/4X4/4X4/2XX5/9/9/9",
    "9x9/5 freestyle O O8/9/9/4O1X2/4OX3/2OO2X2/9/9/9",
]
COMPOSED = [
    *DOUBLE_THREES,
    "9x9/5 standard X 9/9/9/2XO1XO2/4X4/2X1OX3/3O1X3/5O3/9",
    "7x7/5 freestyle O X6/X1X4/3X1O1/1X1OO2/6O/O2X1OO/1X5",
    "8x8/5 freestyle X 8/8/1X1X1X2/O7/O2X1OX1/X2O4/8/1O2O1X1",
    "9x9/5 standard X 3O5/4X4/X1XO5/1X2OO3/X1XO1OX2/9/9/9/9",
    "8x8/5 freestyle X 8/4XXO1/O1X5/O1X5/8/4O3/2X4O/8",
    "7x7/5 standard X 7/7/1X1X3/XX5/OO2X2/1O4X/OO5",
    "8x8/5 freestyle X 8/8/8/OO1X4/1O1X4/2X5/XX6/O7",
    "7x7/5 standard X 7/7/2XX3/1XO4/3X3/O6/4O2",
    "9x9/5 freestyle O 1OX1X4/XX7/9/3OO4/1OX1O4/9/9/9/9",
    "7x7/5 freestyle O 2XX3/2X4/4O1O/2X1O1X/2O3O/7/7",
    "9x9/5 standard X 7OO/7XO/5X1X1/8O/5OXXX/7OO/6XX1/9/9",
    "8x8/5 freestyle X 2X5/5O2/7X/O3X3/6XX/1OO2X2/5X2/2O1O3",
]
"""Won by threes and fours together; fours alone are not enough."""

LONG = [
    "15x15/5 freestyle X 15/15/15/15/15/9O5/6X8/5X1XO6/15/8O6/15/15/15/15/15",
    "15x15/5 freestyle X 15/15/15/5O9/15/7O7/5O9/7X7/6XX7/15/15/15/15/15/15",
    "15x15/5 freestyle X 15/15/11O3/15/15/15/8X6/5OOX7/8X6/15/15/15/15/15/15",
]
"""Openings in which the attack takes some 29 plies."""

REFUTED = {
    "nothing is there": "9x9/5 freestyle X 9/9/9/4X4/9/9/9/9/9",
    "one three is not enough": "9x9/5 freestyle X 9/9/9/3XX4/9/9/9/9/9",
    "the edge is too near": "5x9/5 freestyle X 5/5/5/X4/X4/1XX2/5/5/5",
    "fives cannot be stopped": "9x9/5 freestyle X 9/2OOOO3/9/4X4/4X4/2XX5/9/9/9",
}
"""No win by threes and fours, which is soon seen."""


def is_three(win: Win) -> bool:
    return not win.makes_four and not win.makes_five


def count_threes(win: Win) -> int:
    return sum(map(is_three, win.nodes()))


def run(text: str, nodes: int = 200_000) -> Finding:
    return Finder(parse_position(text)).run(nodes)


@pytest.mark.parametrize("text", COMPOSED)
def test_a_composed_win_is_found_and_holds_against_every_answer(text: str) -> None:
    board = parse_position(text)
    win = find_win(board)
    assert win is not None
    assert count_threes(win)
    assert not threats.shortest_by_fours(board, 7)
    assert Replay(board).flaw(win) == ""


@pytest.mark.parametrize("text", DOUBLE_THREES)
def test_two_threes_at_once_win_where_fours_do_not(text: str) -> None:
    win = run(text).win
    assert win is not None
    assert win.move == Point(5, 4)


@pytest.mark.parametrize("text", LONG)
def test_a_long_attack_is_found_and_holds_against_all_that_is_listed_and_more(text: str) -> None:
    board = parse_position(text)
    win = find_win(board)
    assert win is not None
    assert win.plies > 20
    assert Replay(board, some=0).flaw(win) == ""


@pytest.mark.parametrize("text", REFUTED.values(), ids=REFUTED)
def test_that_there_is_no_win_is_known_for_sure(text: str) -> None:
    finding = run(text)
    assert finding.win is None
    assert finding.is_final
