"""Metrics in the text format of Prometheus, version 0.0.4: counters, gauges and histograms.

Counting is cheap: an addition, for a histogram also a search among its bounds. Each metric is
counted in one thread; any thread may read it.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

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
