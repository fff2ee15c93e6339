"""Tables that the rules fix: patterns, what four of them are together, what that is worth."""

from __future__ import annotations

import array
import functools

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

WORTH = {
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
    """`lookup`: two patterns for a window; `category` and `worth`: for four patterns of 4 bits."""

    def __init__(self, rules: Rules) -> None:
        self.reach = p.reach_of(rules)
        self.lookup = p.make_patterns(rules)
        self.category, self.worth = _combinations()


def tables(rules: Rules) -> Tables:
    """The tables of a game, made once for all sizes of its board."""
    return _tables(Rules(1, 1, rules.k, rules.win))


@functools.cache
def _tables(rules: Rules) -> Tables:
    return Tables(rules)


@functools.cache
def _combinations() -> tuple[bytes, array.array[int]]:
    category = bytearray(1 << 16)
    worth = array.array("h", bytes(2 << 16))
    kinds = range(p.FIVE + 1)
    for a in kinds:
        for b in kinds:
            for c in kinds:
                for d in kinds:
                    at = a | b << 4 | c << 8 | d << 12
                    category[at] = _categorise((a, b, c, d))
                    together = TOGETHER.get(category[at], 0)
                    worth[at] = sum(map(WORTH.__getitem__, (a, b, c, d))) + together
    return bytes(category), worth


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
