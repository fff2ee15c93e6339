"""Elo differences from counted results: score, interval, and the sequential test (SPRT).

A sample counts results with evenly spaced scores from 0 to 1: three kinds for single games (lost,
drawn, won), five for pairs of games. The *distance* of a sample from an assumed mean is how much
smaller the largest log-likelihood is if the frequencies of the kinds must have that mean. By
duality it is the maximum over x of

    sum of count * log(1 + x * (score - mean))

where 1 + x * (score - mean) must not be negative for any score between 0 and 1.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Callable
from dataclasses import dataclass
from statistics import NormalDist

MAX_STEPS = 60
PRECISION = 1e-10


@dataclass(frozen=True, slots=True)
class Sample:
    """How often each kind of result occurred, from the worst to the best."""

    counts: tuple[int, ...]

    @property
    def size(self) -> int:
        """The number of results."""
        return sum(self.counts)

    @property
    def mean(self) -> float:
        """The mean score; one half if there are no results."""
        total = sum(kind * count for kind, count in enumerate(self.counts))
        return total / (self.size * (len(self.counts) - 1)) if self.size else 0.5

    @property
    def variance(self) -> float:
        """The variance of the scores."""
        squares = sum(count * (score - self.mean) ** 2 for score, count in self.seen())
        return squares / self.size if self.size else 0.0

    def seen(self) -> list[tuple[float, int]]:
        """Return the scores that occurred, each with its count."""
        best = len(self.counts) - 1
        return [(kind / best, count) for kind, count in enumerate(self.counts) if count]

    def distance(self, mean: float) -> float:
        """Return how badly an assumed mean from 0 to 1 explains the sample; 0 for its own mean."""
        if mean <= 0 or mean >= 1:
            return 0.0 if all(score == mean for score, _ in self.seen()) else math.inf
        return self.distance_and_slope(mean)[0]

    def distance_and_slope(self, mean: float) -> tuple[float, float]:
        """Return the distance of a mean between 0 and 1, and by how much it grows with the mean."""
        gaps = [(score - mean, count) for score, count in self.seen()]

        def slope(x: float) -> tuple[float, float]:
            first = second = 0.0
            for gap, count in gaps:
                part = gap / (1 + x * gap)
                first += count * part
                second -= count * part * part
            return first, second

        x = find_root(slope, -1 / (1 - mean), 1 / mean, 0.0)
        found = sum(count * math.log1p(x * gap) for gap, count in gaps)
        return max(0.0, found), -self.size * x

    def plus(self, kind: int) -> Sample:
        """Return the sample with one more result of a kind, counted from 0 for the worst."""
        return Sample((*self.counts[:kind], self.counts[kind] + 1, *self.counts[kind + 1 :]))

    def reversed(self) -> Sample:
        """Return the same results from the opponent's side."""
        return Sample(self.counts[::-1])


def find_root(
    evaluate: Callable[[float], tuple[float, float]], low: float, high: float, guess: float
) -> float:
    """Return where a decreasing function, which returns value and slope, is 0; or an end.

    Newton's steps, and the middle where a step would leave the interval.
    """
    x = guess
    for _ in range(MAX_STEPS):
        value, slope = evaluate(x)
        low, high = (x, high) if value > 0 else (low, x)
        step = x - value / slope if slope else low
        before, x = x, step if low < step < high else (low + high) / 2
        if abs(x - before) <= PRECISION * (1 + abs(x)):
            break
    return x


CONFIDENCE = 0.95
NORMAL = NormalDist()


@dataclass(frozen=True, slots=True)
class Estimate:
    """A score between 0 and 1 with the bounds of its 95 % interval, from `size` results.

    `superiority` is the likelihood that the engine is the stronger one.
    """

    size: int
    low: float
    score: float
    high: float
    superiority: float

    @property
    def elo(self) -> float:
        """The Elo difference; infinite if all games were won, or all lost."""
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
    """Estimate the score, its interval and the likelihood of superiority from a sample."""
    if not sample.size:
        return Estimate(0, 0.0, 0.5, 1.0, 0.5)
    limit = likelihood_limit(sample.size, confidence)
    low = _interval_bound(sample, 0.0, limit)
    high = _interval_bound(sample, 1.0, limit)
    return Estimate(sample.size, low, sample.mean, high, superiority(sample))


def likelihood_limit(size: int, confidence: float = CONFIDENCE) -> float:
    """Return how far the log-likelihood may fall within an interval from so many results.

    The quantile of the normal distribution is too small for few results, as their variance is only
    estimated. It is widened by the first term in which Student's distribution differs.
    """
    square = NORMAL.inv_cdf((1 + confidence) / 2) ** 2
    return square / 2 * (1 + (square + 1) / (2 * size))


def superiority(sample: Sample) -> float:
    """Return the likelihood that the true mean is above one half."""
    root = math.sqrt(2 * sample.distance(0.5))
    return NORMAL.cdf(math.copysign(root, sample.mean - 0.5))


def elo_of(score: float) -> float:
    """Return the Elo difference at which a score is expected."""
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


def score_of(elo: float) -> float:
    """Return the score that is expected at an Elo difference."""
    return 1 / (1 + 10 ** (-elo / 400))


def _interval_bound(sample: Sample, end: float, limit: float) -> float:
    """Return the mean nearest to `end` whose distance is within the limit."""
    if sample.distance(end) <= limit:
        return end
    low, high = sorted((sample.mean, end))
    sign = 1 if end else -1

    def room(mean: float) -> tuple[float, float]:
        """Return how far the root of the distance, nearly linear, is from its limit."""
        distance, slope = sample.distance_and_slope(mean)
        root = math.sqrt(distance)
        return sign * (math.sqrt(limit) - root), -sign * slope / (2 * root) if root else 0.0

    return find_root(room, low, high, (low + high) / 2)


ERROR_RATE = 0.05
MAX_ELO = 2000


class SprtVerdict(enum.Enum):
    """The result of a sequential test so far."""

    CONTINUE = "undecided"
    ACCEPTED = "accepted"
    """The larger difference explains the results better."""
    REJECTED = "rejected"
    """The smaller difference explains the results better."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential test of whether the difference is `elo1` or `elo0`, the smaller one.

    `alpha` is the rate of wrong acceptances at elo0, `beta` that of wrong rejections at elo1.
    """

    elo0: float
    elo1: float
    alpha: float = ERROR_RATE
    beta: float = ERROR_RATE

    def __post_init__(self) -> None:
        """Raise ValueError for wrong bounds or error rates."""
        if not -MAX_ELO <= self.elo0 < self.elo1 <= MAX_ELO:
            why = f"the second must be larger, and both within {MAX_ELO}"
            raise ValueError(f"cannot test {self.elo0:g} against {self.elo1:g} Elo: {why}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError("error rates must be between 0 and 0.5")

    @property
    def lower(self) -> float:
        """The log-likelihood ratio at which the test rejects."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The log-likelihood ratio at which the test accepts."""
        return math.log((1 - self.beta) / self.alpha)

    def ratio(self, sample: Sample) -> float:
        """Return the log-likelihood ratio of elo1 to elo0."""
        return sample.distance(score_of(self.elo0)) - sample.distance(score_of(self.elo1))

    def normal_ratio(self, sample: Sample) -> float:
        """Return the usual approximation of `ratio`, which is good for many different results."""
        low, high = score_of(self.elo0), score_of(self.elo1)
        if not sample.variance:
            return 0.0
        return sample.size * (high - low) * (sample.mean - (low + high) / 2) / sample.variance

    def verdict(self, sample: Sample) -> SprtVerdict:
        """Return whether the ratio has reached one of its bounds, and which."""
        ratio = self.ratio(sample)
        if ratio >= self.upper:
            return SprtVerdict.ACCEPTED
        return SprtVerdict.REJECTED if ratio <= self.lower else SprtVerdict.CONTINUE
