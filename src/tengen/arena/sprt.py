"""When to stop: the sequential probability ratio test between two Elo differences."""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass

from tengen.arena.likelihood import Sample
from tengen.arena.score import score_of

ERROR_RATE = 0.05
MAX_ELO = 2000


class Verdict(enum.Enum):
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

    def verdict(self, sample: Sample) -> Verdict:
        """Whether the ratio has reached one of its bounds."""
        ratio = self.ratio(sample)
        if ratio >= self.upper:
            return Verdict.ACCEPTED
        return Verdict.REJECTED if ratio <= self.lower else Verdict.CONTINUE
