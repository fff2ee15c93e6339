"""Run contestants in turns and compare their rates, so that noise affects all of them equally."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

Contestant = Callable[[], int]
"""Does some work and returns the amount."""


class Contest:
    """The rates of each contestant, one per round."""

    def __init__(self, rounds: int, **contestants: Contestant) -> None:
        self.rates: dict[str, list[float]] = {name: [] for name in contestants}
        for _ in range(rounds):
            for name, work in contestants.items():
                self.rates[name].append(rate(work))

    def median(self, name: str) -> float:
        """Return the median rate."""
        return statistics.median(self.rates[name])

    def ratio(self, name: str, other: str) -> float:
        """Return the median over the rounds of how many times faster one is than the other."""
        pairs = zip(self.rates[name], self.rates[other], strict=True)
        return statistics.median([mine / theirs for mine, theirs in pairs])


def rate(work: Contestant) -> float:
    """Return the work per second of this process's CPU time."""
    start = time.process_time()
    done = work()
    return done / (time.process_time() - start)
