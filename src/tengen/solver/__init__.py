"""Finds out who wins, and hands the proof on as it goes."""

from tengen.solver.small_memory import Memory
from tengen.solver.small_meter import Meter, Progress
from tengen.solver.solve import Ending, Listeners, Part, Value, solve

__all__ = ["Ending", "Listeners", "Memory", "Meter", "Part", "Progress", "Value", "solve"]
