"""Matches and tournaments between engines: openings, schedules, games, and statistics."""

from tengen.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tengen.arena.elo import Estimate, Sample, Sprt, SprtVerdict, estimate
    from tengen.arena.engine_pool import play_pair
    from tengen.arena.engine_spec import EngineSpec, parse_engine
    from tengen.arena.formats import OpeningPair
    from tengen.arena.game import (
        ClockKind,
        DialogueLine,
        EngineGame,
        EngineMove,
        EnginePlayer,
        GameConditions,
        ObservedEngine,
    )
    from tengen.arena.game_run import play_game
    from tengen.arena.match import MatchGame, MatchSchedule, Tally, match_games, play_match
    from tengen.arena.pair_task import EngineMaker, PairResult, PairTask
    from tengen.arena.ratings import PairScore, Rating, rate
    from tengen.arena.results import MoveTimes, TournamentFacts, TournamentGame
    from tengen.arena.schedule import Openings, Side, read_openings
    from tengen.arena.tournament import Tournament
    from tengen.arena.tournament_file import (
        TournamentFormat,
        TournamentSettings,
        create_tournament_file,
        open_tournament_file,
    )

__all__ = [
    "ClockKind",
    "DialogueLine",
    "EngineGame",
    "EngineMaker",
    "EngineMove",
    "EnginePlayer",
    "EngineSpec",
    "Estimate",
    "GameConditions",
    "MatchGame",
    "MatchSchedule",
    "MoveTimes",
    "ObservedEngine",
    "OpeningPair",
    "Openings",
    "PairResult",
    "PairScore",
    "PairTask",
    "Rating",
    "Sample",
    "Side",
    "Sprt",
    "SprtVerdict",
    "Tally",
    "Tournament",
    "TournamentFacts",
    "TournamentFormat",
    "TournamentGame",
    "TournamentSettings",
    "create_tournament_file",
    "estimate",
    "match_games",
    "open_tournament_file",
    "parse_engine",
    "play_game",
    "play_match",
    "play_pair",
    "rate",
    "read_openings",
]

__getattr__ = lazy_names(
    __name__,
    {
        "ClockKind": "game",
        "DialogueLine": "game",
        "EngineGame": "game",
        "EngineMaker": "pair_task",
        "EngineMove": "game",
        "EnginePlayer": "game",
        "EngineSpec": "engine_spec",
        "Estimate": "elo",
        "GameConditions": "game",
        "MatchGame": "match",
        "MatchSchedule": "match",
        "MoveTimes": "results",
        "ObservedEngine": "game",
        "OpeningPair": "formats",
        "Openings": "schedule",
        "PairResult": "pair_task",
        "PairScore": "ratings",
        "PairTask": "pair_task",
        "Rating": "ratings",
        "Sample": "elo",
        "Side": "schedule",
        "Sprt": "elo",
        "SprtVerdict": "elo",
        "Tally": "match",
        "Tournament": "tournament",
        "TournamentFacts": "results",
        "TournamentFormat": "tournament_file",
        "TournamentGame": "results",
        "TournamentSettings": "tournament_file",
        "create_tournament_file": "tournament_file",
        "estimate": "elo",
        "match_games": "match",
        "open_tournament_file": "tournament_file",
        "parse_engine": "engine_spec",
        "play_game": "game_run",
        "play_match": "match",
        "play_pair": "engine_pool",
        "rate": "ratings",
        "read_openings": "schedule",
    },
)
