"""The search on the command line: its parameters (`--set`, and their list), its weights."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tengen.engine.search_parameters import (
    DEFAULT_PARAMETERS,
    PARAMETERS,
    SearchParameters,
    parse_parameter,
)
from tengen.engine.weights import Weights, parse_weights
from tengen.errors import ParseError, UsageError, quote


def parse_settings(texts: Sequence[str]) -> SearchParameters:
    """Return the parameters that NAME=VALUE texts set. Raises UsageError for a wrong one."""
    try:
        return DEFAULT_PARAMETERS.changed(dict(map(parse_parameter, texts)))
    except ParseError as error:
        raise UsageError(f"--set: {error} See `tengen brain --parameters`.") from None


def read_weights(path: str | None) -> Weights | None:
    """Return the weights in the file of `--weights`, if there is one. Raises UsageError."""
    if path is None:
        return None
    try:
        with open(path, "rb") as file:
            return parse_weights(file.read())
    except OSError as error:
        raise UsageError(f"--weights: cannot read {quote(path)}: {error.strerror}.") from None
    except ParseError as error:
        raise UsageError(f"--weights: {error}") from None


def format_parameters() -> str:
    """List every parameter with its default, its range and what it does."""
    return "".join(_parameter_lines())


def _parameter_lines() -> Iterator[str]:
    width = max(map(len, PARAMETERS))
    for name, one in PARAMETERS.items():
        yield f"{name:<{width}} {one.default:>6}   {one.low} to {one.high}\n    {one.about}\n"
