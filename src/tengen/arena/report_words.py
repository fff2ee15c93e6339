"""Ratings, scores and names as words for reports."""

from __future__ import annotations

import math

from tengen.arena.elo import Estimate, Sample, Sprt
from tengen.arena.ratings import Rating
from tengen.printable import printable

NO_ESTIMATE = "unknown: no pair of games has ended"


def format_elo(found: Estimate) -> str:
    """Format the Elo difference with its interval; only a bound if all were won, or all lost."""
    if not found.size:
        return NO_ESTIMATE
    if found.score >= 1:
        return f"> {found.elo_low:+.0f} (95 % bound, all won)"
    if found.score <= 0:
        return f"< {found.elo_high:+.0f} (95 % bound, all lost)"
    return f"{found.elo:+.0f} (95 %: {found.elo_low:+.0f} to {found.elo_high:+.0f})"


def format_score(found: Estimate) -> str:
    """Format the score in per cent with its interval."""
    if not found.size:
        return NO_ESTIMATE
    low, score, high = (f"{100 * part:.1f}" for part in (found.low, found.score, found.high))
    return f"{score} % (95 %: {low} to {high})"


def format_sprt(sprt: Sprt, pairs: Sample) -> str:
    """Format the state of a sequential test."""
    hypotheses = f"{sprt.elo1:+g} Elo rather than {sprt.elo0:+g}"
    bounds = f"{sprt.lower:.2f} to {sprt.upper:.2f}"
    return f"{hypotheses}: {sprt.verdict(pairs).value}, ratio {sprt.ratio(pairs):.2f} ({bounds})"


def format_rating(rating: Rating) -> str:
    """Format a rating without its interval: `> 120` if there is only a bound, `?` if nothing."""
    if math.isfinite(rating.elo):
        return f"{rating.elo:.0f}"
    if math.isnan(rating.elo):
        return "?"
    return f"> {rating.low:.0f}" if rating.elo > 0 else f"< {rating.high:.0f}"


def format_interval(rating: Rating) -> str:
    """Format the interval of a rating; nothing for a bound, or for the engine at zero."""
    if not math.isfinite(rating.elo) or rating.low == rating.high:
        return ""
    return f"{rating.low:.0f} to {rating.high:.0f}"


def plain_name(name: str) -> str:
    """Return a name in printable ASCII, without tabs and line ends."""
    return printable(name.encode("ascii", "backslashreplace").decode("ascii"))
