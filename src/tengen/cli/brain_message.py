"""What `tengen brain` says of its search, in a form that managers read."""

from __future__ import annotations

from tengen.engine import Analysis
from tengen.rules import Rules, format_moves

SHOWN_MOVES = 12
"""How many moves of the expected line are shown."""


def format_search(analysis: Analysis, rules: Rules) -> str:
    """Return for example `depth 9 ev 35 n 104512 n/ms 1210 tm 86 pv h8 i9`."""
    milliseconds = round(1000 * analysis.seconds)
    moves = format_moves(analysis.lines[0].moves[:SHOWN_MOVES], rules)
    return (
        f"depth {analysis.depth} ev {_format_score(analysis)} n {analysis.nodes}"
        f" n/ms {analysis.nodes // max(1, milliseconds)} tm {milliseconds} pv {moves}"
    )


def _format_score(analysis: Analysis) -> str:
    """Return the score of the side to move, or `+M5` and `-M4` for a proven win and a loss."""
    if not analysis.plies:
        return str(analysis.score)
    return f"{'+' if analysis.plies > 0 else '-'}M{abs(analysis.plies)}"
