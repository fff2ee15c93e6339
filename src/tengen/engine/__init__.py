"""The engine: compiled pattern search, VCF and VCT; `Engine`, `Limits` and `Analysis` in front."""

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
