"""The engine: a search compiled from Python, and `Engine`, `Limits` and `Analysis` in front.

`find_win` looks for wins by fours and threes and hands them out as trees.
"""

from tengen.search.analysis import Analysis, Limits, Line
from tengen.search.engine import Engine
from tengen.search.finder import Finder, Finding, find_win
from tengen.search.wins import Win
from tengen.search.zones import zone

__all__ = [
    "Analysis",
    "Engine",
    "Finder",
    "Finding",
    "Limits",
    "Line",
    "Win",
    "find_win",
    "zone",
]
