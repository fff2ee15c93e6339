"""The results of a tournament: what reports are told of its games and its conditions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tengen.arena.elo import Sample, Sprt
from tengen.arena.formats import Ranking
from tengen.arena.game import ClockKind, EngineGame, GameConditions
from tengen.arena.pair_task import PairResult
from tengen.arena.ratings import PairScore
from tengen.arena.tournament_file import TournamentFormat, TournamentSettings
from tengen.rules import Player
from tengen.rules.wording import counted


@dataclass(frozen=True, slots=True)
class MoveTimes:
    """The number of an engine's moves in a game, and their milliseconds: in all, and the longest.

    The times are those of the tournament's clock.
    """

    moves: int = 0
    total_ms: float = 0.0
    longest_ms: float = 0.0

    def __add__(self, other: MoveTimes) -> MoveTimes:
        """Return the times of both together."""
        return MoveTimes(
            self.moves + other.moves,
            self.total_ms + other.total_ms,
            max(self.longest_ms, other.longest_ms),
        )

    @property
    def mean_ms(self) -> float | None:
        """The mean of a move; None without moves."""
        return self.total_ms / self.moves if self.moves else None


def times_of(milliseconds: Iterable[float]) -> MoveTimes:
    """Return the times of moves that took so long."""
    found = list(milliseconds)
    return MoveTimes(len(found), sum(found), max(found, default=0.0))


@dataclass(frozen=True, slots=True)
class TournamentGame:
    """A finished game of a tournament.

    `pair` is the number of its opening pair. If the loser's program failed, `fault` names how.
    """

    pair: int
    first: str
    second: str
    winner: Player | None
    fault: str | None = None
    first_times: MoveTimes = MoveTimes()
    second_times: MoveTimes = MoveTimes()
    decided_for: tuple[str, ...] = ()
    """The engines for which Tengen's engine decided something in the opening."""

    def halves(self, name: str) -> int:
        """Return the half points of an engine: 2 for a win, 1 for a draw."""
        if self.winner is None:
            return 1
        return 2 * ((self.first if self.winner is Player.FIRST else self.second) == name)

    def times(self, name: str) -> MoveTimes:
        """Return the times of an engine's moves."""
        return self.first_times if self.first == name else self.second_times


@dataclass(frozen=True, slots=True)
class TournamentFacts:
    """A tournament, and the games that it has played so far.

    The texts are for readers: `rules` such as `15x15/5 standard`, `conditions` such as `1000 ms a
    move`, `clock` which time counts, `openings` where they come from.
    """

    engines: tuple[str, ...]
    games: tuple[TournamentGame, ...] = ()
    planned: int = 0
    title: str = "Tournament"
    rules: str = ""
    conditions: str = ""
    clock: str = ""
    openings: str = ""
    anchor: str | None = None
    anchor_elo: float = 0.0
    sprt: Sprt | None = None
    """The test of a match of two engines, from the side of the first."""
    notes: tuple[str, ...] = field(default=())
    """More sentences for the end of a report."""

    def pair_scores(self) -> list[PairScore]:
        """Return the points of each opening pair, from the side of the engine listed first."""
        points: dict[tuple[int, str, str], list[int]] = {}
        for game in self.games:
            one, two = sorted((game.first, game.second), key=self.engines.index)
            points.setdefault((game.pair, one, two), []).append(game.halves(one))
        return [
            PairScore(one, two, sum(halves) / 2, len(halves))
            for (_, one, two), halves in points.items()
        ]

    def match_sample(self) -> Sample:
        """Count the finished pairs of two engines by the half points of the first."""
        found = [int(2 * score.points) for score in self.pair_scores() if score.games == 2]
        return Sample(tuple(found.count(halves) for halves in range(5)))


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
