"""How much a proof may cost, what it has cost, and how far it is."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from tengen.search.analysis import Limits


class Stopped(Exception):
    """A limit was reached, or nobody wants to wait any longer: nothing is known."""


class NothingLeft(Exception):
    """All that could be tried has been, within the limits: nothing is known."""


@dataclass(frozen=True, slots=True)
class Progress:
    """What is being done, how much of it is, and the positions looked at so far.

    A total of 0 means that nobody knows how much there is to do.
    """

    stage: str
    done: int
    total: int
    nodes: int
    seconds: float


class Meter:
    """Counts positions and keeps limits. `stop` and `progress` are for other threads, too.

    As a context it has its clock run: when time is up, all stops.
    """

    def __init__(self, limits: Limits | None = None) -> None:
        self._limits = limits or Limits()
        self._counted = 0
        self._counts: list[Callable[[], int]] = []
        self._hooks: list[Callable[[], None]] = []
        self._start = time.monotonic()
        self._stage = ("", 0, 0)
        self._alarm = threading.Timer(self._limits.seconds or 0, self.stop)
        self._alarm.daemon = True
        self.is_stopped = False

    def __enter__(self) -> Self:
        self._start = time.monotonic()
        if self._limits.seconds is not None:
            self._alarm.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._alarm.cancel()

    def stop(self) -> None:
        """End whatever is going on."""
        self.is_stopped = True
        for hook in self._hooks:
            hook()

    def join(self, count: Callable[[], int], stop: Callable[[], None]) -> None:
        """Somebody else counts positions, too, and is to be stopped with all others."""
        self._counts.append(count)
        self._hooks.append(stop)

    @property
    def nodes(self) -> int:
        """How many positions were looked at."""
        return self._counted + sum(count() for count in self._counts)

    @property
    def nodes_left(self) -> int | None:
        """How many positions may still be looked at, if that is limited."""
        return None if self._limits.nodes is None else max(0, self._limits.nodes - self.nodes)

    @property
    def seconds(self) -> float:
        """The time since the start."""
        return time.monotonic() - self._start

    def count(self, nodes: int = 1) -> None:
        """Positions were looked at. Raises Stopped."""
        self._counted += nodes
        self.check()

    def check(self) -> None:
        """Raises Stopped if a limit is reached."""
        if self.is_stopped or self.nodes_left == 0:
            raise Stopped

    def enter(self, stage: str, done: int = 0, total: int = 0) -> None:
        """Say what is being done now, and how much of it is."""
        self._stage = (stage, done, total)

    def progress(self) -> Progress:
        """How far it is."""
        return Progress(*self._stage, self.nodes, self.seconds)
