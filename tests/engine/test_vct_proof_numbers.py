"""The search with proof numbers finds the same wins as the one that deepens, and longer ones."""

from __future__ import annotations

import array

import pytest
from hypothesis import given
from kit.strategies import SEEDS, modest
from kit.wins import Replay, crowd

from tengen.engine.constants import LOST, OPEN, STOPPED, WON
from tengen.engine.pattern_tables import PATTERN_RULES, make_position
from tengen.engine.vct import VctSearch
from tengen.engine.vct_proof_numbers import VctProofNumbers
from tengen.engine.win_finder import FIRST_SHARE, Finder, make_proof_numbers, make_vct_memory
from tengen.engine.winning_move_cache import make_winning_move_cache
from tengen.rules.board import Board
from tengen.rules.notation import parse_position
from tengen.rules.rules import Rules, WinRule

RULES = sorted(PATTERN_RULES, key=str)
MANY = 100_000
ONE_BUCKET = 8

LONG = [
    "15x15/5 freestyle X 15/15/15/15/7O7/6X8/8OXX4/6O1XOOO3/6OX1XXO3/6O1X1O4/9X5/7X7/15/15/15",
    "15x15/5 freestyle O 15/15/15/15/15/15/15/5X9/15/15/8X6/6X1XOO4/10O1X2/11O3/15",
    "15x15/5 freestyle O 15/15/15/15/15/8X6/4X10/3XO1O8/4OXX8/4O10/6O8/2X12/15/15/15",
]
"""Positions of games. Deepening finds no win in them with as many nodes."""
ENOUGH = 400_000


def make_search(board: Board) -> VctSearch:
    memories = make_vct_memory(), make_vct_memory()
    return VctSearch(make_position(board), *memories, make_winning_move_cache())


def by_deepening(board: Board, nodes: int) -> int:
    search = make_search(board)
    for depth in range(64):
        result: int = search.run(depth, nodes)
        if result != OPEN:
            return result
    return STOPPED


def by_proof_numbers(board: Board, nodes: int, words: int = 0) -> int:
    table = array.array("Q", bytes(8 * words)) if words else make_proof_numbers()
    result: int = VctProofNumbers(make_search(board), table).run(nodes)
    return result


@pytest.mark.parametrize("win", RULES)
@modest
@given(SEEDS)
def test_both_searches_agree_on_random_boards(win: WinRule, seed: int) -> None:
    board = crowd(Rules(9 - seed % 3, 9, 5, win), seed)
    if board is not None:
        results = {by_deepening(board, MANY), by_proof_numbers(board, MANY)}
        assert len(results - {STOPPED}) <= 1


@modest
@given(SEEDS)
def test_a_table_that_forgets_almost_everything_makes_no_wrong_result(seed: int) -> None:
    board = crowd(Rules(9, 9, 5), seed)
    if board is not None:
        results = {by_deepening(board, MANY), by_proof_numbers(board, 3000, ONE_BUCKET)}
        assert len(results - {STOPPED}) <= 1


def test_most_random_boards_are_decided() -> None:
    crowds = [crowd(Rules(9, 9, 5), seed) for seed in range(60)]
    results = [by_proof_numbers(board, MANY) for board in crowds if board is not None]
    assert results.count(STOPPED) < 10
    assert results.count(WON) > 10
    assert results.count(LOST) > 10


@pytest.mark.parametrize("text", LONG)
def test_a_long_win_is_found_and_holds_where_deepening_finds_none(text: str) -> None:
    board = parse_position(text)
    assert by_deepening(board, ENOUGH) == STOPPED
    win = Finder(board, FIRST_SHARE).run(ENOUGH).win
    assert win is not None
    assert win.plies > 16
    assert Replay(board, some=0).flaw(win) == ""


def test_a_search_stops_at_its_limit_and_can_be_continued() -> None:
    search = make_search(parse_position(LONG[0]))
    numbers = VctProofNumbers(search, make_proof_numbers())
    results = [numbers.run(limit) for limit in range(5000, ENOUGH, 20_000)]
    assert results[0] == STOPPED
    assert results[-1] == WON


def test_a_search_does_not_change_the_position() -> None:
    for text in LONG:
        position = make_position(parse_position(text))
        before = position.facts()
        memories = make_vct_memory(), make_vct_memory(), make_winning_move_cache()
        VctProofNumbers(VctSearch(position, *memories), make_proof_numbers()).run(5000)
        assert position.facts() == before
