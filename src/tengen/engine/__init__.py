"""The engine: alpha-beta with patterns, VCF and VCT. Start with `Engine`, `Limits`, `Analysis`."""

from tengen.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tengen.engine.analysis import Analysis, Limits, Line
    from tengen.engine.cancel_token import CancelToken
    from tengen.engine.engine import Engine
    from tengen.engine.levels import Opponent
    from tengen.engine.pattern_tables import has_patterns
    from tengen.engine.search_parameters import SearchParameters
    from tengen.engine.search_thread import CallFromThread, SearchThread, run_in_thread
    from tengen.engine.win_finder import Finder, Finding, Win, find_win, zone

__all__ = [
    "Analysis",
    "CallFromThread",
    "CancelToken",
    "Engine",
    "Finder",
    "Finding",
    "Limits",
    "Line",
    "Opponent",
    "SearchParameters",
    "SearchThread",
    "Win",
    "find_win",
    "has_patterns",
    "run_in_thread",
    "zone",
]

__getattr__ = lazy_names(
    __name__,
    {
        "Analysis": "analysis",
        "CallFromThread": "search_thread",
        "CancelToken": "cancel_token",
        "Engine": "engine",
        "Finder": "win_finder",
        "Finding": "win_finder",
        "Limits": "analysis",
        "Line": "analysis",
        "Opponent": "levels",
        "SearchParameters": "search_parameters",
        "SearchThread": "search_thread",
        "Win": "win_finder",
        "find_win": "win_finder",
        "has_patterns": "pattern_tables",
        "run_in_thread": "search_thread",
        "zone": "win_finder",
    },
)
