"""Matches between two engines: openings, schedules, games, and statistics with error bars."""

from tengen.arena.game import Cause, Clock, Record, play_game
from tengen.arena.likelihood import Sample
from tengen.arena.match import play_match
from tengen.arena.openings import Openings, read_openings
from tengen.arena.schedule import Planned, Side, make_schedule
from tengen.arena.score import Estimate, estimate
from tengen.arena.sprt import Sprt, Verdict
from tengen.arena.tally import Played, Tally

__all__ = [
    "Cause",
    "Clock",
    "Estimate",
    "Openings",
    "Planned",
    "Played",
    "Record",
    "Sample",
    "Side",
    "Sprt",
    "Tally",
    "Verdict",
    "estimate",
    "make_schedule",
    "play_game",
    "play_match",
    "read_openings",
]
