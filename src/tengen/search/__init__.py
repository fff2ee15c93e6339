"""The engine: a search compiled from Python, and `Engine`, `Limits` and `Analysis` in front."""

from tengen.search.analysis import Analysis, Limits, Line
from tengen.search.engine import Engine

__all__ = ["Analysis", "Engine", "Limits", "Line"]
