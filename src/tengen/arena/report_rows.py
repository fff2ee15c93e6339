"""The rows of a tournament's table and of its cross table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tengen.arena.ratings import Rating, rate
from tengen.arena.results import MoveTimes, TournamentFacts, TournamentGame


@dataclass(frozen=True, slots=True)
class EngineRow:
    """What a report says of an engine; the rating is None if it has played no game."""

    rank: int
    name: str
    won: int
    drawn: int
    lost: int
    rating: Rating | None
    faults: tuple[tuple[str, int], ...]
    """How often it lost by each fault."""
    times: MoveTimes

    @property
    def games(self) -> int:
        """The number of its games."""
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        """One for each win, a half for each draw."""
        return self.won + self.drawn / 2

    @property
    def score(self) -> float | None:
        """The share of all points; None without games."""
        return self.points / self.games if self.games else None


@dataclass(frozen=True, slots=True)
class CrossCell:
    """The games of an engine against an opponent, and its points."""

    games: int
    points: float


def make_rows(facts: TournamentFacts) -> list[EngineRow]:
    """Return a row for each engine, the best first, and last those that have not played."""
    ratings = rate(facts.pair_scores(), facts.anchor, facts.anchor_elo)
    names = [rating.name for rating in ratings]
    found: dict[str, Rating] = {rating.name: rating for rating in ratings}
    names += [name for name in facts.engines if name not in found]
    return [
        _row(rank, name, found.get(name), facts.games) for rank, name in enumerate(names, start=1)
    ]


def _row(rank: int, name: str, rating: Rating | None, games: Sequence[TournamentGame]) -> EngineRow:
    own = [game for game in games if name in {game.first, game.second}]
    halves = [game.halves(name) for game in own]
    faults = Counter(game.fault for game in own if game.fault and not game.halves(name))
    times = sum((game.times(name) for game in own), MoveTimes())
    counts = halves.count(2), halves.count(1), halves.count(0)
    return EngineRow(rank, name, *counts, rating, tuple(sorted(faults.items())), times)


def make_cross_table(facts: TournamentFacts, names: Sequence[str]) -> list[list[CrossCell]]:
    """Return for each engine its results against each, in the order of the names."""
    halves: dict[tuple[str, str], list[int]] = {}
    for game in facts.games:
        for name, other in ((game.first, game.second), (game.second, game.first)):
            halves.setdefault((name, other), []).append(game.halves(name))
    found = {key: CrossCell(len(each), sum(each) / 2) for key, each in halves.items()}
    return [[found.get((name, other), CrossCell(0, 0)) for other in names] for name in names]
