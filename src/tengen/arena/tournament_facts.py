"""What reports are told of a tournament: its games, and its conditions in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tengen.arena.formats import Ranking
from tengen.arena.game import ClockKind, EngineGame, GameConditions
from tengen.arena.pair_task import PairResult
from tengen.arena.results import MoveTimes, TournamentFacts, TournamentGame, times_of
from tengen.arena.tournament_settings import TournamentFormat, TournamentSettings
from tengen.rules import Player
from tengen.rules.wording import counted

TITLES = {
    TournamentFormat.MATCH: "Match",
    TournamentFormat.GAUNTLET: "Gauntlet",
    TournamentFormat.ROUND_ROBIN: "Round robin",
    TournamentFormat.SWISS: "Swiss tournament",
    TournamentFormat.KNOCK_OUT: "Knock-out tournament",
}
CLOCKS = {ClockKind.WALL: "wall time", ClockKind.CPU: "CPU time of the engines"}
RANKED = (TournamentFormat.SWISS, TournamentFormat.KNOCK_OUT)
"""The formats in which more than points decides about the places."""


def tournament_facts(
    settings: TournamentSettings, games: Sequence[TournamentGame], ranking: Ranking = ()
) -> TournamentFacts:
    """Return the facts of a tournament; the ranking is known when it has ended."""
    names = settings.names
    places = ", ".join(f"{place} {names[engine]}" for place, engine in enumerate(ranking, 1))
    return TournamentFacts(
        names,
        tuple(games),
        planned=max(2 * settings.expected_pairs(), len(games)),
        title=TITLES[settings.format],
        rules=str(settings.rules),
        conditions=describe_conditions(settings.conditions),
        clock=CLOCKS[settings.conditions.clock],
        openings=describe_openings(settings),
        sprt=settings.sprt,
        notes=(
            *_decisions(games),
            *([f"Places: {places}."] if places and settings.format in RANKED else []),
        ),
    )


def describe_openings(settings: TournamentSettings) -> str:
    """Say what the games begin with, as in `200 openings of Tengen`."""
    if settings.opening_rule:
        return f"{settings.opening_rule}, played by the engines"
    if not any(settings.openings):
        return "the empty board"
    found = counted(len(settings.openings), "opening")
    return f"{found} of {settings.source}" if settings.source else found


def _decisions(games: Sequence[TournamentGame]) -> list[str]:
    """Say for which engines Tengen's engine has decided something in openings."""
    counts = Counter(name for game in games for name in game.decided_for)
    found = ", ".join(f"{name} in {counted(count, 'game')}" for name, count in counts.items())
    return [f"Tengen decided something in the openings for {found}."] if found else []


def tournament_games(
    settings: TournamentSettings, result: PairResult
) -> tuple[TournamentGame, ...]:
    """Return both games of a pair for reports."""
    clock = settings.conditions.clock
    return tuple(
        TournamentGame(
            *(result.number, players[Player.FIRST], players[Player.SECOND], game.winner),
            None if game.fault is None else game.fault.value,
            _times(game, Player.FIRST, clock),
            _times(game, Player.SECOND, clock),
            tuple(players[player] for player in game.opening.decided_for) if game.opening else (),
        )
        for _, game, players in result.numbered_games(settings.names)
    )


def _times(game: EngineGame, player: Player, clock: ClockKind) -> MoveTimes:
    moves = game.moves_of(player)
    if clock is ClockKind.WALL:
        return times_of(move.milliseconds for move in moves)
    return times_of(move.cpu_ms for move in moves if move.cpu_ms is not None)


def describe_conditions(conditions: GameConditions) -> str:
    """Format the limits of a game, as in `1000 ms a move, 200 ms slack`."""
    increment = f" and {conditions.increment_ms} ms a move" if conditions.increment_ms else ""
    parts = (
        (conditions.turn_ms, f"{conditions.turn_ms} ms a move"),
        (conditions.match_ms, f"{conditions.match_ms} ms a game{increment}"),
        (conditions.nodes, f"{conditions.nodes} nodes"),
        (conditions.depth, f"depth {conditions.depth}"),
        (conditions.memory_mb, f"{conditions.memory_mb} MB"),
        (conditions.slack_ms, f"{conditions.slack_ms} ms slack"),
        (conditions.draw_after, f"a draw after {conditions.draw_after} moves"),
        (
            conditions.win_score,
            f"won at {conditions.win_score} in {conditions.win_moves} moves of both",
        ),
    )
    return ", ".join(text for is_set, text in parts if is_set)
