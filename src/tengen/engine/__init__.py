"""The engine: alpha-beta with patterns, VCF and VCT. Start with `Engine`, `Limits`, `Analysis`."""

from tengen.engine.analysis import Analysis, Limits, Line
from tengen.engine.cancel_token import CancelToken
from tengen.engine.engine import Engine
from tengen.engine.win_finder import Finder, Finding, Win, find_win, zone

__all__ = [
    "Analysis",
    "CancelToken",
    "Engine",
    "Finder",
    "Finding",
    "Limits",
    "Line",
    "Win",
    "find_win",
    "zone",
]
