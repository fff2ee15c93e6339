"""How likely a score is to win: what a chart shows.

One slope for each of the two searches, fitted to games that the engine played against itself;
docs/review.md says how.
"""

from __future__ import annotations

import math

from tengen.engine.engine import SMALL_AREA
from tengen.engine.pattern_tables import has_patterns
from tengen.rules.rules import Rules, WinRule

SCALE = 600
"""The score of the search by patterns at which one side wins 73 games of 100."""
GENERAL_SCALE = 30
"""The same of the search that plays every other game."""
LIKELY = 0.97
"""The chance of who wins for all that is known, without a proof; no other score has more."""


def chance_of(score: int, rules: Rules) -> float:
    """How likely whoever has this score is to win, ties counted as half a win."""
    scale = GENERAL_SCALE if is_general(rules) else SCALE
    odds = math.exp(-min(20.0, max(-20.0, score / scale)))
    return min(LIKELY, max(1 - LIKELY, 1 / (1 + odds)))


def is_general(rules: Rules) -> bool:
    """Whether the engine plays a game without patterns, and to the very end if it is small."""
    if rules.win is WinRule.RENJU:
        return False
    return not has_patterns(rules) or rules.area <= SMALL_AREA
