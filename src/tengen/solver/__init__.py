"""Finds out who wins, and hands the proof on as it goes."""

from tengen.solver.certificate import check_certificate, make_listeners, write_certificate
from tengen.solver.small_memory import Memory
from tengen.solver.small_meter import Meter, Progress
from tengen.solver.solve import Ending, Listeners, Part, Value, solve

__all__ = [
    "Ending",
    "Listeners",
    "Memory",
    "Meter",
    "Part",
    "Progress",
    "Value",
    "check_certificate",
    "make_listeners",
    "solve",
    "write_certificate",
]
