"""Pairs of cells that keep a player from filling any window: found, and written down."""

from __future__ import annotations

from tengen.solver.small_windows import Windows, bits

Pair = tuple[int, int]
TRIES = 2000


def find_pairs(windows: Windows, holder: int, opponent: int) -> list[Pair] | None:
    """Disjoint pairs of empty cells, one in every window open to the opponent; None if not found.

    Whoever always answers in the other cell of a pair keeps all these windows from being filled.
    """
    left = [window for window in windows.windows if not window & holder]
    return _Cover(windows.full & ~holder & ~opponent).run(left)


class _Cover:
    """The search for pairs: the window with the fewest cells first, then the most useful pair."""

    def __init__(self, empty: int) -> None:
        self._empty = empty
        self._budget = TRIES

    def run(self, left: list[int]) -> list[Pair] | None:
        if not left:
            return []
        self._budget -= 1
        hardest = min(left, key=lambda window: (window & self._empty).bit_count())
        if self._budget < 0 or (hardest & self._empty).bit_count() < 2:
            return None
        for pair in self._candidates(hardest, left):
            both = 1 << pair[0] | 1 << pair[1]
            self._empty ^= both
            rest = self.run([window for window in left if window & both != both])
            self._empty ^= both
            if rest is not None:
                return [pair, *rest]
        return None

    def _candidates(self, window: int, left: list[int]) -> list[Pair]:
        """The pairs of a window that are in the most windows."""
        cells = list(bits(window & self._empty))
        pairs = [(one, other) for at, one in enumerate(cells) for other in cells[at + 1 :]]
        gains = [_gain(1 << one | 1 << other, left) for one, other in pairs]
        return [pair for pair, gain in zip(pairs, gains, strict=True) if gain == max(gains)]


def _gain(both: int, left: list[int]) -> int:
    return sum(window & both == both for window in left)
