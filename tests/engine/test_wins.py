"""Wins as trees."""

import pickle

import pytest

from tengen.engine.win_finder import Win
from tengen.rules.point import Point

A, B, C, D, E = (Point(0, col) for col in range(5))
FIVE = Win(A)
FOUR = Win(B, {A: Win(C), C: FIVE}, FIVE)
THREE = Win(D, {B: FIVE, C: FOUR}, FOUR)


def test_a_move_that_makes_five_needs_nothing_after_it() -> None:
    assert (FIVE.makes_five, FIVE.makes_four, FIVE.plies) == (True, False, 1)
    assert FIVE.after(E) is None
    assert FIVE.line() == (A,)


def test_a_four_is_a_move_after_which_five_is_threatened() -> None:
    assert (FOUR.makes_five, FOUR.makes_four, FOUR.plies) == (False, True, 3)
    assert (THREE.makes_five, THREE.makes_four, THREE.plies) == (False, False, 5)


def test_an_answer_that_is_not_listed_is_met_as_if_the_defender_had_passed() -> None:
    assert THREE.after(B) is FIVE
    assert THREE.after(C) is FOUR
    assert THREE.after(E) is FOUR


def test_the_line_is_one_on_which_the_defender_lasts_longest() -> None:
    assert THREE.line() == (D, C, B, A, C)
    assert len(THREE.line()) == THREE.plies


def test_every_subtree_is_listed_once() -> None:
    nodes = list(THREE.nodes())
    assert nodes[0] is THREE
    assert len(nodes) == len({id(win) for win in nodes}) == 4


def test_a_win_is_frozen_and_short_to_look_at() -> None:
    assert repr(THREE) == "<Win 0,3 in 5>"
    with pytest.raises(AttributeError):
        THREE.move = A  # type: ignore[misc]


def test_a_win_can_be_pickled() -> None:
    twin = pickle.loads(pickle.dumps(THREE))
    assert (twin.plies, twin.line()) == (THREE.plies, THREE.line())
