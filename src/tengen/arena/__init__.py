"""Matches between two engines: openings, schedules, games, and statistics with error bars."""

from tengen.arena.elo import Estimate, Sample, Sprt, SprtVerdict, estimate
from tengen.arena.game import Clock, EngineGame, EnginePlayer, play_game
from tengen.arena.match import MatchGame, Tally, play_match
from tengen.arena.schedule import Openings, ScheduledGame, Side, make_schedule, read_openings

__all__ = [
    "Clock",
    "EngineGame",
    "EnginePlayer",
    "Estimate",
    "MatchGame",
    "Openings",
    "Sample",
    "ScheduledGame",
    "Side",
    "Sprt",
    "SprtVerdict",
    "Tally",
    "estimate",
    "make_schedule",
    "play_game",
    "play_match",
    "read_openings",
]
