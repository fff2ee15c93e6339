"""The position of the general search, its pairings and its threats."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit import threats
from kit.general import WIN_RULES, almost_full, sign
from kit.strategies import SEEDS, boards, modest, some_rules

from tengen.engine.general_pairing import GeneralPairing
from tengen.engine.general_position import GeneralPosition
from tengen.engine.general_threats import GeneralThreats
from tengen.engine.window_tables import window_tables
from tengen.rules.board import Board
from tengen.rules.geometry import symmetries
from tengen.rules.rules import Player, Rules, WinRule

SMALL = some_rules(st.integers(1, 7), st.integers(1, 6), st.sampled_from(WIN_RULES))


@modest
@given(boards(SMALL))
def test_a_position_updated_by_moves_equals_a_new_one(board: Board) -> None:
    if board.outcome.is_over:
        return
    position = GeneralPosition(board)
    before = position.facts()
    for point in board.legal_points():
        position.play(point.row, point.col)
        board.play(point)
        assert position.facts() == GeneralPosition(board).facts()
        board.undo()
        position.undo()
        assert position.facts() == before


@modest
@given(boards(SMALL))
def test_wins_in_one_are_counted_for_both_players(board: Board) -> None:
    if board.outcome.is_over:
        return
    tally = GeneralPosition(board).facts()[0]
    stones = threats.places(board)
    for who, player in enumerate(Player):
        wins = threats.winning_places(board.rules, stones, player)
        assert tally[4 * who + 3] == len(wins)


@modest
@given(boards(some_rules(st.integers(1, 7), st.integers(2, 5), st.sampled_from(WIN_RULES))))
def test_symmetric_boards_have_the_same_keys(board: Board) -> None:
    keys = GeneralPosition(board).facts()[3]
    assert keys[0] == board.key
    for symmetry in symmetries(board.rules):
        turned = GeneralPosition(board.transformed(symmetry)).facts()[3]
        assert sorted(turned) == sorted(keys)


@pytest.mark.parametrize("win", WIN_RULES)
@modest
@given(SEEDS)
def test_a_player_held_by_pairs_does_not_win(win: WinRule, seed: int) -> None:
    board = almost_full(win, seed, 8)
    if board is not None:
        pairs = GeneralPairing(GeneralPosition(board))
        held = [player for who, player in enumerate(Player) if pairs.holds(who, 50)]
        for player in held:
            first = Board(board.rules, board.stones, player)
            assert threats.solve(first) <= 0, str(first)


def test_pairs_hold_five_in_a_row_on_five_by_five_but_not_three_on_three_by_three() -> None:
    assert GeneralPairing(GeneralPosition(Board(Rules(5, 5, 5)))).holds(0, 100)
    assert not GeneralPairing(GeneralPosition(Board(Rules(3, 3, 3)))).holds(0, 100)


@pytest.mark.parametrize("win", WIN_RULES)
@modest
@given(SEEDS)
def test_a_win_by_threats_is_a_win(win: WinRule, seed: int) -> None:
    board = almost_full(win, seed, 9)
    if board is not None:
        plies = GeneralThreats(GeneralPosition(board)).wins(4, 100)
        assert plies == 0 or 0 < threats.solve(board) <= plies, str(board)


def test_wins_by_threats_are_found_where_there_is_one_answer_to_each() -> None:
    found = 0
    for seed in range(60):
        random = Random(seed)
        rules = Rules(6, 6, 4, random.choice([WinRule.FREESTYLE, WinRule.STANDARD]))
        stones = random.sample(Board(rules).empty_points(), 12)
        setup = {point: tuple(Player)[number % 2] for number, point in enumerate(stones)}
        board = Board(rules, setup)
        if not board.outcome.is_over:
            plies = GeneralThreats(GeneralPosition(board)).wins(2, 1000)
            assert sign(plies) == sign(threats.shortest_by_fours(board, 7)), str(board)
            found += plies > 3
    assert found


@pytest.mark.parametrize("size", [(3, 3), (4, 3), (8, 8)])
def test_images_and_origins_of_a_symmetry_are_inverse(size: tuple[int, int]) -> None:
    tables = window_tables(Rules(*size, 3))
    area = tables.rules.area
    for turn in range(tables.symmetries):
        images = [tables.images[turn * area + cell] for cell in range(area)]
        assert [tables.origins[turn * area + image] for image in images] == list(range(area))
