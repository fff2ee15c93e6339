"""Draws by a pairing strategy: the defender always answers in the other cell of a pair.

If every live window of a player contains a pair of empty cells, and no two pairs share a cell,
that player cannot win, whichever side is to move: the opponent gets one cell of each pair, and a
dead window never comes back to life.
"""

from array import array

import cython

if not cython.compiled:
    from tengen.engine.constants import DEAD_WINDOW
    from tengen.engine.general_position import GeneralPosition


@cython.final
@cython.cclass
class GeneralPairing:
    """Searches for pairs in one position, without changing it."""

    def __init__(self, position: GeneralPosition) -> None:
        self.position = position
        self.who = self.budget = self.listed = 0
        self.windows = array("i", bytes(4 * (position.windows + 1)))
        self.covered = array("i", bytes(4 * (position.windows + 1)))
        self.used = array("B", bytes(position.area))

    def holds(self, who: int, budget: int) -> bool:
        """Return the result of `hold`, for callers in Python."""
        return bool(self.hold(who, budget))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def hold(self, who: cython.int, budget: cython.int) -> cython.int:
        """Whether pairs that keep `who` from winning are found within a budget of tries."""
        window: cython.int
        empty: cython.int = self.position.area - self.position.count
        if 2 * self.position.needs[who] > empty or self.position.tally[4 * who + 3]:
            return 0
        self.who = who
        self.budget = budget
        self.listed = 0
        for window in range(self.position.windows):
            if self.position.states[who * self.position.windows + window] < DEAD_WINDOW:
                self.windows[self.listed] = window
                self.covered[window] = 0
                self.listed += 1
        return self._cover(1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _cover(self, level: cython.int) -> cython.int:
        """Whether all remaining windows can be covered."""
        size: cython.int = self.position.size
        window: cython.int = self._hardest()
        first: cython.int
        second: cython.int
        one: cython.int
        other: cython.int
        gain: cython.int
        most: cython.int = 0
        if window < 0:
            return window == -1
        for first in range(window * size, (window + 1) * size):
            one = self.position.inner[first]
            if self.position.cells[one] or self.used[one]:
                continue
            for second in range(first + 1, (window + 1) * size):
                other = self.position.inner[second]
                if self.position.cells[other] == 0 and self.used[other] == 0:
                    gain = self._gain(one, other)
                    most = gain if gain > most else most
        for first in range(window * size, (window + 1) * size):
            one = self.position.inner[first]
            if self.position.cells[one] or self.used[one]:
                continue
            for second in range(first + 1, (window + 1) * size):
                other = self.position.inner[second]
                if self.position.cells[other] or self.used[other]:
                    continue
                if self._gain(one, other) == most and self._try(one, other, level):
                    return 1
                if self.budget < 0:
                    return 0
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _hardest(self) -> cython.int:
        """Return the window with the fewest free cells.

        -1 if all windows are covered; -2 if one cannot be, or if the budget is used up.
        """
        best: cython.int = -1
        fewest: cython.int = 1 << 20
        at: cython.int
        far: cython.int
        window: cython.int
        cell: cython.int
        left: cython.int
        self.budget -= 1
        if self.budget < 0:
            return -2
        for at in range(self.listed):
            window = self.windows[at]
            if self.covered[window]:
                continue
            left = 0
            for far in range(window * self.position.size, (window + 1) * self.position.size):
                cell = self.position.inner[far]
                left += self.position.cells[cell] == 0 and self.used[cell] == 0
            if left < 2:
                return -2
            if left < fewest:
                fewest = left
                best = window
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _gain(self, one: cython.int, other: cython.int) -> cython.int:
        """Return the number of windows that a pair would cover."""
        at: cython.int
        gain: cython.int = 0
        for at in range(self.position.through_from[one], self.position.through_from[one + 1]):
            gain += self._waits_for(self.position.through[at], other)
        return gain

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _waits_for(self, window: cython.int, cell: cython.int) -> cython.int:
        """Whether a window is not covered yet and contains a cell."""
        far: cython.int
        if self.position.states[self.who * self.position.windows + window] >= DEAD_WINDOW:
            return 0
        if self.covered[window]:
            return 0
        for far in range(window * self.position.size, (window + 1) * self.position.size):
            if self.position.inner[far] == cell:
                return 1
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _try(self, one: cython.int, other: cython.int, level: cython.int) -> cython.int:
        """Add a pair, try to cover the rest, and remove the pair again."""
        at: cython.int
        window: cython.int
        done: cython.int
        for at in range(self.position.through_from[one], self.position.through_from[one + 1]):
            window = self.position.through[at]
            if self._waits_for(window, other):
                self.covered[window] = level
        self.used[one] = self.used[other] = 1
        done = self._cover(level + 1)
        self.used[one] = self.used[other] = 0
        for at in range(self.position.through_from[one], self.position.through_from[one + 1]):
            window = self.position.through[at]
            if self.covered[window] == level:
                self.covered[window] = 0
        return done
