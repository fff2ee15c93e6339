"""SPSA: tune many numbers at once by noisy comparisons of pairs of settings.

Each iteration moves all parameters at once, up or down at random, and compares the two settings
that result, theta+ and theta-. The score of theta+ estimates the slope in that direction, whatever
the number of parameters. Everything here is a function of the plan and the state: no games, no
clock, no file. docs/tuning.md has the formulas.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

ALPHA = 0.602
"""How fast the gain falls."""
GAMMA = 0.101
"""How fast the perturbation falls."""
STABILITY = 0.1
"""The part of the iterations by which the fall of the gain is delayed."""
LEAST_STEP = 0.6
"""The smallest perturbation, with which theta+ and theta- still differ after rounding."""


@dataclass(frozen=True, slots=True)
class TunedParameter:
    """A parameter to tune: where it starts, and the range that it stays in."""

    name: str
    start: int
    low: int
    high: int

    def __post_init__(self) -> None:
        if not self.low <= self.start <= self.high or self.low == self.high:
            why = f"from {self.low} to {self.high}, with {self.start} at the start"
            raise ValueError(f"cannot tune {self.name} {why}")

    def within(self, value: float) -> float:
        """Return the nearest value within the range."""
        return min(max(value, self.low), self.high)


@dataclass(frozen=True, slots=True)
class SpsaState:
    """How many iterations are finished, and the values of the parameters after them."""

    iteration: int
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class SpsaPair:
    """The two settings of an iteration, by name."""

    plus: dict[str, int]
    minus: dict[str, int]


@dataclass(frozen=True, slots=True)
class SpsaPlan:
    """What to tune, and how.

    `step` is the perturbation of the last iteration, as a part of each range. `rate` is how many
    such perturbations the last iteration moves if theta+ wins everything.
    """

    parameters: tuple[TunedParameter, ...]
    iterations: int
    seed: int
    step: float
    rate: float

    def start(self) -> SpsaState:
        """Return the state before the first iteration."""
        return SpsaState(0, tuple(float(one.start) for one in self.parameters))

    def perturb(self, state: SpsaState) -> SpsaPair:
        """Return the settings that the next iteration compares."""
        moves = [
            sign * self._last_step(one) * self._widening(state.iteration)
            for one, sign in zip(self.parameters, self._signs(state.iteration), strict=True)
        ]
        return SpsaPair(
            self._rounded([value + move for value, move in zip(state.values, moves, strict=True)]),
            self._rounded([value - move for value, move in zip(state.values, moves, strict=True)]),
        )

    def advance(self, state: SpsaState, score: float) -> SpsaState:
        """Return the state after an iteration; the score of theta+ is from -1 to 1."""
        at = state.iteration
        gain = self.rate * score * self._gain(at) / self._widening(at)
        values = tuple(
            one.within(value + sign * gain * self._last_step(one))
            for one, value, sign in zip(self.parameters, state.values, self._signs(at), strict=True)
        )
        return SpsaState(at + 1, values)

    def rounded(self, state: SpsaState) -> dict[str, int]:
        """Return the values of a state as whole numbers, by name."""
        return self._rounded(state.values)

    def _rounded(self, values: list[float] | tuple[float, ...]) -> dict[str, int]:
        return {
            one.name: math.floor(one.within(value) + 0.5)
            for one, value in zip(self.parameters, values, strict=True)
        }

    def _signs(self, iteration: int) -> tuple[int, ...]:
        random = Random(f"{self.seed} {iteration}")  # noqa: S311 - a direction, not a secret
        return tuple(random.choice((-1, 1)) for _ in self.parameters)

    def _last_step(self, one: TunedParameter) -> float:
        """Return the perturbation of the last iteration."""
        return max(LEAST_STEP, self.step * (one.high - one.low))

    def _widening(self, iteration: int) -> float:
        """Return how many times as wide as the last perturbation this one is."""
        return math.pow(self.iterations / (iteration + 1), GAMMA)

    def _gain(self, iteration: int) -> float:
        """Return how many times as large as the last gain this one is."""
        delay = STABILITY * self.iterations
        return math.pow((delay + self.iterations) / (delay + iteration + 1), ALPHA)
