"""How well a mean score explains what was counted: the likelihood behind every number of a match.

A sample counts results that are worth evenly spaced scores from 0 to 1: three kinds for single
games (lost, drawn, won), five for pairs of games. For a supposed mean, its *distance* is how much
the logarithm of the likelihood falls when the kinds may have any frequencies with that mean,
compared with any frequencies at all. By duality it is the maximum over x of

    sum of count * log(1 + x * (score - mean))

where x leaves no logarithm of a negative number for any score between 0 and 1.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

STEPS = 45  # halvings; an error in x changes the maximum by its square only


@dataclass(frozen=True, slots=True)
class Sample:
    """How often each kind of result occurred, from the worst to the best."""

    counts: tuple[int, ...]

    @property
    def size(self) -> int:
        """How many results there are."""
        return sum(self.counts)

    @property
    def mean(self) -> float:
        """The mean score; of nothing, one half."""
        total = sum(kind * count for kind, count in enumerate(self.counts))
        return total / (self.size * (len(self.counts) - 1)) if self.size else 0.5

    @property
    def variance(self) -> float:
        """The mean square distance from the mean score."""
        squares = sum(count * (score - self.mean) ** 2 for score, count in self.seen())
        return squares / self.size if self.size else 0.0

    def seen(self) -> list[tuple[float, int]]:
        """The scores that occurred, each with its count."""
        best = len(self.counts) - 1
        return [(kind / best, count) for kind, count in enumerate(self.counts) if count]

    def distance(self, mean: float) -> float:
        """How badly a supposed mean between 0 and 1 explains the sample; 0 for its own mean."""
        seen = self.seen()
        if mean <= 0 or mean >= 1:
            return 0.0 if all(score == mean for score, _ in seen) else math.inf
        gaps = [(score - mean, count) for score, count in seen]
        x = _steepest(gaps, -1 / (1 - mean), 1 / mean)
        return max(0.0, sum(count * math.log1p(x * gap) for gap, count in gaps))

    def reversed(self) -> Sample:
        """The same results as the opponent sees them."""
        return Sample(self.counts[::-1])


def _steepest(gaps: list[tuple[float, int]], low: float, high: float) -> float:
    """Where the sum that defines the distance is largest, by halving: its slope only falls."""
    for _ in range(STEPS):
        x = (low + high) / 2
        if sum(count * gap / (1 + x * gap) for gap, count in gaps) > 0:
            low = x
        else:
            high = x
    return (low + high) / 2
