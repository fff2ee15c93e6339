"""The metrics of a server: what it counts, measures and reads for its operator.

They are written in the text format of Prometheus, version 0.0.4.
"""

from __future__ import annotations

import math
import os
import platform
import time
from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from tengen import __version__

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class MetricSample(NamedTuple):
    """One line of a metric: a value under the metric's name with a suffix and labels."""

    suffix: str
    labels: Mapping[str, str]
    value: float


class Metric(ABC):
    """A metric with its name, its type and its explanation."""

    def __init__(self, kind: str, name: str, says: str) -> None:
        self.kind = kind
        self.name = name
        self.says = says

    @abstractmethod
    def samples(self) -> Iterable[MetricSample]:
        """Return the current values."""


class CountMetric(Metric):
    """A number that only grows."""

    def __init__(self, name: str, says: str) -> None:
        super().__init__("counter", name, says)
        self.value = 0

    def increment(self, by: int = 1) -> None:
        """Count something."""
        self.value += by

    def samples(self) -> Iterator[MetricSample]:
        """Yield the number."""
        yield MetricSample("", {}, self.value)


class LabelledCount(Metric):
    """A number that only grows, for each value of a label."""

    def __init__(self, name: str, label: str, says: str, known: Iterable[str] = ()) -> None:
        """The `known` values are shown before anything was counted."""
        super().__init__("counter", name, says)
        self._label = label
        self.values = dict.fromkeys(known, 0)

    def increment(self, value: str) -> None:
        """Count something with this value of the label."""
        self.values[value] = self.values.get(value, 0) + 1

    def samples(self) -> Iterator[MetricSample]:
        """Yield a number for each value of the label."""
        for value, count in list(self.values.items()):
            yield MetricSample("", {self._label: value}, count)


class ValueReader(Metric):
    """A value that is read when it is asked for. None means that there is no value."""

    def __init__(
        self,
        kind: str,
        name: str,
        says: str,
        read: Callable[[], float | None],
        labels: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(kind, name, says)
        self._read = read
        self._labels = labels or {}

    def samples(self) -> Iterator[MetricSample]:
        """Yield the value."""
        value = self._read()
        if value is not None:
            yield MetricSample("", self._labels, value)


class LabelledReader(Metric):
    """Values that are read when they are asked for, one for each value of a label."""

    def __init__(
        self, kind: str, name: str, label: str, says: str, read: Callable[[], Mapping[str, float]]
    ) -> None:
        super().__init__(kind, name, says)
        self._label = label
        self._read = read

    def samples(self) -> Iterator[MetricSample]:
        """Yield a value for each value of the label."""
        for value, number in self._read().items():
            yield MetricSample("", {self._label: value}, number)


class HistogramMetric(Metric):
    """How many values were at most as great as each of some bounds, and their sum."""

    def __init__(self, name: str, says: str, bounds: Sequence[float]) -> None:
        super().__init__("histogram", name, says)
        self._bounds = tuple(bounds)
        self._counts = [0] * (len(bounds) + 1)
        self.sum = 0.0

    def observe(self, value: float) -> None:
        """Count a value."""
        self._counts[bisect_left(self._bounds, value)] += 1
        self.sum += value

    @property
    def count(self) -> int:
        """How many values there were."""
        return sum(self._counts)

    def samples(self) -> Iterator[MetricSample]:
        """Yield the number of values up to each bound, then their sum and number."""
        totals = list(accumulate(self._counts))
        for bound, total in zip((*self._bounds, math.inf), totals, strict=True):
            yield MetricSample("_bucket", {"le": format_value(bound)}, total)
        yield MetricSample("_sum", {}, self.sum)
        yield MetricSample("_count", {}, totals[-1])


def format_metrics(metrics: Iterable[Metric]) -> str:
    """Return the metrics as text."""
    return "".join(f"{line}\n" for metric in metrics for line in _lines(metric))


def _lines(metric: Metric) -> Iterator[str]:
    yield f"# HELP {metric.name} {_escape(metric.says)}"
    yield f"# TYPE {metric.name} {metric.kind}"
    for suffix, labels, value in metric.samples():
        yield f"{metric.name}{suffix}{_format_labels(labels)} {format_value(value)}"


def _format_labels(labels: Mapping[str, str]) -> str:
    if not labels:
        return ""
    pairs = (f'{name}="{_escape_quoted(value)}"' for name, value in labels.items())
    return "{" + ",".join(pairs) + "}"


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\n", "\\n")


def _escape_quoted(text: str) -> str:
    return _escape(text).replace('"', '\\"')


def format_value(value: float) -> str:
    """Return a number as Prometheus writes it."""
    if value == math.inf:
        return "+Inf"
    if value == -math.inf:
        return "-Inf"
    return "NaN" if math.isnan(value) else repr(value)


SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)
BATCH_SIZES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


class Metrics:
    """All metrics of a server.

    Those of the process are read when they are asked for. Other parts of the server add theirs
    with `read` and `read_each`.
    """

    def __init__(self) -> None:
        self._metrics: list[Metric] = []
        self._add_games()
        self._add_saving()
        self._add_refusals()
        self._add_cluster()
        self._add_process()

    def _add_games(self) -> None:
        self.moves = self._count(
            "tengen_moves_total", "Moves and choices of openings that were saved and sent."
        )
        self.commands = self._count(
            "tengen_commands_total",
            "Commands that were saved and sent: moves, offers, resignations, time-outs.",
        )
        self.command_seconds = self._histogram(
            "tengen_command_seconds",
            "Seconds from accepting a command until what it did was saved and sent.",
            SECONDS,
        )
        self.failed_rooms = self._count(
            "tengen_rooms_failed_total", "Rooms that were loaded again after an internal error."
        )

    def _add_saving(self) -> None:
        self.commits = self._count("tengen_commits_total", "Commits of events to the store.")
        self.commit_events = self._histogram(
            "tengen_commit_events", "Events that one commit has saved.", BATCH_SIZES
        )
        self.commit_seconds = self._histogram(
            "tengen_commit_seconds", "Seconds that a commit has taken.", SECONDS
        )
        self.failed_saves = self._count(
            "tengen_failed_saves_total", "Commands that could not be saved and were not done."
        )

    def _add_refusals(self) -> None:
        self.refused_commands = self._labelled_count(
            "tengen_refused_commands_total", "reason", "Commands of clients that were refused."
        )
        self.responses = self._labelled_count(
            "tengen_http_responses_total",
            "class",
            "Responses to HTTP requests, by the class of their status.",
            ("2xx", "3xx", "4xx", "5xx"),
        )
        self.limited = self._labelled_count(
            "tengen_limited_total",
            "limit",
            "Requests, messages, sockets and games that were over a limit.",
            ("requests", "messages", "sockets", "games"),
        )

    def _add_cluster(self) -> None:
        self.rooms_taken = self._count(
            "tengen_rooms_taken_total", "Rooms that this server has taken for itself."
        )
        self.rooms_released = self._count(
            "tengen_rooms_released_total", "Rooms that this server has left to others."
        )
        self.rooms_lost = self._count(
            "tengen_rooms_lost_total", "Rooms that another server has taken from this one."
        )
        self.leases_renewed = self._count(
            "tengen_leases_renewed_total", "Renewals of the lease of this server."
        )
        self.leases_late = self._count(
            "tengen_leases_late_total", "Renewals of the lease that came too late."
        )

    def _add_process(self) -> None:
        self.read(
            "counter",
            "process_cpu_seconds_total",
            "Seconds of processor time of the server, without its engine processes.",
            time.process_time,
        )
        self.read(
            "gauge",
            "process_resident_memory_bytes",
            "Bytes of memory of the server, without its engine processes.",
            resident_memory,
        )
        start = time.time()
        self.read(
            "gauge",
            "process_start_time_seconds",
            "When the server was started, in seconds since 1970.",
            lambda: start,
        )
        self._metrics.append(
            ValueReader(
                "gauge",
                "tengen_build_info",
                "The versions of Tengen and Python.",
                lambda: 1,
                {"version": __version__, "python": platform.python_version()},
            )
        )

    def read(self, kind: str, name: str, says: str, read: Callable[[], float | None]) -> None:
        """Add a metric that is read when it is asked for."""
        self._metrics.append(ValueReader(kind, name, says, read))

    def read_each(
        self, kind: str, name: str, label: str, says: str, read: Callable[[], Mapping[str, float]]
    ) -> None:
        """Add a metric with a label that is read when it is asked for."""
        self._metrics.append(LabelledReader(kind, name, label, says, read))

    def committed(self, events: int, seconds: float) -> None:
        """Count a commit that has saved this many events."""
        self.commits.increment()
        self.commit_events.observe(events)
        self.commit_seconds.observe(seconds)

    def text(self) -> str:
        """Return all metrics in the text format of Prometheus."""
        return format_metrics(self._metrics)

    def _count(self, name: str, says: str) -> CountMetric:
        metric = CountMetric(name, says)
        self._metrics.append(metric)
        return metric

    def _labelled_count(
        self, name: str, label: str, says: str, known: tuple[str, ...] = ()
    ) -> LabelledCount:
        metric = LabelledCount(name, label, says, known)
        self._metrics.append(metric)
        return metric

    def _histogram(self, name: str, says: str, bounds: tuple[float, ...]) -> HistogramMetric:
        metric = HistogramMetric(name, says, bounds)
        self._metrics.append(metric)
        return metric


def resident_memory() -> int | None:
    """Return the bytes of memory of this process; None if the system does not tell."""
    try:
        with open("/proc/self/statm", "rb") as file:
            pages = int(file.read().split()[1])
    except OSError:
        return None
    return pages * os.sysconf("SC_PAGESIZE")
