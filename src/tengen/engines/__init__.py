"""Engines as processes, and the seat that they take in a game."""

from tengen.engines.limits import Limits
from tengen.engines.process import EngineProcess
from tengen.engines.seat import Seat

__all__ = ["EngineProcess", "Limits", "Seat"]
