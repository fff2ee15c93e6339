"""The search on the command line: its parameters (`--set`, and their list), its weights."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tengen.engine import search_parameters
from tengen.engine.weights import Weights, parse_weights
from tengen.errors import ParseError, UsageError, quote


def parse_settings(texts: Sequence[str]) -> search_parameters.SearchParameters:
    """Return the parameters that NAME=VALUE texts set. Raises UsageError for a wrong one."""
    try:
        return search_parameters.DEFAULT_PARAMETERS.changed(
            dict(map(search_parameters.parse_parameter, texts))
        )
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
    width = max(map(len, search_parameters.PARAMETERS))
    for name, one in search_parameters.PARAMETERS.items():
        yield f"{name:<{width}} {one.default:>6}   {one.low} to {one.high}\n    {one.about}\n"
