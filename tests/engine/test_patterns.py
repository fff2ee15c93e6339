"""Patterns agree with their definitions: the number of ways to win, or to a straight four."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.strategies import thorough

from tengen.engine import constants as c
from tengen.engine import patterns as p
from tengen.engine.pattern_tables import pattern_tables
from tengen.rules.forbidden import line_shape
from tengen.rules.geometry import Wall
from tengen.rules.rules import Player, Rules, WinRule

PLAYED = [win for win in WinRule if win is not WinRule.RENJU]
RULES = st.sampled_from([Rules(15, 15, 5, win) for win in PLAYED])
FREESTYLE = Rules(15, 15, 5)
RENJU = Rules(15, 15, 5, WinRule.RENJU)
MARKS = ".XO#"


def made(win: WinRule, window: tuple[int, ...]) -> int:
    """Return the first player's pattern in the middle of a window."""
    number = sum(cell << (2 * at) for at, cell in enumerate(window))
    return pattern_tables(Rules(15, 15, 5, win)).lookup[number] & 15


def pattern(line: str, win: WinRule = WinRule.FREESTYLE) -> int:
    """Return the pattern of X on the `*` of a line, which continues with empty cells or edge."""
    left, right = line.split("*")
    reach = p.reach_of(Rules(15, 15, 5, win))
    cells = left.rjust(reach, "#" if left[0] == "#" else ".")[-reach:]
    cells += right.ljust(reach, "#" if right[-1:] == "#" else ".")[:reach]
    return made(win, tuple(MARKS.index(mark) for mark in cells))


def wins(line: str, at: int, win: WinRule) -> bool:
    """Whether the line of Xs through a place wins by the rule."""
    low = len(line[:at].rstrip("X"))
    high = len(line) - len(line[at:].lstrip("X"))
    length, blocked = high - low, line[low - 1 : low] == line[high : high + 1] == "O"
    return {
        WinRule.FREESTYLE: length >= 5,
        WinRule.STANDARD: length == 5,
        WinRule.CARO: length >= 5 and not blocked,
        WinRule.CARO_EXACT: length == 5 and not blocked,
        WinRule.CARO_LONG: length > 5 or (length == 5 and not blocked),
    }[win]


def put(line: str, at: int) -> str:
    return f"{line[:at]}X{line[at + 1 :]}"


def ways_to_win(line: str, win: WinRule) -> int:
    """Return the number of cells where another X makes a winning line through the middle."""
    middle = len(line) // 2
    free = [at for at, mark in enumerate(line) if mark == "."]
    return sum(wins(put(line, at), middle, win) for at in free)


def ways_to_two_ways(line: str, win: WinRule) -> int:
    """Return the number of cells where another X leaves two or more ways to win."""
    free = [at for at, mark in enumerate(line) if mark == "."]
    return sum(ways_to_win(put(line, at), win) > 1 for at in free)


@st.composite
def windows(draw: st.DrawFn, rules: Rules) -> tuple[int, ...]:
    """Draw the cells around a point, with walls only where a board may end."""
    reach = p.reach_of(rules)
    sides = [
        [c.WALL] * walls + draw(st.lists(st.integers(0, 2), min_size=size, max_size=size))
        for walls in (draw(st.integers(0, reach)), draw(st.integers(0, reach)))
        for size in (reach - walls,)
    ]
    return (*sides[0], *reversed(sides[1]))


def as_line(window: tuple[int, ...]) -> str:
    marks = "".join(MARKS[cell] for cell in window)
    return f"{marks[: len(marks) // 2]}X{marks[len(marks) // 2 :]}"


@pytest.mark.parametrize("win", PLAYED)
def test_five_is_exactly_what_wins_by_the_rule(win: WinRule) -> None:
    reach = p.reach_of(Rules(15, 15, 5, win))
    for cells in product(range(3), repeat=8):
        window = (*[p.EMPTY] * (reach - 4), *cells, *[p.EMPTY] * (reach - 4))
        line = as_line(window)
        assert (made(win, window) == c.FIVE) == wins(line, len(line) // 2, win), line


@thorough
@given(RULES.flatmap(lambda rules: st.tuples(st.just(rules.win), windows(rules))))
def test_a_four_has_one_way_to_win_and_a_straight_four_has_more(
    case: tuple[WinRule, tuple[int, ...]],
) -> None:
    win, window = case
    line, kind = as_line(window), made(win, window)
    if not wins(line, len(line) // 2, win):
        ways = ways_to_win(line, win)
        expected = {0: kind < c.SIMPLE_FOUR, 1: kind == c.SIMPLE_FOUR}.get(
            ways, kind == c.STRAIGHT_FOUR
        )
        assert expected, line


@thorough
@given(RULES.flatmap(lambda rules: st.tuples(st.just(rules.win), windows(rules))))
def test_an_open_three_becomes_a_straight_four(case: tuple[WinRule, tuple[int, ...]]) -> None:
    win, window = case
    line, kind = as_line(window), made(win, window)
    if kind < c.SIMPLE_FOUR:
        ways = ways_to_two_ways(line, win)
        three = {0: kind < c.THREE_NARROW, 1: kind == c.THREE_NARROW}.get(
            ways, kind == c.THREE_WIDE
        )
        assert three, line


@thorough
@given(windows(RENJU))
def test_fours_threes_and_overlines_of_renju_follow_the_rules(
    window: tuple[int, ...],
) -> None:
    cells = [(None, Player.FIRST, Player.SECOND, Wall.WALL)[cell] for cell in window]
    rules = line_shape((*cells[:5], None, *cells[5:]))
    kind = made(WinRule.RENJU, window)
    if rules.length >= 5:
        assert kind == (c.FIVE if rules.length == 5 else c.OVERLINE)
    elif rules.fours:
        assert kind == c.TWO_FOURS if rules.fours > 1 else kind in {c.SIMPLE_FOUR, c.STRAIGHT_FOUR}
    else:
        three = {0: kind < c.THREE_NARROW, 1: kind == c.THREE_NARROW}
        assert three.get(len(rules.growths), kind == c.THREE_WIDE)


@thorough
@given(windows(RENJU))
def test_nothing_is_forbidden_to_the_second_player_of_renju(window: tuple[int, ...]) -> None:
    number = sum(cell << (2 * at) for at, cell in enumerate(window))
    swapped = tuple((p.EMPTY, p.OTHER, p.OWN, c.WALL)[cell] for cell in window[1:-1])
    assert pattern_tables(RENJU).lookup[number] >> 4 == made(WinRule.FREESTYLE, swapped)


@thorough
@given(RULES.flatmap(lambda rules: st.tuples(st.just(rules), windows(rules))))
def test_a_window_and_its_mirror_image_have_the_same_pattern(
    case: tuple[Rules, tuple[int, ...]],
) -> None:
    rules, window = case
    assert made(rules.win, window) == made(rules.win, window[::-1])


@thorough
@given(windows(FREESTYLE))
def test_in_freestyle_the_edge_blocks_like_an_opponents_stone(window: tuple[int, ...]) -> None:
    stones = tuple(p.OTHER if cell == c.WALL else cell for cell in window)
    assert made(WinRule.FREESTYLE, window) == made(WinRule.FREESTYLE, stones)


@thorough
@given(windows(FREESTYLE), st.integers(0, 7))
def test_in_freestyle_another_stone_never_lowers_the_pattern(
    window: tuple[int, ...], at: int
) -> None:
    more = (*window[:at], p.OWN, *window[at + 1 :])
    before = made(WinRule.FREESTYLE, window)
    if window[at] == p.EMPTY and before >= c.SIMPLE_FOUR:
        assert made(WinRule.FREESTYLE, more) >= before


@pytest.mark.parametrize(
    "line, expected",
    [
        ("XX*XX", c.FIVE),
        ("XXX*XX", c.FIVE),
        (".XXX*.", c.STRAIGHT_FOUR),
        ("OXXX*.", c.SIMPLE_FOUR),
        ("XX*.X", c.SIMPLE_FOUR),
        ("X.XX*.X", c.STRAIGHT_FOUR),
        ("..XX*..", c.THREE_WIDE),
        ("O.XX*.O", c.THREE_CLOSED),
        ("OXX*..", c.THREE_CLOSED),
        (".X.X*.", c.THREE_NARROW),
        ("OXX*O", c.DEAD),
        ("O...*O", c.DEAD),
    ],
)
def test_well_known_shapes_of_freestyle_have_their_patterns(line: str, expected: int) -> None:
    assert pattern(line) == expected
    assert pattern(line[::-1]) == expected


@pytest.mark.parametrize(
    "win, line, expected",
    [
        (WinRule.STANDARD, "XXX*XX", c.DEAD),
        (WinRule.STANDARD, "X.XXX*.X", c.DEAD),
        (WinRule.STANDARD, "X.XXX*..", c.SIMPLE_FOUR),
        (WinRule.STANDARD, "OXX*XXO", c.FIVE),
        (WinRule.CARO, "OXX*XXO", c.DEAD),
        (WinRule.CARO, "OXX*XX.", c.FIVE),
        (WinRule.CARO, "OXX*XX#", c.FIVE),
        (WinRule.CARO, "OXXX*XXO", c.DEAD),
        (WinRule.CARO_EXACT, ".XXX*XX.", c.DEAD),
        (WinRule.CARO_LONG, "OXXX*XXO", c.FIVE),
    ],
)
def test_longer_and_blocked_lines_follow_the_rule(win: WinRule, line: str, expected: int) -> None:
    assert pattern(line, win) == expected


@thorough
@given(RULES.flatmap(lambda rules: st.tuples(st.just(rules), windows(rules))))
def test_the_table_has_the_second_players_pattern_too(
    case: tuple[Rules, tuple[int, ...]],
) -> None:
    rules, window = case
    number = sum(cell << (2 * at) for at, cell in enumerate(window))
    swapped = tuple((p.EMPTY, p.OTHER, p.OWN, c.WALL)[cell] for cell in window)
    assert pattern_tables(rules).lookup[number] >> 4 == made(rules.win, swapped)


def test_the_table_is_the_same_when_made_again() -> None:
    assert p.make_patterns(FREESTYLE) == pattern_tables(FREESTYLE).lookup
