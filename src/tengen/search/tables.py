"""Tables that the rules fix: patterns, what four of them are together, what that is worth."""

from __future__ import annotations

import array
import functools
from itertools import product

from tengen.core.rules import Rules
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
}
TOGETHER = {
    TWO_TWOS: 15,
    THREE_AND_MORE: 30,
    TWO_THREES: 120,
    FOUR_AND_MORE: 30,
    FOUR_AND_THREE: 200,
    WINS_IN_THREE: 150,
}


class Tables:
    """`lookup`: two patterns for a window; the others: for four patterns of 4 bits each.

    `order` says how early a move should be tried; `worth` what a point is worth to a player who is
    to move and, next to it, to one who is not.
    """

    def __init__(self, rules: Rules) -> None:
        self.reach = p.reach_of(rules)
        self.lookup = p.make_patterns(rules)
        self.category, self.order, self.worth = _combinations()


def tables(rules: Rules) -> Tables:
    """The tables of a game, made once for all sizes of its board."""
    return _tables(Rules(1, 1, rules.k, rules.win))


@functools.cache
def _tables(rules: Rules) -> Tables:
    return Tables(rules)


@functools.cache
def _combinations() -> tuple[bytes, array.array[int], array.array[int]]:
    category = bytearray(1 << 16)
    order = array.array("h", bytes(2 << 16))
    worth = array.array("h", bytes(4 << 16))
    for four in product(range(p.FIVE + 1), repeat=4):
        at = sum(pattern << 4 * axis for axis, pattern in enumerate(four))
        category[at] = _categorise(four)
        order[at] = sum(map(ORDER.__getitem__, four)) + TOGETHER.get(category[at], 0)
        worth[2 * at] = order[at] * 9 // 8
        worth[2 * at + 1] = order[at]
    return bytes(category), order, worth


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
