"""Trees of wins, and their zones."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from kit.strategies import SEEDS, modest
from kit.wins import Replay, crowd

from tengen.engine.win_finder import Win, find_win, zone
from tengen.errors import RuleError
from tengen.rules.board import Board
from tengen.rules.notation import parse_position
from tengen.rules.point import Point, format_algebraic
from tengen.rules.rules import Player, Rules, WinRule

A, B, C, D, E = (Point(0, col) for col in range(5))
FIVE = Win(A)
FOUR = Win(B, {A: Win(C), C: FIVE}, FIVE)
THREE = Win(D, {B: FIVE, C: FOUR}, FOUR)


def test_a_move_that_makes_five_has_no_children() -> None:
    assert (FIVE.makes_five, FIVE.makes_four, FIVE.plies) == (True, False, 1)
    assert FIVE.after(E) is None
    assert FIVE.line() == (A,)


def test_a_four_is_a_move_after_which_five_is_threatened() -> None:
    assert (FOUR.makes_five, FOUR.makes_four, FOUR.plies) == (False, True, 3)
    assert (THREE.makes_five, THREE.makes_four, THREE.plies) == (False, False, 5)


def test_an_unlisted_answer_is_met_like_a_pass() -> None:
    assert THREE.after(B) is FIVE
    assert THREE.after(C) is FOUR
    assert THREE.after(E) is FOUR


def test_the_line_has_the_longest_defence() -> None:
    assert THREE.line() == (D, C, B, A, C)
    assert len(THREE.line()) == THREE.plies


def test_every_subtree_is_listed_once() -> None:
    nodes = list(THREE.nodes())
    assert nodes[0] is THREE
    assert len(nodes) == len({id(win) for win in nodes}) == 4


def test_a_win_is_frozen_and_has_a_short_repr() -> None:
    assert repr(THREE) == "<Win 0,3 in 5>"
    with pytest.raises(AttributeError):
        THREE.move = A  # type: ignore[misc]


def test_a_win_can_be_pickled() -> None:
    twin = pickle.loads(pickle.dumps(THREE))
    assert (twin.plies, twin.line()) == (THREE.plies, THREE.line())


RULES = [WinRule.FREESTYLE, WinRule.STANDARD]
DOUBLE_THREE = "9x9/5 freestyle X 9/9/9/4X4/4X4/2XX5/9/9/9"


def names(board: Board, win: Win, extras: int) -> str:
    points = sorted(zone(board, win, extras), key=lambda point: (point.col, -point.row))
    return " ".join(format_algebraic(point, board.rules) for point in points)


def threes(stones: dict[Point, Player], turn: Player, win: Win) -> Iterator[Win]:
    """Yield every three of a tree; meanwhile `stones` has the stones on the way to it."""
    stones[win.move] = turn
    if not win.makes_four and not win.makes_five:
        yield win
    for reply, child in win.replies.items():
        stones[reply] = turn.other
        yield from threes(stones, turn, child)
        del stones[reply]
    del stones[win.move]


def test_the_zone_of_an_open_three_is_where_it_can_be_stopped() -> None:
    board = parse_position("9x9/5 freestyle X O8/9/9/9/3XXX3/9/9/9/O8")
    win = find_win(board)
    assert win is not None
    assert names(board, win, 1) == "b5 c5 g5"


def test_the_zone_includes_the_defenders_fours() -> None:
    board = parse_position("9x9/5 freestyle X OOO6/9/9/9/3XXX3/9/9/9/9")
    win = find_win(board)
    assert win is not None
    assert names(board, win, 1) == "b5 c5 d9 e9 g5"
    assert {"d9", "e9", "f9"} < set(names(board, win, 3).split())


@pytest.mark.parametrize("rule, belongs", [("standard", False), ("freestyle", True)])
def test_the_zone_excludes_lines_that_would_be_too_long(rule: str, *, belongs: bool) -> None:
    board = parse_position(f"9x9/5 {rule} X OO2OO3/9/9/9/3XXX3/9/9/9/9")
    win = find_win(board)
    assert win is not None
    assert ("c9" in names(board, win, 1)) is belongs


@pytest.mark.parametrize("win", RULES)
@modest
@given(SEEDS)
def test_the_listed_answers_are_the_zone_of_the_threat(win: WinRule, seed: int) -> None:
    board = crowd(Rules(9, 9, 5, win), seed)
    found = find_win(board, 2000) if board else None
    if board and found and found.plies < 16:
        stones = board.stones
        for three in threes(stones, board.turn, found):
            assert three.otherwise is not None
            here = Board(board.rules, stones, board.turn)
            assert zone(here, three.otherwise, 1) == set(three.replies)


@pytest.mark.parametrize("win", RULES)
@modest
@given(SEEDS)
def test_stones_outside_the_zones_do_not_save_the_defender(win: WinRule, seed: int) -> None:
    board = crowd(Rules(9, 9, 5, win), seed)
    found = find_win(board, 2000) if board else None
    if board and found and not found.makes_five:
        random, stones = Random(seed), board.stones
        for extras in (1, 2, 3):
            spare = set(board.empty_points()) - zone(board, found, extras) - stones.keys()
            if spare:
                stones[random.choice(sorted(spare, key=str))] = board.turn.other
        full = Board(board.rules, stones, board.turn)
        assert not full.outcome.is_over
        assert Replay(full, some=6, seed=seed).flaw(found) == ""


def test_zones_of_other_games_are_refused() -> None:
    win = find_win(parse_position(DOUBLE_THREE))
    assert win is not None
    with pytest.raises(RuleError):
        zone(Board(Rules(9, 9, 5, WinRule.CARO)), win, 1)
