"""What four directions are together."""

from __future__ import annotations

import math
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.strategies import thorough

from tengen.engine import pattern_tables as t
from tengen.engine import patterns as p
from tengen.rules.rules import Rules, WinRule

TABLES = t.pattern_tables(Rules(15, 15, 5))
PATTERNS = st.integers(p.DEAD, p.FIVE)


def number(four: tuple[int, ...]) -> int:
    a, b, c, d = four
    return a | b << 4 | c << 8 | d << 12


@thorough
@given(st.tuples(PATTERNS, PATTERNS, PATTERNS, PATTERNS))
def test_the_order_of_directions_does_not_matter(four: tuple[int, int, int, int]) -> None:
    orders = [number(order) for order in permutations(four)]
    assert len({TABLES.category[order] for order in orders}) == 1
    assert len({TABLES.order[order] for order in orders}) == 1
    assert len({tuple(TABLES.worth[2 * order : 2 * order + 2]) for order in orders}) == 1


@thorough
@given(st.tuples(PATTERNS, PATTERNS, PATTERNS, PATTERNS))
def test_a_kind_that_wins_is_just_what_wins(four: tuple[int, int, int, int]) -> None:
    kind = TABLES.category[number(four)]
    straight, fours = p.STRAIGHT_FOUR in four, four.count(p.FOUR)
    assert (kind == t.FIVE) == (p.FIVE in four)
    assert (kind == t.WINS_IN_THREE) == (p.FIVE not in four and (straight or fours > 1))
    assert (t.FOUR <= kind < t.WINS_IN_THREE) == (max(four) <= p.FOUR and fours == 1)


@pytest.mark.parametrize(
    "four, kind",
    [
        ((p.DEAD, p.DEAD, p.DEAD, p.DEAD), t.NOTHING),
        ((p.FOUR, p.DEAD, p.THREE, p.DEAD), t.FOUR_AND_THREE),
        ((p.FOUR, p.DEAD, p.FOUR, p.THREE), t.WINS_IN_THREE),
        ((p.DEAD, p.THREE_WIDE, p.THREE, p.DEAD), t.TWO_THREES),
        ((p.DEAD, p.THREE, p.DEAD, p.DEAD), t.THREE),
        ((p.STRAIGHT_FOUR, p.FIVE, p.DEAD, p.DEAD), t.FIVE),
    ],
)
def test_kinds_that_players_know(four: tuple[int, int, int, int], kind: int) -> None:
    assert TABLES.category[number(four)] == kind


def test_patterns_that_differ_in_their_order_alone_are_judged_once() -> None:
    t.PatternTables(Rules(15, 15, 5, WinRule.RENJU))
    sets = [math.comb(count + 3, 4) for count in (p.FIVE + 1, p.TWO_FOURS + 1)]
    assert t._point.cache_info().misses == sum(sets)  # noqa: SLF001 - what it costs is not seen from outside


def test_the_tables_of_a_game_are_made_once_for_all_sizes() -> None:
    made = t.pattern_tables(Rules(15, 15, 5))
    assert t.pattern_tables(Rules(9, 12, 5)) is made
    assert t.pattern_tables(Rules(15, 15, 5, WinRule.STANDARD)) is not made


def test_an_empty_window_holds_the_same_for_both_players() -> None:
    both = TABLES.lookup[0]
    assert both & 15 == both >> 4
    assert both & 15 not in {p.DEAD, p.FIVE}
