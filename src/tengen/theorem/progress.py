"""How far an expansion has come, and how long the rest may take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tengen.theorem.told import Done, Told


class Progress:
    """Counts lines by their number of stones: those with more of them are proved sooner."""

    def __init__(self) -> None:
        self.parts = 0
        self.gaps = 0
        self.seconds = 0.0
        """Of CPU time."""
        self._wanted: Counter[int] = Counter()
        self._done: Counter[int] = Counter()
        self._spent: Counter[int] = Counter()

    def want(self, sizes: Iterable[int]) -> None:
        """Lines with so many stones are to be proved, all told."""
        self._wanted = Counter(sizes)

    def count(self, done: Done) -> None:
        """Count a finished piece in."""
        lines = [part for part in done.parts if part.is_line]
        self._done.update(_size(part) for part in lines)
        self._spent[_size(lines[0])] += round(done.seconds * 1000)
        self.parts += len(done.parts)
        self.gaps += sum(len(part.gaps) for part in done.parts)
        self.seconds += done.seconds

    @property
    def lines(self) -> int:
        """How many lines are to be proved."""
        return self._wanted.total()

    @property
    def done(self) -> int:
        """How many of them are proved; others may be, too, which an earlier run wanted."""
        return (self._done & self._wanted).total()

    def seconds_left(self) -> float | None:
        """The CPU time that the rest takes if it goes on like this; None before the first line."""
        if not self._done:
            return None
        mean = self.seconds / self._done.total()
        left = self._wanted - self._done
        return sum(count * self._mean(size, mean) for size, count in left.items())

    def _mean(self, size: int, otherwise: float) -> float:
        return self._spent[size] / self._done[size] / 1000 if self._done[size] else otherwise


def _size(part: Told) -> int:
    return len(part.stones[0]) + len(part.stones[1])
