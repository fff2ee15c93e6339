"""Lines of an analysis are distinct, legal and in order, and go to the end if proven."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pytest
from hypothesis import given
from kit.boards import crowd
from kit.strategies import SEEDS, modest

from tengen.engine import Engine, Limits, Line
from tengen.engine.alpha_beta import AlphaBetaSearch
from tengen.engine.cancel_token import CancelToken
from tengen.engine.constants import DECIDED, PROVEN, WIN
from tengen.engine.engine import HashTable, make_searcher
from tengen.engine.general_position import GeneralPosition
from tengen.engine.general_search import GeneralSearch
from tengen.engine.pattern_tables import PATTERN_RULES, make_position
from tengen.engine.principal_variations import AnySearch, search_lines
from tengen.engine.shipped_weights import shipped_weights
from tengen.rules.board import Board
from tengen.rules.notation import parse_position
from tengen.rules.point import Point
from tengen.rules.rules import Rules, WinRule

MIDDLE = "15x15/5 freestyle X 15/15/15/15/15/15/6OX7/6XO7/8O6/9X5/15/15/15/15/15"


def lines_of(board: Board, depth: int, count: int) -> tuple[Line, ...]:
    """Return the lines of the last analysis."""
    *_, last = Engine(1).analyse(board, Limits(depth=depth), count)
    return last.lines


def after(board: Board, line: Line) -> Board:
    """Return the board at the end of a line."""
    copy = board.copy()
    for move in line.moves:
        copy.play(move)
    return copy


@pytest.mark.parametrize("count", [1, 2, 5])
def test_the_requested_lines_have_different_first_moves_and_the_best_is_first(
    count: int,
) -> None:
    board = parse_position(MIDDLE)
    lines = lines_of(board, 5, count)
    assert len({line.moves[0] for line in lines}) == len(lines) == count
    scores = [line.score for line in lines]
    assert scores == sorted(scores, reverse=True)
    for line in lines:
        after(board, line)


@pytest.mark.parametrize(
    "text",
    [
        "15x15/5 freestyle O 15/15/15/15/15/15/6OO7/7X1X5/8X6/15/15/15/15/15/15",
        "15x15/5 renju X 15/15/15/15/15/6O8/6OX7/6XO7/8O6/9X5/15/15/15/15/15",
        MIDDLE,
        "9x9/4 freestyle X 9/9/9/3XO4/4X4/3O5/9/9/9",
        "7x7/5 caro O 7/7/2XO3/3X3/2O1X2/7/7",
    ],
)
def test_a_search_that_reaches_its_limit_still_returns_all_lines_in_order(
    text: str,
) -> None:
    board = parse_position(text)
    for nodes in range(3_000, 40_000, 1_777):
        *_, last = Engine(1).analyse(board, Limits(nodes=nodes), 4)
        scores = [line.score for line in last.lines]
        assert scores == sorted(scores, reverse=True), nodes
        assert len({line.moves[0] for line in last.lines}) == len(scores) == 4


def test_lines_of_an_unfinished_depth_count_only_if_they_lead_all_others() -> None:
    text = "15x15/5 freestyle O 15/15/15/15/15/15/6OO7/7X1X5/8X6/15/15/15/15/15/15"
    board = parse_position(text)
    depths = set()
    for nodes in range(60_000, 240_000, 17_777):
        *_, finished, last = Engine(1).analyse(board, Limits(nodes=nodes), 5)
        depths.add(last.depth - finished.depth)
        if last.depth == finished.depth:
            assert last.lines == finished.lines
        else:
            assert last.lines != finished.lines
    assert depths == {0, 1}


def make_general_searcher(board: Board, table: HashTable) -> GeneralSearch:
    return GeneralSearch(GeneralPosition(board), table)


@pytest.mark.parametrize("make", [make_searcher, make_general_searcher])
@pytest.mark.parametrize("place", [(5, 5), (10, 10), (6, 8)])
def test_a_search_tries_the_given_move_first(
    make: Callable[[Board, HashTable], AnySearch], place: tuple[int, int]
) -> None:
    board = parse_position(MIDDLE)
    first, line = make(board, HashTable(0)).position.cell(*place), list[int]()
    for nodes in range(1, 1000):
        if not line:
            searcher = make(board, HashTable(0))
            searcher.limit = nodes
            searcher.run(1, -WIN, WIN, first)
            line = searcher.line()
    assert line[0] == first


def test_each_line_is_searched_first_with_its_move_of_the_last_depth() -> None:
    position = make_position(parse_position(MIDDLE))
    asked: list[Point] = []

    class Listener:
        stop = 0

        def __init__(self) -> None:
            self.position = position

        def bar(self, cells: list[int]) -> None:
            assert len(cells) == len(asked)

        def run(self, depth: int, low: int, high: int, first: int) -> int:
            assert depth == 3
            asked.append(position.point(first))
            return low // 2 + high // 2

        def line(self) -> list[int]:
            return [position.cell(asked[-1].row, asked[-1].col)]

    before = tuple(Line((Point(9, col),), -col, 0) for col in range(3))
    search_lines(cast("AlphaBetaSearch", Listener()), 3, 3, before, CancelToken())
    assert asked == [line.moves[0] for line in before]


def test_there_are_at_most_as_many_lines_as_moves() -> None:
    board = parse_position("5x5/5 freestyle X XOXOX/XOXOX/OXOXO/XOXO1/2XOX")
    lines = lines_of(board, 3, 9)
    assert len(lines) == len(board.legal_points()) == 3


@pytest.mark.parametrize("win", sorted(PATTERN_RULES, key=str))
@modest
@given(SEEDS)
def test_a_proven_line_ends_with_five_within_the_claimed_plies(win: WinRule, seed: int) -> None:
    board = crowd(Rules(9 - seed % 3, 9, 5, win), seed)
    for line in lines_of(board, 4, 2) if board else ():
        if line.plies:
            assert board is not None
            assert len(line.moves) <= abs(line.plies)
            winner = board.turn if line.plies > 0 else board.turn.other
            assert after(board, line).outcome.winner is winner


@pytest.mark.parametrize("limits", [{"seconds": -1}, {"nodes": 0}, {"depth": 0}, {"depth": -2}])
def test_limits_that_are_too_small_are_refused(limits: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=f"{next(iter(limits))} must be at least"):
        Limits(**limits)


def test_multipv_result_is_not_stored_in_the_hash_table() -> None:
    position = make_position(parse_position("9x9/5 freestyle X 9/9/9/2XOOOO2/9/5X3/2X6/9/6X2"))
    table = HashTable(1)

    def known() -> list[int]:
        pairs = zip(table.keys, table.entries, strict=True)
        return [entry for key, entry in pairs if key ^ entry == position.key]

    searcher = AlphaBetaSearch(position, table, shipped_weights(WinRule.FREESTYLE))
    assert searcher.run(4, -WIN, WIN) > -PROVEN
    (first,) = known()
    searcher.bar([searcher.best])
    assert searcher.run(4, -WIN, WIN) < -PROVEN
    assert known() == [first]


@modest
@given(SEEDS)
def test_a_stopped_search_proves_nothing_false(seed: int) -> None:
    board = crowd(Rules(7, 7, 5), seed)
    if board is None:
        return
    *_, whole = Engine(1).analyse(board, Limits(depth=6))
    if whole.plies == 0 and abs(whole.score) < DECIDED:
        for nodes in range(1, 120, 7):
            *_, cut = Engine(1).analyse(board, Limits(nodes=nodes))
            assert cut.score > -PROVEN, str(board)
