"""Wins by fours alone hold against every defence."""

from __future__ import annotations

import pytest
from hypothesis import given
from kit import threats
from kit.boards import crowd
from kit.strategies import SEEDS, modest

from tengen.engine.pattern_tables import PATTERN_RULES, make_position
from tengen.engine.vcf import VcfSearch
from tengen.rules.board import Board
from tengen.rules.notation import parse_position
from tengen.rules.point import Point
from tengen.rules.rules import Rules, WinRule

DEPTH = 12

COMPOSED = {
    1: [
        "7x7/5 freestyle X 7/7/7/1XX1XX1/7/7/7",
        "7x7/5 freestyle O OOOO3/XXXX3/7/7/7/7/7",
        "9x9/5 standard X 9/9/XX1XX1XX1/9/9/9/9/9/9",
    ],
    3: [
        "7x7/5 freestyle X 7/7/2XXX2/7/7/7/7",
        "7x7/5 freestyle X 7/7/OXXX3/4X2/4X2/4X2/4O2",
        "9x9/5 freestyle X 9/9/OXXX5/9/2O1X4/4X4/4X4/9/9",
    ],
    5: ["9x9/5 freestyle X 9/OXXX5/4X4/4X4/9/9/9/9/9"],
    7: [
        "9x9/5 freestyle X 5OO2/4X2OO/3O2X1O/5X1XX/6O2/5X2X/9/9/9",
        "9x9/5 freestyle X 9/9/9/1OO1O4/1XOX1O3/1X4X2/1OX2O3/4X2O1/1OX1XXO2",
        "9x9/5 standard X 4O4/1X3OX2/O1XX5/O1OO5/1X1X2O2/OXXXO4/9/9/9",
    ],
    9: [
        "9x9/5 freestyle X 9/9/5X2X/1OOO5/1X2XX3/3OX2OX/8O/8O/6O2",
        "9x9/5 standard O 3X1X1XO/3O1O1O1/6O2/3XXO2X/3OX1XO1/3X1X1OO/9/9/9",
    ],
    11: [
        "9x9/5 freestyle O 9/9/9/9/6OXX/7XX/4OO2O/4X1O1O/4XOXO1",
        "9x9/5 standard O 9/9/9/O2XO4/1O7/O2OOX3/3X3X1/O1O2X1XO/2X3X2",
    ],
    15: ["9x9/5 freestyle O XOXXX4/XXOOX4/OOOOX4/OO7/XO1XO4/9/9/9/9"],
}
"""Positions by the plies of their shortest win; in some, forced answers are fours in turn."""

TRAPS = [
    "9x9/5 freestyle X 1OO1O4/1X7/4X4/XXOXO4/1X1O5/O1X1O4/9/9/9",
    "9x9/5 freestyle O 6O2/4XXX1X/7X1/7OX/6O2/4OOXOO/9/9/9",
    "9x9/5 standard O 1XX1OO3/3OX4/1XXO1O1X1/5OXX1/1OO3OX1/9/9/9/9",
    "9x9/5 standard O 9/2X6/3O5/1XOO5/OX1XO4/XX1X1O3/1X3O3/O1X6/OO7",
]
"""Not won, though they look won by fours if the defender's own lines are ignored."""

FORBIDDEN_ANSWERS = {
    "an overline": "9x9/5 renju O 9/3O5/3O5/3O5/9/XXX1XX3/9/9/9",
    "two fours": "9x9/5 renju O 4O4/4O4/4O4/9/1XXX1XXX1/9/9/9/9",
    "two threes": "9x9/5 renju O 4O4/4O4/4O4/9/2XX5/5X3/6X2/9/9",
}
"""White makes a four in the column, and Black's only answer is forbidden."""

FORBIDDEN_FOURS = {
    "two fours": "9x9/5 renju X 9/OXXX5/4X4/4X4/4X4/4O4/9/9/9",
    "two fours in one line": "9x9/5 renju X 9/9/9/9/1X1X1XX2/9/9/9/9",
    "an overline": "9x9/5 renju X 9/9/9/9/OXXX1XXO1/9/9/9/9",
}
"""Black would win by fours in freestyle, but all of Black's fours are forbidden."""

OVERLINES = [
    "9x9/5 standard X 9/9/1XXX1XX2/9/9/9/9/9/9",
    "9x9/5 standard O 2X1X1X2/2O5O/2O1OO1OX/1O4OX1/5X1XX/9/9/9/9",
    "9x9/5 standard O 4X2X1/7OX/4O2XX/4O1XO1/5X3/8O/4OX2X/4OOOXO/9",
]
"""Won by fours in freestyle, but not if six in a row do not win."""


def find(board: Board, depth: int = DEPTH) -> tuple[int, Point]:
    """Return the plies of a win by fours and its first move."""
    position = make_position(board)
    fours = VcfSearch(position)
    plies = fours.search(depth)
    return plies, position.point(fours.moves()[0] if plies else 0)


def answer(board: Board) -> Point:
    return find(board)[1]


@pytest.mark.parametrize(
    "plies, text", [(plies, text) for plies, texts in COMPOSED.items() for text in texts]
)
def test_a_composed_win_is_found_and_holds_against_every_defence(plies: int, text: str) -> None:
    board = parse_position(text)
    claimed, opener = find(board)
    assert claimed >= plies
    assert board.is_legal(opener)
    assert not threats.refutation(board, claimed, answer)
    if plies <= 9:
        assert threats.shortest_by_fours(board, plies) == plies


@pytest.mark.parametrize("text", TRAPS)
def test_a_win_that_ignores_the_defenders_lines_is_not_found(text: str) -> None:
    board = parse_position(text)
    assert find(board)[0] == 0
    assert threats.shortest_by_fours(board, 9) == 0


@pytest.mark.parametrize("text", OVERLINES)
def test_a_win_that_needs_an_overline_is_not_found_in_standard(text: str) -> None:
    board = parse_position(text)
    freestyle = Board(Rules(9, 9, 5), board.stones, board.turn)
    assert find(board)[0] == 0
    claimed = find(freestyle)[0]
    assert claimed
    assert not threats.refutation(freestyle, claimed, answer)


@pytest.mark.parametrize("text", FORBIDDEN_ANSWERS.values(), ids=FORBIDDEN_ANSWERS)
def test_a_four_wins_if_its_answer_is_forbidden(text: str) -> None:
    board = parse_position(text)
    assert find(board)[0] == 3
    assert not threats.refutation(board, 3, answer)
    assert find(Board(Rules(9, 9, 5), board.stones, board.turn))[0] == 0


@pytest.mark.parametrize("text", FORBIDDEN_FOURS.values(), ids=FORBIDDEN_FOURS)
def test_a_forbidden_four_does_not_win(text: str) -> None:
    board = parse_position(text)
    assert find(board)[0] == 0
    assert threats.shortest_by_fours(board, 5) == 0
    assert find(Board(Rules(9, 9, 5), board.stones, board.turn))[0]


@pytest.mark.parametrize("plies", [plies for plies in COMPOSED if plies > 3])
def test_no_win_is_found_with_too_few_fours(plies: int) -> None:
    for text in COMPOSED[plies]:
        board = parse_position(text)
        for depth in range((plies - 1) // 2 - 1):
            assert find(board, depth)[0] == 0
        assert find(board, (plies - 1) // 2)[0] >= plies


@pytest.mark.parametrize("win", sorted(PATTERN_RULES, key=str))
@modest
@given(SEEDS)
def test_wins_on_random_boards_hold_against_every_defence(win: WinRule, seed: int) -> None:
    board = crowd(Rules(9 - seed % 3, 9, 5, win), seed)
    if board is not None:
        claimed, _ = find(board)
        assert not claimed or not threats.refutation(board, claimed, answer)


@pytest.mark.parametrize("win", [WinRule.FREESTYLE, WinRule.STANDARD])
@modest
@given(SEEDS)
def test_a_short_win_on_a_random_board_is_never_missed(win: WinRule, seed: int) -> None:
    board = crowd(Rules(7, 7, 5, win), seed)
    if board is not None:
        shortest = threats.shortest_by_fours(board, 5)
        assert not shortest or find(board)[0] >= shortest


@modest
@given(SEEDS)
def test_a_short_win_in_renju_is_not_missed_while_there_is_room(seed: int) -> None:
    board = crowd(Rules(11, 11, 5, WinRule.RENJU), seed)
    if board is not None and len(board.empty_points()) > 80:
        shortest = threats.shortest_by_fours(board, 3)
        assert not shortest or find(board)[0] >= shortest


def test_a_search_does_not_change_the_position() -> None:
    for text in (*COMPOSED[9], *TRAPS):
        position = make_position(parse_position(text))
        before = position.facts()
        VcfSearch(position).search(DEPTH)
        assert position.facts() == before


@pytest.mark.parametrize("text", [COMPOSED[3][0], FORBIDDEN_ANSWERS["two fours"]])
def test_the_last_four_counts_if_asked_for(text: str) -> None:
    search = VcfSearch(make_position(parse_position(text)), counts_last=True)
    assert not search.search(0)
    assert search.search(1) == 3


def test_a_search_stops_at_its_budget_and_says_so() -> None:
    search = VcfSearch(make_position(parse_position(COMPOSED[15][0])))
    assert not search.search(DEPTH, 3)
    assert search.left() < 0
    assert search.search(DEPTH, 100_000)
    assert 0 <= search.left() < 100_000
