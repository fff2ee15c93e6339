"""Rate limits for clients and networks, as token buckets."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass

MAX_KEYS = 10_000
"""Keys whose buckets are remembered; the least recently used one is dropped first."""


@dataclass(frozen=True, slots=True)
class Rate:
    """A limit: `burst` at once, and `per_second` in the long run."""

    burst: float
    per_second: float


@dataclass(frozen=True, slots=True)
class ServerLimits:
    """The limits of a server, wide enough for a school behind one address."""

    messages: Rate = Rate(40, 15)
    """Messages over one socket."""
    games: Rate = Rate(60, 0.5)
    """Games created from one network."""
    requests: Rate = Rate(1500, 100)
    """Requests from one network."""
    sockets: int = 500
    """Open sockets of one network."""
    network_messages: Rate = Rate(2000, 300)
    """Messages over all sockets of one network."""
    work: Rate = Rate(20, 0.25)
    """Seconds of background work for one browser."""
    network_work: Rate = Rate(60, 0.5)
    """Seconds of background work for all browsers of one network."""


DEFAULT_LIMITS = ServerLimits()


class TokenBucket:
    """A token bucket."""

    __slots__ = ("_at", "_left", "_rate")

    def __init__(self, rate: Rate, now: float) -> None:
        self._rate = rate
        self._left = rate.burst
        self._at = now

    def take(self, now: float) -> bool:
        """Take one token; whether there was one."""
        self._fill(now)
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def charge(self, cost: float, now: float) -> None:
        """Take tokens, even more than there are."""
        self._fill(now)
        self._left -= cost

    def wait(self, now: float) -> float:
        """Return the seconds until the bucket is not overdrawn; 0 if it is not."""
        self._fill(now)
        return max(0.0, -self._left / self._rate.per_second)

    def _fill(self, now: float) -> None:
        rate = self._rate
        self._left = min(rate.burst, self._left + (now - self._at) * rate.per_second)
        self._at = now


class RateLimiter:
    """A token bucket for each key."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._buckets: OrderedDict[Hashable, TokenBucket] = OrderedDict()

    def take(self, key: Hashable) -> bool:
        """Take one token of a key; whether there was one."""
        return self._bucket(key).take(self._clock())

    def charge(self, key: Hashable, cost: float) -> None:
        """Take tokens of a key, even more than there are."""
        self._bucket(key).charge(cost, self._clock())

    def wait(self, key: Hashable) -> float:
        """Return the seconds until a key's bucket is not overdrawn; 0 if it is not."""
        return self._bucket(key).wait(self._clock())

    def _bucket(self, key: Hashable) -> TokenBucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = TokenBucket(self._rate, self._clock())
            if len(self._buckets) > MAX_KEYS:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket
