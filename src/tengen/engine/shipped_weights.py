"""The weights that come with the package: one file for each win rule of the pattern search."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from tengen.engine.weights import Weights, parse_weights
from tengen.rules import WinRule


@cache
def shipped_weights(win: WinRule) -> Weights:
    """Return the weights for a win rule."""
    return parse_weights(files("tengen.engine").joinpath(f"{win.value}.weights").read_bytes())
