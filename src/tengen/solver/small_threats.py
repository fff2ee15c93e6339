"""Wins of any k in a row by threats and few quiet moves, found with the zones they rest on.

A quiet move is tried if the attacker would win should the defender pass; the replies that could
change that are the first support of that win. Passes may be nested: a win that must hold while
`need` extra stones are around is looked for among the moves that can give it so many supports.
"""

from __future__ import annotations

from tengen.solver.small_attack import Attack, Builder
from tengen.solver.small_meter import Meter
from tengen.solver.small_windows import Windows, bits

Known = Attack | int
"""A win, or to which depth there is none."""


class OutOfBudget(Exception):
    """As much was looked at as was allowed for one question."""


class ThreatFinder:
    """Looks for wins of one side; `depth` is how many quiet moves may follow each other."""

    def __init__(self, windows: Windows, meter: Meter) -> None:
        self._windows = windows
        self._meter = meter
        self._builder = Builder(windows)
        self._orders = max(0, windows.k - 2)
        self._known: dict[tuple[int, int, int], Known] = {}
        self._budget = 0

    def look(self, mine: int, theirs: int, need: int, depth: int, budget: int) -> Attack | None:
        """A win of the attacker, to move, by ever more quiet moves; None if none was found."""
        self._budget = budget
        try:
            for far in range(depth + 1):
                found = self.find(mine, theirs, need, far)
                if found is not None:
                    return found
        except OutOfBudget:
            pass
        return None

    def find(self, mine: int, theirs: int, need: int, depth: int) -> Attack | None:
        """A win of the attacker, to move, that has `need` supports. Raises OutOfBudget, Stopped."""
        known = self._known.get((mine, theirs, need), -1)
        if isinstance(known, Attack):
            return known
        if known >= depth:
            return None
        self._meter.count()
        self._budget -= 1
        if self._budget < 0:
            raise OutOfBudget
        found = self._try_moves(mine, theirs, need, depth)
        self._known[mine, theirs, need] = depth if found is None else found
        return found

    def _try_moves(self, mine: int, theirs: int, need: int, depth: int) -> Attack | None:
        for move in bits(self._windows.completions(mine, theirs)):
            return self._builder.complete(move)
        must = self._windows.completions(theirs, mine)
        if must.bit_count() > 1:
            return None
        loud = self._windows.makers(mine, theirs, 2) & ~theirs
        for move in bits(must & loud if must else loud):
            after = self._after_threat(mine | 1 << move, theirs, need, depth)
            if after is not None:
                return self._builder.play(move, after, mine, theirs)
        if depth == 0 or need >= self._orders:
            return None
        for move in [must.bit_length() - 1] if must else self._quiet(mine, theirs, loud):
            after = self._after_quiet(mine | 1 << move, theirs, need, depth)
            if after is not None:
                return self._builder.play(move, after, mine, theirs)
        return None

    def _after_threat(self, mine: int, theirs: int, need: int, depth: int) -> Attack | None:
        ends = self._windows.completions(mine, theirs)
        if ends.bit_count() > 1:
            return self._builder.double(ends)
        after = self.find(mine, theirs | ends, need, depth)
        return None if after is None else self._builder.forced(ends.bit_length() - 1, after)

    def _after_quiet(self, mine: int, theirs: int, need: int, depth: int) -> Attack | None:
        if self._windows.completions(mine, theirs) or self._windows.completions(theirs, mine):
            return None
        otherwise = self.find(mine, theirs, need + 1, depth - 1)
        if otherwise is None:
            return None
        replies = []
        for cell in bits(otherwise.supports[0]):
            attack = self.find(mine, theirs | 1 << cell, need, depth - 1)
            if attack is None:
                return None
            replies.append((cell, attack))
        return self._builder.zone(otherwise, replies)

    def _quiet(self, mine: int, theirs: int, loud: int) -> list[int]:
        """Moves near the attacker's stones, or in the defender's way; those in most lines first."""
        empty = self._windows.full & ~mine & ~theirs & ~loud
        near = self._windows.makers(mine, theirs, self._windows.k - 1)
        near |= self._windows.makers(theirs, mine, max(2, self._windows.k - 3))
        worth = dict.fromkeys(bits(near & empty if mine else empty), 0)
        for window in self._windows.windows:
            if not window & theirs:
                for cell in bits(window & empty):
                    if cell in worth:
                        worth[cell] += 1 << 2 * (window & mine).bit_count()
        return sorted(worth, key=worth.__getitem__, reverse=True)
