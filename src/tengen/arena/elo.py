"""Elo differences from counted results: score, interval, and the sequential test (SPRT).

A sample counts results that are worth evenly spaced scores from 0 to 1: three kinds for single
games (lost, drawn, won), five for pairs of games. For a supposed mean, its *distance* is how much
the logarithm of the likelihood falls when the kinds may have any frequencies with that mean,
compared with any frequencies at all. By duality it is the maximum over x of

    sum of count * log(1 + x * (score - mean))

where x leaves no logarithm of a negative number for any score between 0 and 1.
"""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass
from statistics import NormalDist

SLOPE_HALVINGS = 45  # halvings; an error in x changes the maximum by its square only


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
        x = _find_maximum(gaps, -1 / (1 - mean), 1 / mean)
        return max(0.0, sum(count * math.log1p(x * gap) for gap, count in gaps))

    def reversed(self) -> Sample:
        """The same results as the opponent sees them."""
        return Sample(self.counts[::-1])


def _find_maximum(gaps: list[tuple[float, int]], low: float, high: float) -> float:
    """Where the sum that defines the distance is largest, by halving: its slope only falls."""
    for _ in range(SLOPE_HALVINGS):
        x = (low + high) / 2
        if sum(count * gap / (1 + x * gap) for gap, count in gaps) > 0:
            low = x
        else:
            high = x
    return (low + high) / 2


CONFIDENCE = 0.95
BOUND_HALVINGS = 40
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
    low = _interval_bound(sample, 0.0, limit)
    high = _interval_bound(sample, 1.0, limit)
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


def _interval_bound(sample: Sample, end: float, limit: float) -> float:
    """The farthest mean on the way from the sample's own to `end` that is within the limit."""
    inside, outside = sample.mean, end
    if sample.distance(end) <= limit:
        return end
    for _ in range(BOUND_HALVINGS):
        middle = (inside + outside) / 2
        if sample.distance(middle) <= limit:
            inside = middle
        else:
            outside = middle
    return inside


ERROR_RATE = 0.05
MAX_ELO = 2000


class SprtVerdict(enum.Enum):
    """What the test says so far."""

    CONTINUE = "undecided"
    ACCEPTED = "accepted"
    """The larger difference explains the results better."""
    REJECTED = "rejected"
    """The smaller difference explains the results better."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """Is the difference rather `elo1` than `elo0`? `elo1` is the larger one.

    `alpha` is the rate of wrong acceptances at elo0, `beta` that of wrong rejections at elo1.
    """

    elo0: float
    elo1: float
    alpha: float = ERROR_RATE
    beta: float = ERROR_RATE

    def __post_init__(self) -> None:
        """Refuse what cannot be tested."""
        if not -MAX_ELO <= self.elo0 < self.elo1 <= MAX_ELO:
            why = f"the second must be larger, and both within {MAX_ELO}"
            raise ValueError(f"cannot test {self.elo0:g} against {self.elo1:g} Elo: {why}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError("rates of errors must be between 0 and 0.5")

    @property
    def lower(self) -> float:
        """The ratio at which the test rejects."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The ratio at which the test accepts."""
        return math.log((1 - self.beta) / self.alpha)

    def ratio(self, sample: Sample) -> float:
        """The logarithm of how much better elo1 explains the sample than elo0 does."""
        return sample.distance(score_of(self.elo0)) - sample.distance(score_of(self.elo1))

    def normal_ratio(self, sample: Sample) -> float:
        """The usual approximation of `ratio`, good for many results that differ."""
        low, high = score_of(self.elo0), score_of(self.elo1)
        if not sample.variance:
            return 0.0
        return sample.size * (high - low) * (sample.mean - (low + high) / 2) / sample.variance

    def verdict(self, sample: Sample) -> SprtVerdict:
        """Whether the ratio has reached one of its bounds."""
        ratio = self.ratio(sample)
        if ratio >= self.upper:
            return SprtVerdict.ACCEPTED
        return SprtVerdict.REJECTED if ratio <= self.lower else SprtVerdict.CONTINUE
