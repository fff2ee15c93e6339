from __future__ import annotations

from math import factorial
from pathlib import Path

import pytest
from kit.reference import count_games

from tengen.rules.board import Board
from tengen.rules.notation import parse_rules
from tengen.rules.perft import PerftCounts, perft
from tengen.rules.point import Point
from tengen.rules.rules import Rules, WinRule

DATA = Path(__file__).parent.parent / "data" / "perft.txt"
LINES = [line for line in DATA.read_text("utf-8").splitlines() if line and line[0] != "#"]
TINY = [(3, 2), (1, 5), (5, 1)]
TIC_TAC_TOE = Rules(3, 3, 3)


def counts_of(line: str) -> list[int]:
    """Return the counts of a line: unfinished, first, second, ties."""
    return [int(number) for number in line.split(", ")[2:]]


def tally_of(line: str) -> tuple[Rules, int, PerftCounts]:
    """Return the rules, the depth and the expected counts of a line."""
    rules, depth, *_ = line.split(", ")
    return parse_rules(rules), int(depth), PerftCounts(*counts_of(line))


@pytest.mark.parametrize("line", LINES)
def test_the_counts_agree_with_the_data(line: str) -> None:
    rules, depth, expected = tally_of(line)
    board = Board(rules)
    assert perft(board, depth) == expected
    assert board == Board(rules)
    assert not board.moves


@pytest.mark.parametrize("line", [line for line in LINES if sum(counts_of(line)) < 4000])
def test_the_small_counts_agree_with_the_reference(line: str) -> None:
    rules, depth, expected = tally_of(line)
    assert PerftCounts(*count_games(rules, depth)) == expected


def test_the_data_has_every_win_rule_and_no_duplicates() -> None:
    vectors = [tally_of(line) for line in LINES]
    assert {rules.win for rules, _, _ in vectors} == set(WinRule)
    assert len({(rules, depth) for rules, depth, _ in vectors}) == len(LINES)


@pytest.mark.parametrize("width, height", TINY)
@pytest.mark.parametrize("win", [win for win in WinRule if win is not WinRule.RENJU])
def test_the_counts_of_tiny_boards_agree_with_the_reference(
    win: WinRule, width: int, height: int
) -> None:
    for k in (1, 2, 3):
        rules = Rules(width, height, k, win)
        for depth in (3, 6):
            assert perft(Board(rules), depth) == PerftCounts(*count_games(rules, depth))


def test_the_data_has_the_255168_games_of_tic_tac_toe() -> None:
    counts = {depth: tally for rules, depth, tally in map(tally_of, LINES) if rules == TIC_TAC_TOE}
    assert set(counts) == set(range(1, 10))
    assert counts[9] == PerftCounts(0, 131184, 77904, 46080)
    assert counts[9].first + counts[9].second + counts[9].ties == 255168


@pytest.mark.parametrize("win", WinRule)
def test_before_a_line_is_possible_all_orders_of_moves_count(win: WinRule) -> None:
    assert perft(Board(Rules(15, 15, 5, win)), 1) == PerftCounts(225, 0, 0, 0)
    board = Board(Rules(15, 15, 5, win))
    board.play(Point(7, 7))
    assert perft(board, 2) == PerftCounts(224 * 223, 0, 0, 0)


def test_without_a_line_every_order_of_all_points_is_a_tie() -> None:
    assert perft(Board(Rules(4, 2, 5)), 8) == PerftCounts(0, 0, 0, factorial(8))


def test_depth_zero_counts_the_position_itself() -> None:
    assert perft(Board(TIC_TAC_TOE), 0) == PerftCounts(1, 0, 0, 0)
    won = Board(Rules(1, 1, 1))
    won.play(Point(0, 0))
    assert perft(won, 0) == PerftCounts(0, 1, 0, 0)


def positions_from(board: Board, seen: dict[str, Board]) -> dict[str, Board]:
    """Return all reachable positions by their text."""
    if str(board) not in seen:
        seen[str(board)] = board.copy()
        for point in board.legal_points():
            board.play(point)
            positions_from(board, seen)
            board.undo()
    return seen


def test_tic_tac_toe_has_5478_positions_and_765_up_to_symmetry() -> None:
    positions = positions_from(Board(TIC_TAC_TOE), {}).values()
    assert len(positions) == 5478
    assert len({board.key for board in positions}) == 5478
    assert len({board.canonical().key for board in positions}) == 765
    ends = [board for board in positions if board.outcome.is_over]
    assert len(ends) == 958
    assert len({board.canonical().key for board in ends}) == 138
    assert sum(board.outcome.is_tie for board in ends) == 16
