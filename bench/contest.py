"""Run contestants in turns and compare their rates, so that a noisy machine is noisy for all."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

Contestant = Callable[[], int]
"""Does some work and says how much."""


class Contest:
    """Rates of each contestant, one per round."""

    def __init__(self, rounds: int, **contestants: Contestant) -> None:
        self.rates: dict[str, list[float]] = {name: [] for name in contestants}
        for _ in range(rounds):
            for name, work in contestants.items():
                self.rates[name].append(rate(work))

    def median(self, name: str) -> float:
        """The usual rate."""
        return statistics.median(self.rates[name])

    def ratio(self, name: str, other: str) -> float:
        """How many times faster than the other, round by round, in the median."""
        pairs = zip(self.rates[name], self.rates[other], strict=True)
        return statistics.median([mine / theirs for mine, theirs in pairs])


def rate(work: Contestant) -> float:
    """Work per second of this process's CPU time."""
    start = time.process_time()
    done = work()
    return done / (time.process_time() - start)
