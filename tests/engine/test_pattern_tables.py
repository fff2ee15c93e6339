"""The category of four patterns together, and how early such a point is tried."""

from __future__ import annotations

import math
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.strategies import thorough

from tengen.engine import constants as c
from tengen.engine import pattern_tables as t
from tengen.rules.rules import Rules, WinRule

TABLES = t.pattern_tables(Rules(15, 15, 5))
PATTERNS = st.integers(c.DEAD, c.FIVE)


def number(four: tuple[int, ...]) -> int:
    a, b, c, d = four
    return a | b << 4 | c << 8 | d << 12


@thorough
@given(st.tuples(PATTERNS, PATTERNS, PATTERNS, PATTERNS))
def test_the_order_of_directions_does_not_matter(four: tuple[int, int, int, int]) -> None:
    orders = [number(order) for order in permutations(four)]
    assert len({TABLES.category[order] for order in orders}) == 1
    assert len({TABLES.order[order] for order in orders}) == 1


@thorough
@given(st.tuples(PATTERNS, PATTERNS, PATTERNS, PATTERNS))
def test_a_category_wins_exactly_if_its_patterns_win(four: tuple[int, int, int, int]) -> None:
    kind = TABLES.category[number(four)]
    straight, fours = c.STRAIGHT_FOUR in four, four.count(c.SIMPLE_FOUR)
    assert (kind == c.FIVE) == (c.FIVE in four)
    assert (kind == c.WINS_IN_THREE) == (c.FIVE not in four and (straight or fours > 1))
    assert (c.FOUR <= kind < c.WINS_IN_THREE) == (max(four) <= c.SIMPLE_FOUR and fours == 1)


@pytest.mark.parametrize(
    "four, kind",
    [
        ((c.DEAD, c.DEAD, c.DEAD, c.DEAD), c.NOTHING),
        ((c.SIMPLE_FOUR, c.DEAD, c.THREE_NARROW, c.DEAD), c.FOUR_AND_THREE),
        ((c.SIMPLE_FOUR, c.DEAD, c.SIMPLE_FOUR, c.THREE_NARROW), c.WINS_IN_THREE),
        ((c.DEAD, c.THREE_WIDE, c.THREE_NARROW, c.DEAD), c.TWO_THREES),
        ((c.DEAD, c.THREE_NARROW, c.DEAD, c.DEAD), c.THREE),
        ((c.STRAIGHT_FOUR, c.FIVE, c.DEAD, c.DEAD), c.FIVE),
    ],
)
def test_well_known_shapes_have_their_categories(
    four: tuple[int, int, int, int], kind: int
) -> None:
    assert TABLES.category[number(four)] == kind


def test_patterns_in_a_different_order_are_judged_once() -> None:
    t.PatternTables(Rules(15, 15, 5, WinRule.RENJU))
    sets = [math.comb(count + 3, 4) for count in (c.FIVE + 1, c.TWO_FOURS + 1)]
    assert t._point.cache_info().misses == sum(sets)  # noqa: SLF001 - what it costs is not seen from outside


def test_the_tables_of_a_game_are_made_once_for_all_sizes() -> None:
    made = t.pattern_tables(Rules(15, 15, 5))
    assert t.pattern_tables(Rules(9, 12, 5)) is made
    assert t.pattern_tables(Rules(15, 15, 5, WinRule.STANDARD)) is not made


def test_an_empty_window_has_the_same_pattern_for_both_players() -> None:
    both = TABLES.lookup[0]
    assert both & 15 == both >> 4
    assert both & 15 not in {c.DEAD, c.FIVE}
