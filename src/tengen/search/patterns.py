"""What a stone makes in one direction, for every window of cells around it.

A window is the cells within `reach` steps of a point. It is written as a number with two bits for
each cell but the middle one, from the far left to the far right: 0 empty, 1 a stone of the player
who is asked about, 2 an opponent's stone, 3 beyond the edge.
"""

from __future__ import annotations

from itertools import product

from tengen.core.player import Player
from tengen.core.rules import RENJU_K, Rules, WinRule

DEAD = 0
ONE_CLOSED = 1
ONE = 2
TWO_CLOSED = 3
TWO = 4
TWO_WIDE = 5
THREE_CLOSED = 6
THREE = 7
THREE_WIDE = 8
FOUR = 9
STRAIGHT_FOUR = 10
FIVE = 11
OVERLINE = 12
TWO_FOURS = 13
"""A *wide* shape can grow on two points or more; a *closed* one becomes a simple four at best.
The last two are there for the player whom renju forbids them: two fours are two in one line."""

SMALLER = {
    TWO: ONE,
    TWO_WIDE: ONE,
    FOUR: THREE_CLOSED,
    THREE_CLOSED: TWO_CLOSED,
    TWO_CLOSED: ONE_CLOSED,
}
"""What a line is that can become these at best."""

EMPTY, OWN, OTHER, WALL = range(4)


def reach_of(rules: Rules) -> int:
    """How far a window goes: where longer lines count for less, one more cell must be seen."""
    return 4 if rules.win is WinRule.FREESTYLE else 5


def make_patterns(rules: Rules) -> bytes:
    """For every window, the first player's pattern plus 16 times the second player's."""
    reach = reach_of(rules)
    table = bytearray(1 << (4 * reach))
    first = Shapes(rules, Player.FIRST)
    second = Shapes(rules, Player.SECOND) if rules.win is WinRule.RENJU else first
    lefts = [_half(cells, range(reach)) for cells in _halves(reach)]
    rights = [_half(cells[::-1], range(reach + 1, 2 * reach + 1)) for cells in _halves(reach)]
    for left, free_left, x_left, o_left in lefts:
        for right, free_right, x_right, o_right in rights:
            free, xs, os = free_left | free_right, x_left | x_right, o_left | o_right
            pattern = first.grade(xs, free, os) | second.grade(os, free, xs) << 4
            table[left | right << (2 * reach)] = pattern
    return bytes(table)


def _halves(reach: int) -> list[tuple[int, ...]]:
    """All that can stand left of a point, from the far end: walls, then anything."""
    halves = []
    for walls in range(reach + 1):
        inner = product((EMPTY, OWN, OTHER), repeat=reach - walls)
        halves += [(WALL,) * walls + cells for cells in inner]
    return halves


def _half(cells: tuple[int, ...], places: range) -> tuple[int, int, int, int]:
    """Half a window as a number, and where in the line it is empty, X and O."""
    number = sum(cell << (2 * at) for at, cell in enumerate(cells))
    found = [0, 0, 0, 0]
    for place, cell in zip(places, cells, strict=True):
        found[cell] |= 1 << place
    return number, found[EMPTY], found[OWN], found[OTHER]


class Shapes:
    """The patterns of one player under one win rule; a line is three sets of places, as bits."""

    def __init__(self, rules: Rules, player: Player) -> None:
        self._rules = rules
        self._player = player
        self._centre = reach_of(rules)
        self._is_bound = rules.win is WinRule.RENJU and player is Player.FIRST
        self._sees_ends = rules.win in {WinRule.CARO, WinRule.CARO_EXACT, WinRule.CARO_LONG}
        self._near = [1 << at for at in range(self._centre - 4, self._centre + 5)]
        self._grades: dict[tuple[int, int, int], int] = {}

    def grade(self, own: int, free: int, other: int) -> int:
        """What a stone in the middle of a line makes."""
        return self._grade(own | 1 << self._centre, free, other if self._sees_ends else 0)

    def _grade(self, own: int, free: int, other: int) -> int:
        line = (own, free, other)
        if line not in self._grades:
            self._grades[line] = self._grade_anew(own, free, other)
        return self._grades[line]

    def _grade_anew(self, own: int, free: int, other: int) -> int:
        """What a line is; what it can become with one more stone decides."""
        low, high = self._run(own)
        if self._wins(low, high, other):
            return FIVE
        if self._is_bound and high - low >= RENJU_K:
            return OVERLINE
        grades = {at: self._grade(own | at, free ^ at, other) for at in self._near if free & at}
        grown = [DEAD if grade > FIVE else grade for grade in grades.values()]
        best = max(grown, default=DEAD)
        ways = grown.count(best)
        if best == FIVE:
            return self._four([at for at, grade in grades.items() if grade == FIVE])
        if best == STRAIGHT_FOUR:
            return THREE_WIDE if ways > 1 else THREE
        if best in {THREE, THREE_WIDE}:
            ways = grown.count(THREE) + grown.count(THREE_WIDE)
            return TWO_WIDE if ways > 1 else TWO
        return SMALLER.get(best, DEAD)

    def _four(self, fives: list[int]) -> int:
        """What a line is that becomes five on these places."""
        if len(fives) == 1:
            return FOUR
        is_straight = max(fives) == min(fives) << RENJU_K
        return STRAIGHT_FOUR if is_straight or not self._is_bound else TWO_FOURS

    def _run(self, own: int) -> tuple[int, int]:
        """The first and the last place of the stones in a row in the middle of a line."""
        low = high = self._centre
        while low and own >> (low - 1) & 1:
            low -= 1
        while own >> (high + 1) & 1:
            high += 1
        return low, high

    def _wins(self, low: int, high: int, other: int) -> bool:
        length = high - low + 1
        if length < RENJU_K:
            return False
        blocked = bool(low and other >> (low - 1) & 1 and other >> (high + 1) & 1)
        return self._rules.wins(length, self._player, blocked=blocked)
