"""The general search plays small games perfectly and proves nothing false about others."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit import threats
from kit.boards import row_board
from kit.general import WIN_RULES, almost_full, search, sign
from kit.strategies import SEEDS, modest

from tengen.engine import Engine, Limits, Line
from tengen.engine.analysis import plies_of
from tengen.engine.constants import WIN
from tengen.engine.engine import HashTable
from tengen.engine.general_position import GeneralPosition
from tengen.engine.general_search import GeneralSearch
from tengen.rules.board import Board
from tengen.rules.notation import parse_position
from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules, WinRule

SIX = "19x19/6 freestyle {} 19/19/19/19/19/19/6OO1O9/5OXXXXX8/19/5O1O11/19/19/19/19/19/19/19/19/19"
KNOWN = {
    (3, 3, 3): 0,
    (4, 3, 3): 1,
    (4, 4, 4): 0,
    (5, 4, 4): 0,
    (6, 4, 4): 0,
    (5, 5, 4): 0,
    (6, 5, 4): 1,
    (6, 6, 4): 1,
    (5, 5, 5): 0,
    (6, 6, 5): 0,
}
"""The known values of games for the first player with best play."""


def best_line(board: Board, limits: Limits) -> Line:
    """Return the best line of the last analysis."""
    *_, last = Engine(1).analyse(board, limits)
    return last.lines[0]


def check_move(board: Board, move: Point, true: int, known: dict[int, int] | None = None) -> None:
    """Check that a move keeps the value of the position."""
    player = board.turn
    board.play(move)
    if board.outcome.is_over:
        after = int(board.outcome.winner is player)
    else:
        after = -sign(threats.solve(board, known))
    board.undo()
    assert after == sign(true), f"{board} {move}"


def reachable(board: Board, seen: dict[str, Board]) -> dict[str, Board]:
    """Return all positions that can be reached before the game ends."""
    if str(board) not in seen and not board.outcome.is_over:
        seen[str(board)] = board.copy()
        for point in board.legal_points():
            board.play(point)
            reachable(board, seen)
            board.undo()
    return seen


def test_tictactoe_is_played_perfectly_in_every_position() -> None:
    known: dict[int, int] = {}
    positions = reachable(Board(Rules(3, 3, 3)), {})
    assert len(positions) == 4520
    for board in positions.values():
        true = threats.solve(board, known)
        plies, solved, move = search(board, 9)
        assert solved
        assert plies == true, str(board)
        check_move(board, move, true, known)


@pytest.mark.parametrize("game", KNOWN)
def test_solved_games_have_their_known_values(game: tuple[int, int, int]) -> None:
    board = Board(Rules(*game))
    plies, solved, _ = search(board, board.rules.area)
    assert solved
    assert sign(plies) == KNOWN[game]


@pytest.mark.parametrize("win", WIN_RULES)
@modest
@given(SEEDS)
def test_a_game_that_is_almost_over_is_solved(win: WinRule, seed: int) -> None:
    board = almost_full(win, seed)
    if board is not None:
        true = threats.solve(board)
        plies, solved, move = search(board, len(board.empty_points()))
        assert solved, str(board)
        assert sign(plies) == sign(true), str(board)
        assert abs(plies) >= abs(true), str(board)
        check_move(board, move, true)


@pytest.mark.parametrize("win", WIN_RULES)
@modest
@given(SEEDS, st.integers(1, 3))
def test_proven_scores_at_small_depths_are_true(win: WinRule, seed: int, depth: int) -> None:
    board = almost_full(win, seed, 8)
    if board is not None:
        plies, solved, _ = search(board, depth)
        if solved:
            assert sign(plies) == sign(threats.solve(board)), str(board)


@pytest.mark.parametrize("win", WIN_RULES)
@pytest.mark.parametrize("size", [(6, 6), (8, 7)])
def test_a_proven_line_is_played_out_to_a_win(size: tuple[int, int], win: WinRule) -> None:
    board = Board(Rules(*size, 4, win))
    line = best_line(board, Limits(depth=9))
    player = board.turn
    for move in line.moves:
        board.play(move)
    assert 0 < len(line.moves) <= line.plies
    assert board.outcome.winner is player


def test_the_search_of_a_drawn_game_ends_by_itself() -> None:
    analyses = list(Engine(1).analyse(Board(Rules(5, 4, 4)), Limits()))
    assert len(analyses) <= 20
    assert (analyses[-1].score, analyses[-1].plies) == (0, 0)


@pytest.mark.parametrize(
    "row, k, win, wins",
    [
        ("XX.XX...", 4, WinRule.FREESTYLE, True),
        ("XX.XX...", 4, WinRule.STANDARD, False),
        ("XX.X....", 4, WinRule.STANDARD, True),
        ("OXX.XO..", 4, WinRule.STANDARD, True),
        ("OXX.XO..", 4, WinRule.CARO, False),
        ("OXX.X...", 4, WinRule.CARO, True),
        ("XX.XO...", 4, WinRule.CARO, True),
        ("OXX.XXO.", 4, WinRule.CARO, False),
        (".XX.XXO.", 4, WinRule.CARO, True),
        (".XX.XXO.", 4, WinRule.CARO_EXACT, False),
        ("OXX.XXO.", 4, WinRule.CARO_LONG, True),
        ("OXX.XO..", 4, WinRule.CARO_LONG, False),
    ],
)
def test_a_win_in_one_follows_the_rules(row: str, k: int, win: WinRule, wins: bool) -> None:  # noqa: FBT001
    board = row_board(row, k, win, Player.FIRST)
    assert (best_line(board, Limits(depth=2)).plies == 1) == wins


@pytest.mark.parametrize("nodes", [1, 10, 1000])
def test_a_win_in_one_is_taken_and_the_opponents_is_prevented(nodes: int) -> None:
    for turn in ("X", "O"):
        board = parse_position(SIX.format(turn))
        board.play(Engine(0).choose(board, Limits(nodes=nodes)))
        stopped = not threats.winning_places(board.rules, threats.places(board), board.turn)
        assert board.outcome.winner if turn == "X" else stopped


@pytest.mark.parametrize(
    "rules",
    [
        Rules(1, 1, 1),
        Rules(3, 2, 1, WinRule.STANDARD),
        Rules(2, 2, 2, WinRule.CARO),
        Rules(4, 4, 60),
        Rules(1, 52, 7),
        Rules(52, 52, 6),
        Rules(23, 15, 5),
        Rules(15, 15, 5, WinRule.CARO_EXACT),
        Rules(12, 12, 12, WinRule.CARO_LONG),
    ],
)
def test_moves_are_legal_on_boards_of_every_kind(rules: Rules) -> None:
    board, engine = Board(rules), Engine(0)
    for _ in range(4):
        if not board.outcome.is_over:
            *_, last = engine.analyse(board, Limits(nodes=400), 2)
            assert all(board.is_legal(line.moves[0]) for line in last.lines)
            board.play(engine.choose(board, Limits(nodes=400)))


@pytest.mark.parametrize("count", [2, 5])
def test_lines_have_different_first_moves_and_the_best_is_first(count: int) -> None:
    *_, last = Engine(1).analyse(Board(Rules(7, 7, 4)), Limits(depth=5), count)
    assert len({line.moves[0] for line in last.lines}) == count
    scores = [line.score for line in last.lines]
    assert scores == sorted(scores, reverse=True)


def test_two_threads_find_the_same_as_one() -> None:
    *_, last = Engine(1, threads=2).analyse(Board(Rules(6, 5, 4)), Limits())
    assert last.plies > 0


def test_a_stopped_search_restores_the_position_and_proves_nothing_false() -> None:
    position = GeneralPosition(Board(Rules(5, 5, 4)))
    before = position.facts()
    for limit in range(1, 400, 13):
        searcher = GeneralSearch(position, HashTable(0))
        searcher.limit = limit
        scores = [searcher.run(depth, -WIN, WIN) for depth in (1, 3, 9)]
        assert searcher.stop
        assert not searcher.solved
        assert not any(plies_of(score) for score in scores)
        assert position.facts() == before


def test_two_searches_of_a_position_give_the_same_result() -> None:
    results = set()
    for _ in range(2):
        searcher = GeneralSearch(GeneralPosition(Board(Rules(8, 8, 5))), HashTable(1))
        scores = tuple(searcher.run(depth, -WIN, WIN) for depth in range(1, 6))
        results.add((scores, searcher.best, searcher.all_nodes()))
    assert len(results) == 1
