"""The results of a tournament: what reports need to know of its games, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from tengen.arena.elo import Sample, Sprt
from tengen.arena.ratings import PairScore
from tengen.rules import Player


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
