"""Rate limits: how much one client or network may ask for, as token buckets."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass

MOST_KEYS = 10_000
"""How many addresses are remembered; the ones not heard of for longest are forgotten."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, and so many a second in the long run."""

    burst: float
    per_second: float


@dataclass(frozen=True, slots=True)
class ServerLimits:
    """What is allowed; wide enough for a school behind one address."""

    messages: Rate = Rate(40, 15)
    """Of one socket."""
    games: Rate = Rate(60, 0.5)
    """Made from one address."""
    requests: Rate = Rate(1500, 100)
    """From one address."""
    sockets: int = 500
    """Open from one address."""
    network_messages: Rate = Rate(2000, 300)
    """Over all sockets of one address."""
    work: Rate = Rate(20, 0.25)
    """Seconds of work in the background for one browser."""
    network_work: Rate = Rate(60, 0.5)
    """The same for all browsers of one address."""


DEFAULT_LIMITS = ServerLimits()


class TokenBucket:
    """What is left of a rate."""

    __slots__ = ("_at", "_left", "_rate")

    def __init__(self, rate: Rate, now: float) -> None:
        self._rate = rate
        self._left = rate.burst
        self._at = now

    def take(self, now: float) -> bool:
        """Take one out, if there is one."""
        self._fill(now)
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def charge(self, cost: float, now: float) -> None:
        """Take out what something has cost, even if that is more than there is."""
        self._fill(now)
        self._left -= cost

    def wait(self, now: float) -> float:
        """Seconds until there is something in it; 0 if there is now."""
        self._fill(now)
        return max(0.0, -self._left / self._rate.per_second)

    def _fill(self, now: float) -> None:
        rate = self._rate
        self._left = min(rate.burst, self._left + (now - self._at) * rate.per_second)
        self._at = now


class RateLimiter:
    """A bucket for each key."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._buckets: OrderedDict[Hashable, TokenBucket] = OrderedDict()

    def take(self, key: Hashable) -> bool:
        """Take one out of a key's bucket, if there is one."""
        return self._bucket(key).take(self._clock())

    def charge(self, key: Hashable, cost: float) -> None:
        """Take out of a key's bucket what something has cost."""
        self._bucket(key).charge(cost, self._clock())

    def wait(self, key: Hashable) -> float:
        """Seconds until there is something in a key's bucket."""
        return self._bucket(key).wait(self._clock())

    def _bucket(self, key: Hashable) -> TokenBucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = TokenBucket(self._rate, self._clock())
            if len(self._buckets) > MOST_KEYS:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket
