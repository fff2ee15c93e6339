"""A strict reader of Prometheus' text format, version 0.0.4."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

NAME = r"[a-zA-Z_:][a-zA-Z0-9_:]*"
LABEL = r'[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*"'
HELP = re.compile(rf"# HELP ({NAME}) ((?:[^\\\n]|\\[\\n])+)")
TYPE = re.compile(rf"# TYPE ({NAME}) (counter|gauge|histogram)")
SAMPLE = re.compile(
    rf"({NAME})(?:\{{({LABEL}(?:,{LABEL})*)\}})? (\+Inf|-Inf|NaN|-?\d+(?:\.\d+)?(?:e[+-]\d+)?)"
)
SUFFIXES = {"counter": ("",), "gauge": ("",), "histogram": ("_bucket", "_sum", "_count")}


@dataclass
class Family:
    """A metric: its name, its type, and the values of its lines."""

    name: str
    kind: str
    samples: dict[str, float] = field(default_factory=dict)
    """Values by the name and the labels of their lines, without the name of the metric."""


def parse_metrics(text: str) -> dict[str, float]:
    """Return all values by the name and the labels of their lines. Raises AssertionError."""
    assert text.endswith("\n")
    families: dict[str, Family] = {}
    lines = iter(text.removesuffix("\n").split("\n"))
    family: Family | None = None
    for line in lines:
        if line.startswith("#"):
            explained, typed = HELP.fullmatch(line), TYPE.fullmatch(next(lines))
            assert explained, line
            assert typed, line
            assert typed[1] == explained[1]
            assert typed[1] not in families
            family = families[typed[1]] = Family(typed[1], typed[2])
        else:
            assert family is not None
            _add_sample(family, line)
    for family in families.values():
        _check_family(family)
    return {
        f"{family.name}{rest}": value
        for family in families.values()
        for rest, value in family.samples.items()
    }


def _add_sample(family: Family, line: str) -> None:
    sample = SAMPLE.fullmatch(line)
    assert sample, line
    name, labels, value = sample.groups()
    suffix = name.removeprefix(family.name)
    assert name.startswith(family.name)
    assert suffix in SUFFIXES[family.kind], line
    rest = suffix + ("" if labels is None else f"{{{labels}}}")
    assert rest not in family.samples, line
    family.samples[rest] = float(value)


def _check_family(family: Family) -> None:
    if family.kind == "counter":
        assert family.name.endswith("_total"), family.name
        assert all(value >= 0 for value in family.samples.values())
    else:
        assert not family.name.endswith("_total"), family.name
    if family.kind == "histogram":
        *buckets, total, count = family.samples.items()
        assert [rest for rest, _ in buckets][-1] == '_bucket{le="+Inf"}'
        values = [value for _, value in buckets]
        assert values == sorted(values)
        assert total[0] == "_sum"
        assert count == ("_count", values[-1])
