"""Grade the pattern of a stone in the middle of a line, by what one more stone could make of it.

A line has up to eleven places. It is given as three bit sets: the player's own stones, the empty
places, and the opponent's stones.
"""

from collections.abc import MutableSequence

import cython

if not cython.compiled:
    from tengen.engine.constants import FIVE, OVERLINE, THREE_NARROW, THREE_WIDE, TWO_FOURS

ROW = cython.declare(cython.int, 5)
LINE = cython.declare(cython.int, 11)
"""The greatest number of places in a line."""


@cython.final
@cython.cclass
class PatternGrader:
    """Grades the lines of one player under one win rule, and caches the grades.

    `wins` has two flags for each length of a row: whether it wins, and whether it wins with both
    ends blocked. `below` has two grades for each grade: that of a line that can become it on one
    place, and on several. `is_bound` says that renju forbids the player overlines and two fours.
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
        """Write the grade of each pair of half windows into a table, shifted by `shift` bits.

        A half window is four numbers: its part of the index in the table, and the bit sets of the
        player's own, the empty and the opponent's places.
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
        """Write the grade of each pair of half windows; `end` is the length of their arrays."""
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
        """Return the grade of a line from the cache, or compute it."""
        at: cython.int = (own | other) << LINE | free | other
        if self.known[at] == 0:
            self.known[at] = 1 + self.grade_anew(own, free, other)
        return self.known[at] - 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def grade_anew(self, own: cython.int, free: cython.int, other: cython.int) -> cython.int:
        """Compute the grade of a line: a win, an overline, or by what it can become."""
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
        """Compute the grade of a line by the best that it can become, and on how many places."""
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
