"""The likelihood of strengths from results, and the linear equations for its maximum."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

Matrix = list[list[float]]


def solve(matrix: Matrix, right_sides: list[list[float]]) -> list[list[float]]:
    """Return the solution for each right side, by Gauss's elimination."""
    rows = [[*row, *(side[at] for side in right_sides)] for at, row in enumerate(matrix)]
    for pivot, top in enumerate(rows):
        for at in range(pivot + 1, len(rows)):
            factor = rows[at][pivot] / top[pivot]
            if factor:
                tail = zip(rows[at][pivot:], top[pivot:], strict=True)
                rows[at][pivot:] = [below - factor * above for below, above in tail]
    return [_substitute_back(rows, len(rows) + at) for at in range(len(right_sides))]


def _substitute_back(rows: Matrix, side: int) -> list[float]:
    found = [0.0] * len(rows)
    for at in reversed(range(len(rows))):
        row = rows[at]
        known = sum(row[later] * found[later] for later in range(at + 1, len(rows)))
        found[at] = (row[side] - known) / row[at]
    return found


def identity(size: int) -> Matrix:
    """Return the matrix with ones on its diagonal."""
    return [[float(row == column) for column in range(size)] for row in range(size)]


PRIOR = 1e-6
"""Games added to each pairing as draws, so that no strength is infinite; too few to matter."""
MAX_ROUNDS = 100
LARGEST_STEP = 2.0
"""Longer steps could lead away from the most likely strengths."""
PRECISION = 1e-8
RIDGE = 1e-9
"""Added to the diagonal, so that differences about which nothing is known can be computed."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two different engines, by their numbers, their games, and the points of the first."""

    one: int
    two: int
    games: float
    points: float


@dataclass(frozen=True, slots=True)
class Contrast:
    """A condition: the weighted sum of the strengths, with weights of sum 0, is a value."""

    weights: tuple[float, ...]
    value: float


def expected_score(difference: float) -> float:
    """Return the score that is expected at a difference of strengths."""
    return 0.5 * (1 + math.tanh(difference / 2))


class StrengthLikelihood:
    """The likelihood of the strengths of `size` engines, which must all be connected by games."""

    def __init__(self, size: int, pairings: list[Pairing]) -> None:
        self.size = size
        self._pairings = [
            Pairing(each.one, each.two, each.games + PRIOR, each.points + PRIOR / 2)
            for each in pairings
        ]

    def log_likelihood(self, strengths: list[float]) -> float:
        """Return the logarithm of the likelihood."""
        total = 0.0
        for each in self._pairings:
            gap = strengths[each.one] - strengths[each.two]
            total -= each.points * _log_one_plus_exp(-gap)
            total -= (each.games - each.points) * _log_one_plus_exp(gap)
        return total

    def maximise(
        self, start: list[float], contrast: Contrast | None = None
    ) -> tuple[list[float], float]:
        """Return the most likely strengths, with the first at 0, by Newton's steps.

        With a contrast, they meet its condition. The number is the slope of the logarithm of the
        likelihood with the contrast's value.
        """
        strengths, slope = self._shifted(start, contrast), 0.0
        for _ in range(MAX_ROUNDS):
            step, slope = self._step(strengths, contrast)
            longest = max(map(abs, step))
            scale = min(1.0, LARGEST_STEP / (longest or 1.0))
            strengths = [part + scale * more for part, more in zip(strengths, step, strict=True)]
            if longest <= PRECISION * (1 + max(map(abs, strengths))):
                break
        return strengths, slope

    def _shifted(self, start: list[float], contrast: Contrast | None) -> list[float]:
        """Return strengths that meet the condition, the first at 0."""
        weights = contrast.weights if contrast else ()
        missing = contrast.value - _dot(weights, start) if contrast else 0.0
        share = missing / _dot(weights, weights) if contrast else 0.0
        moved = [part + share * w for part, w in zip_longest(start, weights, fillvalue=0.0)]
        return [part - moved[0] for part in moved]

    def _step(self, strengths: list[float], contrast: Contrast | None) -> tuple[list[float], float]:
        """Return Newton's step, which keeps the contrast, and the slope along the contrast."""
        gradient = self._gradient(strengths)[1:]
        matrix = self.information(strengths)
        if contrast is None:
            return [0.0, *solve(matrix, [gradient])[0]], 0.0
        weights = contrast.weights[1:]
        free, held = solve(matrix, [gradient, list(weights)])
        slope = _dot(weights, free) / _dot(weights, held)
        return [0.0, *(part - slope * more for part, more in zip(free, held, strict=True))], slope

    def _gradient(self, strengths: list[float]) -> list[float]:
        found = [0.0] * self.size
        for each in self._pairings:
            expected = each.games * expected_score(strengths[each.one] - strengths[each.two])
            found[each.one] += each.points - expected
            found[each.two] -= each.points - expected
        return found

    def information(self, strengths: list[float]) -> Matrix:
        """Return Fisher's information about all strengths but the first, which is 0."""
        found = [[0.0] * self.size for _ in range(self.size)]
        for each in self._pairings:
            weight = each.games * _spread(strengths[each.one] - strengths[each.two])
            for at, other in ((each.one, each.two), (each.two, each.one)):
                found[at][at] += weight
                found[at][other] -= weight
        for at, row in enumerate(found):
            row[at] += RIDGE
        return [row[1:] for row in found[1:]]

    def covariance(self, strengths: list[float]) -> Matrix:
        """Return the covariance of all strengths less the first, if games are independent."""
        inverse = solve(self.information(strengths), identity(self.size - 1))
        return [[0.0] * self.size, *([0.0, *row] for row in inverse)]


def _spread(gap: float) -> float:
    """Return the variance of a game without draws."""
    return 0.25 / math.cosh(gap / 2) ** 2


def _log_one_plus_exp(value: float) -> float:
    return max(0.0, value) + math.log1p(math.exp(-abs(value)))


def _dot(left: Sequence[float], right: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(left, right, strict=True))
