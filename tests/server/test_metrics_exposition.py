"""Metrics as Prometheus reads them."""

from __future__ import annotations

import math

import pytest
from kit.prometheus import parse_metrics

from tengen.server.metrics import (
    CountMetric,
    HistogramMetric,
    LabelledCount,
    LabelledReader,
    Metric,
    ValueReader,
    format_metrics,
    format_value,
)


def text_of(metric: Metric) -> str:
    text = format_metrics([metric])
    parse_metrics(text)
    return text


def test_a_counter_is_explained_typed_and_counted() -> None:
    metric = CountMetric("moves_total", "Moves.")
    metric.increment()
    metric.increment(2)
    assert (
        text_of(metric) == "# HELP moves_total Moves.\n# TYPE moves_total counter\nmoves_total 3\n"
    )


def test_a_labelled_counter_has_a_line_for_each_value() -> None:
    metric = LabelledCount("moves_total", "by", "Moves.", ["anna"])
    metric.increment("ben")
    metric.increment("ben")
    assert text_of(metric).splitlines()[2:] == [
        'moves_total{by="anna"} 0',
        'moves_total{by="ben"} 2',
    ]


def test_readings_are_read_when_they_are_asked_for() -> None:
    values = [1.5, 2, None]
    metric = ValueReader("gauge", "x", "X.", lambda: values.pop(0))
    assert text_of(metric).splitlines()[2:] == ["x 1.5"]
    assert text_of(metric).splitlines()[2:] == ["x 2"]
    assert text_of(metric).splitlines()[2:] == []


def test_labelled_readings_have_a_line_for_each_value() -> None:
    metric = LabelledReader("gauge", "x", "at", "X.", lambda: {"a": 1, "b": 2})
    assert text_of(metric).splitlines()[2:] == ['x{at="a"} 1', 'x{at="b"} 2']


def test_a_histogram_counts_values_up_to_each_bound() -> None:
    metric = HistogramMetric("size", "Sizes.", (1, 2.5))
    for value in (0.5, 1, 2, 2.5, 3):
        metric.observe(value)
    assert metric.count == 5
    assert text_of(metric).splitlines()[2:] == [
        'size_bucket{le="1"} 2',
        'size_bucket{le="2.5"} 4',
        'size_bucket{le="+Inf"} 5',
        "size_sum 9.0",
        "size_count 5",
    ]


@pytest.mark.parametrize(
    "value, escaped", [('"', '\\"'), ("\\", "\\\\"), ("\n", "\\n"), ("\\n", "\\\\n"), ("é…", "é…")]
)
def test_labels_are_escaped(value: str, escaped: str) -> None:
    metric = LabelledCount("x_total", "by", "X.", [value])
    assert text_of(metric).endswith(f'\nx_total{{by="{escaped}"}} 0\n')


def test_explanations_are_escaped() -> None:
    metric = CountMetric("x_total", 'a \\ "b"\nc')
    assert text_of(metric).startswith('# HELP x_total a \\\\ "b"\\nc\n')


@pytest.mark.parametrize(
    "value, text",
    [(0, "0"), (1e-07, "1e-07"), (math.inf, "+Inf"), (-math.inf, "-Inf"), (math.nan, "NaN")],
)
def test_numbers_are_written_as_prometheus_reads_them(value: float, text: str) -> None:
    assert format_value(value) == text


@pytest.mark.parametrize(
    "broken",
    [
        "",
        "x 1\n",
        "# HELP x X.\n# TYPE x gauge\nx 1",
        "# TYPE x gauge\n# HELP x X.\nx 1\n",
        "# HELP x X.\n# TYPE x gauge\ny 1\n",
        "# HELP x X.\n# TYPE x counter\nx 1\n",
        "# HELP x X.\n# TYPE x gauge\nx 1\nx 2\n",
        '# HELP x X.\n# TYPE x gauge\nx{a="""} 1\n',
        '# HELP x X.\n# TYPE x histogram\nx_bucket{le="+Inf"} 1\nx_sum 1\nx_count 2\n',
    ],
)
def test_the_reader_of_these_tests_is_strict(broken: str) -> None:
    with pytest.raises((AssertionError, StopIteration)):
        parse_metrics(broken)
