"""Trees of wins by fours and threes hold against every answer."""

from __future__ import annotations

import pytest
from hypothesis import given
from kit import threats
from kit.strategies import SEEDS, modest
from kit.wins import Replay, crowd, full_but, wins_by_threats

from tengen.engine.cancel_token import CancelToken
from tengen.engine.pattern_tables import PATTERN_RULES, make_position
from tengen.engine.vct import VctSearch
from tengen.engine.win_finder import Finder, Finding, Win, find_win, make_vct_memory
from tengen.engine.winning_move_cache import make_winning_move_cache
from tengen.errors import RuleError
from tengen.rules.board import Board
from tengen.rules.notation import parse_position, parse_rules
from tengen.rules.point import Point
from tengen.rules.rules import Rules, WinRule

RULES = sorted(PATTERN_RULES, key=str)

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
"""Openings in which the attack takes about 19 plies."""

DETOURS = [
    "9x9/5 freestyle X 1OXOXO3/2OO2O2/X1X2OX2/1OO3O2/2O6/4XX2X/2XX2O2/OXX2X2X/OO1O1X2X",
    "9x9/5 freestyle O 5O2X/3XX1X2/2XXO1O2/X1OO2O1O/XO1O2O2/2O4XO/XX1XXOX1O/2O2OXXX/X1OOOXX2",
    "9x9/5 standard X O2X3O1/OOX1O1XXX/3X1O3/1X3X1OO/XO1O1O3/5XO1O/X3X2O1/X2X2XX1/O4XO2",
    "9x9/5 standard X OXXO4X/OOX1XX2O/X2O4O/XOOXO2X1/1O1O5/OXO1X2X1/2X5O/1OX2X1X1/OO2X4",
]
"""Won by fours; the first chains to be found are longer than others."""

REFUTED = {
    "nothing is there": "9x9/5 freestyle X 9/9/9/4X4/9/9/9/9/9",
    "one three is not enough": "9x9/5 freestyle X 9/9/9/3XX4/9/9/9/9/9",
    "the edge is too near": "5x9/5 freestyle X 5/5/5/X4/X4/1XX2/5/5/5",
    "two fives cannot be stopped": "9x9/5 freestyle X 9/2OOOO3/9/4X4/4X4/2XX5/9/9/9",
    "a four in between stops it": "7x7/5 freestyle X 3O3/2X4/1OO4/1X1X1X1/7/7/7",
    "an answer makes a four": "9x9/5 standard O 9/9/9/9/3OX4/1XO1O4/1XX1O4/1XXOXO3/9",
    "a forced answer makes a four": "8x8/5 standard X 2XX1X2/8/X1O5/O1O3X1/4O3/1OXX1O2/6O1/8",
    "the opponent's five comes first": "8x8/5 freestyle O 8/8/6O1/5X1X/4OX2/4OXX1/4OX1O/8",
    "too many fours in between": ("8x8/5 freestyle X 8/O2X1X2/O2X4/2X1O3/O2O1X2/2O5/OX3X2/4XO2"),
}
"""No win by threes and fours; most look won if the defender's fours are ignored."""

DELAYED = [
    "9x9/5 standard X 4O4/1X5O1/9/1X1O1OX2/3O5/X1X6/1O3XO2/2X6/5X3",
    "8x8/5 standard O 5O2/1X2X3/O2O1X2/O4O2/1X2O3/4XO2/4X2X/8",
    "7x7/5 standard O XX5/XX1OO2/1O5/O1X4/XX1OO2/7/7",
    "8x8/5 standard X 1O2XXO1/1O1X3X/2O2OX1/3O3X/1O3XX1/8/8/8",
    "8x8/5 freestyle X 2O3O1/6O1/3XX1O1/1O6/OX6/2X2X2/3X1X2/8",
]
"""Won, but not by the line that seems shortest: the defender has fours too."""


def is_three(win: Win) -> bool:
    return not win.makes_four and not win.makes_five


def count_threes(win: Win) -> int:
    return sum(map(is_three, win.nodes()))


def run(text: str, nodes: int = 200_000) -> Finding:
    return Finder(parse_position(text)).run(nodes)


@pytest.mark.parametrize("text", [*COMPOSED, *DELAYED])
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


@pytest.mark.parametrize("text", DETOURS)
def test_a_shortest_win_by_fours_is_returned(text: str) -> None:
    board = parse_position(text)
    win = find_win(board)
    assert win is not None
    assert win.plies == threats.shortest_by_fours(board, 9)
    assert Replay(board, some=0).flaw(win) == ""


@pytest.mark.parametrize("text", LONG)
def test_a_long_win_is_found_and_holds_against_listed_and_other_answers(text: str) -> None:
    board = parse_position(text)
    win = find_win(board)
    assert win is not None
    assert win.plies > 16
    assert Replay(board, some=0).flaw(win) == ""


@pytest.mark.parametrize("text", REFUTED.values(), ids=REFUTED)
def test_a_search_without_a_win_is_final(text: str) -> None:
    finding = run(text)
    assert finding.win is None
    assert finding.is_final


@pytest.mark.parametrize("win", RULES)
@modest
@given(SEEDS)
def test_wins_on_random_boards_hold_against_every_answer(win: WinRule, seed: int) -> None:
    board = crowd(Rules(9 - seed % 3, 9, 5, win), seed)
    if board is not None:
        found = find_win(board, 3000)
        assert found is None or Replay(board, some=20, seed=seed).flaw(found) == ""


@pytest.mark.parametrize("win", RULES)
def test_many_random_boards_have_wins_that_need_threes(win: WinRule) -> None:
    crowds = [crowd(Rules(9, 9, 5, win), seed) for seed in range(100)]
    found = [find_win(board, 3000) for board in crowds if board is not None]
    assert sum(map(count_threes, filter(None, found))) > 20


@pytest.mark.parametrize("win", RULES)
@modest
@given(SEEDS)
def test_no_win_is_found_where_there_is_none(win: WinRule, seed: int) -> None:
    board = full_but(Rules(6, 6, 5, win), seed, few=8)
    if board is not None and find_win(board) is not None:
        assert threats.solve(board) > 0


@pytest.mark.parametrize("win", [WinRule.FREESTYLE, WinRule.STANDARD])
@modest
@given(SEEDS)
def test_a_short_win_on_a_small_board_is_never_missed(win: WinRule, seed: int) -> None:
    board = full_but(Rules(7, 6, 5, win), seed, few=12)
    if board is not None and wins_by_threats(board, 3):
        assert find_win(board) is not None


def test_a_search_that_reaches_its_limit_is_not_final() -> None:
    for text in (*COMPOSED[3:], *LONG):
        finding = run(text, nodes=5)
        assert finding.win is None
        assert not finding.is_final


def test_a_search_can_be_continued_and_gives_the_same_result() -> None:
    for text in (*COMPOSED, *REFUTED.values()):
        finder = Finder(parse_position(text))
        finding = finder.run(7)
        while not finding.is_final:
            finding = finder.run(300 + finding.nodes)
        assert (finding.win is None) == (run(text).win is None)


def test_a_cancelled_search_is_not_final() -> None:
    finder, cancel = Finder(parse_position(LONG[0])), CancelToken()
    cancel.cancel()
    assert finder.run(cancel=cancel) == Finding(None, is_final=False, nodes=1)
    assert finder.run().win is not None


def test_a_search_does_not_change_the_position() -> None:
    for text in (*COMPOSED, *REFUTED.values()):
        position = make_position(parse_position(text))
        before = position.facts()
        search = VctSearch(
            position, make_vct_memory(), make_vct_memory(), make_winning_move_cache()
        )
        for depth in range(4):
            search.run(depth, 20_000)
        assert position.facts() == before


@pytest.mark.parametrize(
    "rules",
    ["9x9/5 caro", "9x9/5 caro-exact", "9x9/5 caro-long", "9x9/4 freestyle"],
)
def test_games_without_patterns_are_refused(rules: str) -> None:
    with pytest.raises(RuleError):
        find_win(Board(parse_rules(rules)))


def test_a_finished_game_is_refused() -> None:
    with pytest.raises(RuleError, match="over"):
        find_win(parse_position("5x5/5 freestyle O XXXXX/5/5/5/5"))
