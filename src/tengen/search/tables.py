"""Tables that the rules fix: patterns, what four of them are together, what that is worth."""

from __future__ import annotations

import array
import functools
from collections.abc import Iterator
from itertools import product

from tengen.core.rules import Rules, WinRule
from tengen.search import patterns as p

CATEGORIES = 12
NOTHING = 0
QUIET = 1
TWO = 2
TWO_TWOS = 3
THREE = 4
THREE_AND_MORE = 5
TWO_THREES = 6
FOUR = 7
FOUR_AND_MORE = 8
FOUR_AND_THREE = 9
WINS_IN_THREE = 10
FIVE = 11
"""What a stone on a point makes in its four directions together."""

LEGAL, FOUL, DOUBTFUL = range(3)
"""Whether a point is forbidden in renju; where two threes meet, more than the patterns decides."""

ORDER = {
    p.DEAD: 0,
    p.ONE_CLOSED: 2,
    p.ONE: 5,
    p.TWO_CLOSED: 9,
    p.TWO: 20,
    p.TWO_WIDE: 26,
    p.THREE_CLOSED: 30,
    p.THREE: 60,
    p.THREE_WIDE: 75,
    p.FOUR: 80,
    p.STRAIGHT_FOUR: 400,
    p.FIVE: 1000,
    p.OVERLINE: 0,
    p.TWO_FOURS: 0,
}
TOGETHER = {
    TWO_TWOS: 15,
    THREE_AND_MORE: 30,
    TWO_THREES: 120,
    FOUR_AND_MORE: 30,
    FOUR_AND_THREE: 200,
    WINS_IN_THREE: 150,
}

WORTH = {
    p.DEAD: (0, -1),
    p.ONE_CLOSED: (5, 4),
    p.ONE: (4, 4),
    p.TWO_CLOSED: (10, 11),
    p.TWO: (0, 0),
    p.TWO_WIDE: (1, 1),
    p.THREE_CLOSED: (53, 47),
    p.THREE: (108, 94),
    p.THREE_WIDE: (87, 74),
    p.FOUR: (167, 154),
    p.STRAIGHT_FOUR: (427, 427),
    p.FIVE: (0, 0),
    p.OVERLINE: (0, 0),
    p.TWO_FOURS: (0, 0),
}
PAIRS = {
    (p.TWO_CLOSED, p.TWO_CLOSED): (18, 20),
    (p.TWO_WIDE, p.TWO_CLOSED): (7, -3),
    (p.TWO_WIDE, p.TWO_WIDE): (73, 61),
    (p.THREE_CLOSED, p.TWO_CLOSED): (-19, -11),
    (p.THREE_CLOSED, p.TWO_WIDE): (30, 25),
    (p.THREE_CLOSED, p.THREE_CLOSED): (-48, -51),
    (p.THREE, p.TWO_CLOSED): (-13, -26),
    (p.THREE, p.TWO_WIDE): (105, 97),
    (p.THREE, p.THREE_CLOSED): (-25, 45),
    (p.THREE, p.THREE): (283, 170),
    (p.THREE_WIDE, p.TWO_CLOSED): (26, 17),
    (p.THREE_WIDE, p.TWO_WIDE): (163, 164),
    (p.THREE_WIDE, p.THREE_CLOSED): (20, 40),
    (p.THREE_WIDE, p.THREE): (76, 120),
    (p.THREE_WIDE, p.THREE_WIDE): (-23, -105),
    (p.FOUR, p.TWO_CLOSED): (-30, 3),
    (p.FOUR, p.TWO_WIDE): (118, 106),
    (p.FOUR, p.THREE_CLOSED): (-31, 43),
    (p.FOUR, p.THREE): (-15, 268),
    (p.FOUR, p.THREE_WIDE): (12, 12),
    (p.FOUR, p.FOUR): (0, 34),
    (p.STRAIGHT_FOUR, p.TWO_CLOSED): (0, 31),
    (p.STRAIGHT_FOUR, p.TWO_WIDE): (0, 220),
    (p.STRAIGHT_FOUR, p.THREE_CLOSED): (0, 79),
    (p.STRAIGHT_FOUR, p.THREE): (0, -23),
    (p.STRAIGHT_FOUR, p.THREE_WIDE): (0, -39),
    (p.STRAIGHT_FOUR, p.FOUR): (0, -6),
    (p.STRAIGHT_FOUR, p.STRAIGHT_FOUR): (0, 6),
}
"""What a pattern is worth to the side to move and to the other, and what its two greatest patterns
add together: fitted to the results of games that the engine played against itself, about 900 for
odds of e to one."""


class Tables:
    """`lookup`: two patterns for a window; the others: for four patterns of 4 bits each.

    `order` says how early a move should be tried; `worth` what a point is worth to a player who is
    to move and, next to it, to one who is not. Where renju binds the first player, these have a
    second part for the other, `apart` from the first; `fouls` says which points are forbidden.
    """

    def __init__(self, rules: Rules) -> None:
        self.reach = p.reach_of(rules)
        self.lookup = p.make_patterns(rules)
        self.category, self.order, self.worth = _combinations(is_bound=False)
        self.is_strict = rules.win is WinRule.RENJU
        self.apart = 0
        self.fouls = bytes(1)
        if self.is_strict:
            category, order, worth = _combinations(is_bound=True)
            self.apart = len(category)
            self.category, self.order = category + self.category, order + self.order
            self.worth = worth + self.worth
            self.fouls = _fouls()


def tables(rules: Rules) -> Tables:
    """The tables of a game, made once for all sizes of its board."""
    return _tables(Rules(1, 1, rules.k, rules.win))


@functools.cache
def _tables(rules: Rules) -> Tables:
    return Tables(rules)


@functools.cache
def _combinations(*, is_bound: bool) -> tuple[bytes, array.array[int], array.array[int]]:
    category = bytearray(1 << 16)
    order = array.array("h", bytes(2 << 16))
    worth = array.array("h", bytes(4 << 16))
    for at, four in _all_fours(p.TWO_FOURS if is_bound else p.FIVE):
        verdict = _judge(four) if is_bound else LEGAL
        category[at] = _categorise(four) if verdict == LEGAL else _categorise_foul(four, verdict)
        if verdict != FOUL:
            order[at] = sum(map(ORDER.__getitem__, four)) + TOGETHER.get(category[at], 0)
        if verdict == LEGAL:
            worth[2 * at : 2 * at + 2] = array.array("h", _evaluate(four))
    return bytes(category), order, worth


@functools.cache
def _fouls() -> bytes:
    fouls = bytearray(1 << 16)
    for at, four in _all_fours(p.TWO_FOURS):
        fouls[at] = _judge(four)
    return bytes(fouls)


def _all_fours(greatest: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """All that a point's four patterns can be, and the place of that in a table."""
    for four in product(range(greatest + 1), repeat=4):
        yield sum(pattern << 4 * axis for axis, pattern in enumerate(four)), four


def _judge(four: tuple[int, ...]) -> int:
    """Whether renju forbids the first player a point with these patterns."""
    fours = four.count(p.FOUR) + four.count(p.STRAIGHT_FOUR)
    if p.FIVE in four:
        return LEGAL
    if max(four) > p.FIVE or fours > 1:
        return FOUL
    return DOUBTFUL if four.count(p.THREE) + four.count(p.THREE_WIDE) > 1 else LEGAL


def _categorise_foul(four: tuple[int, ...], verdict: int) -> int:
    """A doubtful point is never said to win, and one with a four is a four even if forbidden."""
    if {p.FOUR, p.STRAIGHT_FOUR, p.TWO_FOURS}.isdisjoint(four):
        return TWO_THREES
    return FOUR_AND_THREE if verdict == DOUBTFUL else FOUR


def _evaluate(four: tuple[int, ...]) -> tuple[int, int]:
    """What a point is worth where its patterns are these, to the side to move and to the other."""
    *_, second, first = sorted(four)
    parts = [WORTH[pattern] for pattern in four] + [PAIRS.get((first, second), (0, 0))]
    return sum(mine for mine, _ in parts), sum(theirs for _, theirs in parts)


def _categorise(four: tuple[int, ...]) -> int:
    straight = p.STRAIGHT_FOUR in four
    fours = four.count(p.FOUR)
    threes = four.count(p.THREE) + four.count(p.THREE_WIDE)
    twos = four.count(p.TWO) + four.count(p.TWO_WIDE) + four.count(p.THREE_CLOSED)
    if p.FIVE in four:
        return FIVE
    if straight or fours > 1:
        return WINS_IN_THREE
    if fours:
        return FOUR_AND_THREE if threes else FOUR_AND_MORE if twos else FOUR
    if threes:
        return TWO_THREES if threes > 1 else THREE_AND_MORE if twos else THREE
    if twos:
        return TWO_TWOS if twos > 1 else TWO
    return QUIET if any(four) else NOTHING
