"""The engine: a search compiled from Python, and `Engine`, `Limits` and `Analysis` in front."""

from tengen.search.engine import Analysis, Engine, Limits

__all__ = ["Analysis", "Engine", "Limits"]
