"""Ratings of many engines by maximum likelihood, with intervals that take pairs as the unit."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tengen.arena.elo import find_root, likelihood_limit
from tengen.arena.likelihood import Contrast, Pairing, StrengthLikelihood, expected_score

ELO = 400 / math.log(10)
"""The Elo of one unit of strength."""
FARTHEST = 24.0
"""No bound is looked for further away, in units of strength."""


@dataclass(frozen=True, slots=True)
class PairScore:
    """The points that engine `one` scored against `two` in games from one opening: usually two."""

    one: str
    two: str
    points: float
    games: int = 2


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of an engine with the bounds of its 95 % interval.

    If all its results only bound it from one side, `elo` and the other bound are infinite. If they
    do not compare it with the engines at 0 at all, `elo` is not a number. Ratings of different
    groups cannot be compared: no game connects the groups.
    """

    name: str
    games: int
    points: float
    low: float
    elo: float
    high: float
    group: int = 1


def rate(
    scores: Iterable[PairScore], anchor: str | None = None, anchor_elo: float = 0.0
) -> list[Rating]:
    """Return the ratings, best first within each group; groups are numbered from 1.

    The anchor has its given rating. In a group without it, the mean is 0.
    """
    found: list[Rating] = []
    for number, group in enumerate(_connected_groups(list(scores)), start=1):
        rated = _GroupRatings(group, anchor, anchor_elo, number).ratings()
        found += sorted(rated, key=_order)
    return found


def _order(rating: Rating) -> tuple[float, float, str]:
    share = rating.points / rating.games
    elo = -math.inf if math.isnan(rating.elo) else rating.elo
    return -elo, -share, rating.name


def _connected_groups(scores: list[PairScore]) -> list[list[PairScore]]:
    """Return the scores by group of engines that games connect, the largest group first."""
    met = _edges(scores, lambda _: (True, True))
    groups: dict[frozenset[str], list[PairScore]] = {}
    for score in scores:
        groups.setdefault(frozenset(_reachable(met, score.one)), []).append(score)
    return sorted(groups.values(), key=len, reverse=True)


Edges = dict[str, set[str]]


def _edges(scores: list[PairScore], which: Callable[[PairScore], tuple[bool, bool]]) -> Edges:
    """Return the opponents to which each engine has an edge: from the first, from the second."""
    found: Edges = {}
    for score in scores:
        for name, other, is_edge in zip(
            (score.one, score.two), (score.two, score.one), which(score), strict=True
        ):
            edges = found.setdefault(name, set())
            if is_edge:
                edges.add(other)
    return found


def _reachable(edges: Edges, start: str) -> set[str]:
    found, todo = {start}, [start]
    while todo:
        new = edges[todo.pop()] - found
        found |= new
        todo += new
    return found


class _GroupRatings:
    """The ratings of engines that games connect."""

    def __init__(
        self, scores: list[PairScore], anchor: str | None, anchor_elo: float, number: int
    ) -> None:
        self._scores = scores
        self._number = number
        self._names = sorted({name for score in scores for name in (score.one, score.two)})
        self._at = {name: at for at, name in enumerate(self._names)}
        self._scored = _edges(scores, lambda each: (each.points > 0, each.points < each.games))
        self._anchor = anchor if anchor in self._at else None
        self._zero = anchor_elo if self._anchor else 0.0
        self._base = self._base_engines()
        self._likelihood = StrengthLikelihood(len(self._names), self._pairings())
        self._strengths, _ = self._likelihood.maximise([0.0] * len(self._names))
        self._best = self._likelihood.log_likelihood(self._strengths)
        self._covariance = self._likelihood.covariance(self._strengths)

    def _base_engines(self) -> set[str]:
        """Return the engines whose mean is 0: the anchor, or the most that compare both ways."""
        if self._anchor is not None:
            return {self._anchor}
        return max(map(self._equals, self._names), key=len)

    def _equals(self, name: str) -> set[str]:
        """Return the engines with a finite difference: each scored, at least through others."""
        ahead = _reachable(self._scored, name)
        return {other for other in ahead if name in _reachable(self._scored, other)}

    def _pairings(self) -> list[Pairing]:
        totals: dict[tuple[int, int], tuple[int, float]] = {}
        for score in self._scores:
            key = self._at[score.one], self._at[score.two]
            games, points = totals.get(key, (0, 0.0))
            totals[key] = games + score.games, points + score.points
        return [Pairing(*key, *total) for key, total in totals.items()]

    def ratings(self) -> list[Rating]:
        return [self._rating(name) for name in self._names]

    def _rating(self, name: str) -> Rating:
        own = [each for each in self._scores if name in {each.one, each.two}]
        games = sum(each.games for each in own)
        points = sum(each.points if each.one == name else each.games - each.points for each in own)
        low, elo, high = (self._zero + ELO * part for part in self._interval(name, games, len(own)))
        return Rating(name, games, points, low, elo, high, self._number)

    def _interval(self, name: str, games: int, pairs: int) -> tuple[float, float, float]:
        """Return the strength above the base, between its bounds.

        If all was won or lost, a pair counts as one result: its games may have been the same.
        """
        if self._base == {name}:
            return 0.0, 0.0, 0.0
        weights = self._weights(name)
        strength = sum(a * b for a, b in zip(weights, self._strengths, strict=True))
        is_above, is_below = self._has_scored(name), self._has_conceded(name)
        is_finite = is_above and is_below
        limit = likelihood_limit(pairs)
        limit *= self._dispersion(weights) if is_finite else games / pairs
        low = self._bound(weights, strength, limit, -1) if is_above else -math.inf
        high = self._bound(weights, strength, limit, 1) if is_below else math.inf
        return low, strength if is_finite else _beyond(low, high), high

    def _weights(self, name: str) -> tuple[float, ...]:
        """Return the weights of the strengths in the difference of an engine and the base."""
        share = 1 / len(self._base)
        return tuple(float(other == name) - share * (other in self._base) for other in self._names)

    def _has_scored(self, name: str) -> bool:
        """Return whether the engine scored against the base, at least through others."""
        return not self._base.isdisjoint(_reachable(self._scored, name))

    def _has_conceded(self, name: str) -> bool:
        """Return whether the base scored against the engine, at least through others."""
        return name in _reachable(self._scored, min(self._base))

    def _bound(self, weights: tuple[float, ...], strength: float, limit: float, sign: int) -> float:
        """Return the difference at which the likelihood has fallen to its limit."""
        state, goal = self._strengths, math.sqrt(limit)

        def room(value: float) -> tuple[float, float]:
            nonlocal state
            state, slope = self._likelihood.maximise(state, Contrast(weights, value))
            root = math.sqrt(max(0.0, self._best - self._likelihood.log_likelihood(state)))
            return sign * (goal - root), sign * slope / (2 * root) if root else 0.0

        spread = math.sqrt(2 * limit * _product(weights, self._responses(weights)))
        low, high = sorted((strength, strength + sign * FARTHEST))
        return find_root(room, low, high, strength + sign * min(spread, FARTHEST / 2))

    def _responses(self, weights: Sequence[float]) -> list[float]:
        return [_product(weights, row) for row in self._covariance]

    def _dispersion(self, weights: tuple[float, ...]) -> float:
        """Return the variance of a difference by pairs, as a multiple of that of single games.

        This is the sandwich estimator with a pair as the unit. The square of what a pair deviates
        from its expected points is too small, because the strengths were fitted to it, too. The
        missing part is that of independent games.
        """
        responses = self._responses(weights)
        total = 0.0
        for score in self._scores:
            one, two = self._at[score.one], self._at[score.two]
            gap = self._strengths[one] - self._strengths[two]
            expected = score.games * expected_score(gap)
            spread = expected * expected_score(-gap)
            rows = self._covariance[one], self._covariance[two]
            fitted = spread * (rows[0][one] + rows[1][two] - 2 * rows[0][two])
            squares = (score.points - expected) ** 2 + spread * fitted
            total += squares * (responses[one] - responses[two]) ** 2
        return total / _product(weights, responses)


def _beyond(low: float, high: float) -> float:
    """Return the estimate that goes with a single bound."""
    if math.isinf(low) and math.isinf(high):
        return math.nan
    return math.copysign(math.inf, 1 if math.isinf(high) else -1)


def _product(left: Sequence[float], right: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(left, right, strict=True))
