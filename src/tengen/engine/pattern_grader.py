"""What a stone makes in the middle of a line, by what one more stone could make of it.

A line has up to eleven places and is three sets of them, as bits: those with stones of the player
who is asked about, empty ones, and those with stones of the opponent.
"""

from collections.abc import MutableSequence

import cython

if not cython.compiled:
    from tengen.engine.constants import FIVE, OVERLINE, THREE_NARROW, THREE_WIDE, TWO_FOURS

ROW = cython.declare(cython.int, 5)
LINE = cython.declare(cython.int, 11)
"""How many places a line has at most."""


@cython.final
@cython.cclass
class PatternGrader:
    """Grades the lines of one player under one rule, and remembers them.

    `wins` tells for each length of a row whether it wins, and next to that, whether it does if both
    ends are blocked. `below` tells what a line is that can become a grade on one place, and next
    to that, on several. `is_bound` says that renju forbids the player long rows and two fours.
    """

    def __init__(
        self, wins: bytes, below: bytes, centre: int, *, is_bound: bool, sees_ends: bool
    ) -> None:
        self.wins = wins
        self.below = below
        self.centre = centre
        self.is_bound = is_bound
        self.sees_ends = sees_ends
        self.known = bytearray(1 << (2 * LINE))

    def fill(
        self,
        table: bytearray,
        lefts: MutableSequence[int],
        rights: MutableSequence[int],
        shift: cython.int,
    ) -> None:
        """Write the grade of each pair of half windows into a table, so many bits up.

        A half window is four numbers: its part of the place in the table, and which places of the
        line are the player's own, empty, or the opponent's.
        """
        self.table = table
        self.lefts = lefts
        self.rights = rights
        end: cython.int = len(lefts)
        with cython.nogil:
            self.fill_all(shift, end)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_all(self, shift: cython.int, end: cython.int) -> cython.void:
        """Write the grade of each pair of half windows; they end there."""
        middle: cython.int = 1 << self.centre
        left: cython.int
        right: cython.int
        at: cython.int
        own: cython.int
        free: cython.int
        other: cython.int
        for left in range(0, end, 4):
            for right in range(0, end, 4):
                at = self.lefts[left] | self.rights[right]
                own = self.lefts[left + 1] | self.rights[right + 1] | middle
                free = self.lefts[left + 2] | self.rights[right + 2]
                other = self.lefts[left + 3] | self.rights[right + 3]
                other = other if self.sees_ends else 0
                self.table[at] |= self.grade(own, free, other) << shift

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def grade(self, own: cython.int, free: cython.int, other: cython.int) -> cython.int:
        """What a line is; each is worked out once."""
        at: cython.int = (own | other) << LINE | free | other
        if self.known[at] == 0:
            self.known[at] = 1 + self.grade_anew(own, free, other)
        return self.known[at] - 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def grade_anew(self, own: cython.int, free: cython.int, other: cython.int) -> cython.int:
        """What a line is: a win, or else what it can become with one more stone decides."""
        low: cython.int = self.centre
        high: cython.int = self.centre
        while low and own >> (low - 1) & 1:
            low -= 1
        while own >> (high + 1) & 1:
            high += 1
        blocked: cython.int = low and other >> (low - 1) & other >> (high + 1) & 1
        if self.wins[2 * (high - low + 1) + blocked]:
            return FIVE
        if self.is_bound and high - low >= ROW:
            return OVERLINE
        return self.grade_growing(own, free, other)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def grade_growing(self, own: cython.int, free: cython.int, other: cython.int) -> cython.int:
        """What a line is by the best that it can become, and on how many places."""
        best: cython.int = 0
        ways: cython.int = 0
        first: cython.int = 0
        last: cython.int = 0
        at: cython.int
        grown: cython.int
        for at in range(self.centre + 1 - ROW, self.centre + ROW):
            if not free >> at & 1:
                continue
            grown = self.grade(own | 1 << at, free ^ 1 << at, other)
            grown = THREE_NARROW if grown == THREE_WIDE else grown
            if best < grown <= FIVE:
                best, ways, first = grown, 0, at
            if grown == best:
                ways += 1
                last = at
        if best == FIVE and ways > 1 and self.is_bound and last - first != ROW:
            return TWO_FOURS
        return self.below[2 * best + (ways > 1)]
