"""What a sample of results says about two engines: score, Elo difference and how sure that is."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

from tengen.arena.likelihood import Sample

CONFIDENCE = 0.95
STEPS = 40
NORMAL = NormalDist()


@dataclass(frozen=True, slots=True)
class Estimate:
    """A score between 0 and 1 with the bounds of its 95 % interval.

    `superiority` is how likely it is that the engine is the stronger one, as far as `size`
    results can tell; of no results at all, everything is possible.
    """

    size: int
    low: float
    score: float
    high: float
    superiority: float

    @property
    def elo(self) -> float:
        """The Elo difference; infinite when every result was won, or every one lost."""
        return elo_of(self.score)

    @property
    def elo_low(self) -> float:
        """The lower bound of the Elo difference."""
        return elo_of(self.low)

    @property
    def elo_high(self) -> float:
        """The upper bound of the Elo difference."""
        return elo_of(self.high)


def estimate(sample: Sample, confidence: float = CONFIDENCE) -> Estimate:
    """Score, interval and likelihood of superiority, all from the likelihood of the sample."""
    if not sample.size:
        return Estimate(0, 0.0, 0.5, 1.0, 0.5)
    limit = NORMAL.inv_cdf((1 + confidence) / 2) ** 2 / 2
    low = _bound(sample, 0.0, limit)
    high = _bound(sample, 1.0, limit)
    return Estimate(sample.size, low, sample.mean, high, superiority(sample))


def superiority(sample: Sample) -> float:
    """How likely it is that the mean behind the sample is above one half."""
    root = math.sqrt(2 * sample.distance(0.5))
    return NORMAL.cdf(math.copysign(root, sample.mean - 0.5))


def elo_of(score: float) -> float:
    """The Elo difference at which a score is expected."""
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


def score_of(elo: float) -> float:
    """The score that is expected at an Elo difference."""
    return 1 / (1 + 10 ** (-elo / 400))


def _bound(sample: Sample, end: float, limit: float) -> float:
    """The farthest mean on the way from the sample's own to `end` that is within the limit."""
    inside, outside = sample.mean, end
    if sample.distance(end) <= limit:
        return end
    for _ in range(STEPS):
        middle = (inside + outside) / 2
        if sample.distance(middle) <= limit:
            inside = middle
        else:
            outside = middle
    return inside
