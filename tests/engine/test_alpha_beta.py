"""Results that the alpha-beta search proves are true."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit import threats
from kit.strategies import SEEDS, modest

from tengen.engine.alpha_beta import AlphaBetaSearch
from tengen.engine.constants import PROVEN, WIN
from tengen.engine.engine import HashTable
from tengen.engine.pattern_tables import PATTERN_RULES, make_position
from tengen.engine.shipped_weights import shipped_weights
from tengen.errors import RuleError
from tengen.rules.board import Board
from tengen.rules.notation import parse_position
from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules, WinRule

RULES = sorted(PATTERN_RULES, key=str)
SIZES = st.sampled_from([(6, 6), (7, 7), (5, 7), (7, 6)])
WEIGHTS = shipped_weights(WinRule.FREESTYLE)
QUIET = "9x9/5 freestyle X 9/9/3O5/3XX4/4OX3/3X1O3/9/9/9"


def nearly_full(rules: Rules, seed: int) -> Board | None:
    """Return a board with two to eight empty points, or None if it has a winner."""
    random = Random(seed)
    points = [Point(*place) for place in threats.empties(rules, {})]
    stones = random.sample(points, rules.area - random.randint(2, 8))
    setup = {point: tuple(Player)[number % 2] for number, point in enumerate(stones)}
    try:
        board = Board(rules, setup, random.choice(tuple(Player)))
    except RuleError:
        return None
    return None if board.outcome.is_over else board


def search(board: Board, depth: int) -> tuple[int, Point]:
    """Return the plies to a proven end, and the move."""
    position = make_position(board)
    searcher = AlphaBetaSearch(position, HashTable(1), shipped_weights(board.rules.win))
    score = [searcher.run(deep, -WIN, WIN) for deep in range(1, depth + 1)][-1]
    plies = 0 if abs(score) <= PROVEN else WIN - score if score > 0 else -WIN - score
    return plies, position.point(searcher.best)


def sign(plies: int) -> int:
    return (plies > 0) - (plies < 0)


@pytest.mark.parametrize("win", RULES)
@modest
@given(SIZES, st.integers(1, 10), SEEDS)
def test_proven_results_agree_with_playing_everything_out(
    win: WinRule, size: tuple[int, int], depth: int, seed: int
) -> None:
    board = nearly_full(Rules(*size, 5, win), seed)
    if board is not None:
        claimed, _ = search(board, depth)
        if claimed:
            true = threats.solve(board)
            assert sign(claimed) == sign(true), str(board)
            assert abs(true) <= abs(claimed), str(board)


@pytest.mark.parametrize("win", RULES)
@modest
@given(SIZES, st.integers(1, 10), SEEDS)
def test_the_move_of_a_proven_win_wins(
    win: WinRule, size: tuple[int, int], depth: int, seed: int
) -> None:
    board = nearly_full(Rules(*size, 5, win), seed)
    if board is not None:
        claimed, move = search(board, depth)
        if claimed > 0:
            board.play(move)
            assert board.outcome.winner or -claimed < threats.solve(board) < 0, str(board)


@modest
@given(SIZES, SEEDS)
def test_a_win_in_one_or_three_is_always_found(size: tuple[int, int], seed: int) -> None:
    board = nearly_full(Rules(*size, 5), seed)
    if board is not None:
        true = threats.solve(board)
        if true in {1, 3}:
            assert search(board, 3)[0] == true


def test_a_search_does_not_change_the_position() -> None:
    position = make_position(parse_position(QUIET))
    before = position.facts()
    searcher = AlphaBetaSearch(position, HashTable(1), WEIGHTS)
    for depth in range(1, 6):
        searcher.run(depth, -WIN, WIN)
    assert position.facts() == before
    assert position.turn == 0


def test_a_stopped_search_does_not_change_the_position() -> None:
    position = make_position(parse_position(QUIET))
    before = position.facts()
    for limit in range(1, 200, 7):
        searcher = AlphaBetaSearch(position, HashTable(0), WEIGHTS)
        searcher.limit = limit
        searcher.run(6, -WIN, WIN)
        assert searcher.stop
        assert position.facts() == before


def test_churning_counts_the_empty_points_and_does_not_change_the_position() -> None:
    position = make_position(parse_position(QUIET))
    before = position.facts()
    assert AlphaBetaSearch(position, HashTable(0), WEIGHTS).churn(3) == 3 * (81 - position.count)
    assert position.facts() == before


def test_two_searches_of_a_position_give_the_same_result() -> None:
    counts = set()
    for _ in range(2):
        searcher = AlphaBetaSearch(make_position(parse_position(QUIET)), HashTable(1), WEIGHTS)
        scores = tuple(searcher.run(depth, -WIN, WIN) for depth in range(1, 6))
        counts.add((scores, searcher.best, searcher.nodes))
    assert len(counts) == 1
