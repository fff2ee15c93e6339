"""Positions in arrays, and what a net should say about them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tengen.engine.constants import DECIDED
from tengen.rules import Rules
from tengen.training.net import Floats
from tengen.training.positions import LOST, NO_RESULT, WON, board_size, sample_size

SCORE_SHARE = 0.6
"""How much the score counts in the target; the rest is the result of the game."""
SCORE_SCALE = 600.0
"""The score at which the odds of winning are taken to be e to one."""


@dataclass(frozen=True, slots=True)
class TrainingData:
    """Packed positions, and their numbers."""

    boards: npt.NDArray[np.uint8]
    turns: npt.NDArray[np.uint8]
    scores: npt.NDArray[np.int16]
    results: npt.NDArray[np.uint8]

    @classmethod
    def of(cls, shards: Iterable[bytes], rules: Rules) -> TrainingData:
        """Return the positions of these shards."""
        data = np.frombuffer(b"".join(shards), np.uint8).reshape(-1, sample_size(rules))
        size = board_size(rules)
        return cls(
            data[:, :size].copy(),
            data[:, size + 3].copy(),
            data[:, size : size + 2].copy().view("<i2")[:, 0].astype(np.int16),
            data[:, size + 2].copy(),
        )

    def __len__(self) -> int:
        return len(self.turns)

    def wins(self) -> Floats:
        """Return the results as 1 for a win of the side to move, 0.5 for a draw, 0 for a loss."""
        results = np.where(self.results == WON, 1.0, np.where(self.results == LOST, 0.0, 0.5))
        return results.astype(np.float32)

    def targets(self) -> Floats:
        """Return how likely the side to move wins, by the score and the result."""
        likely = 1 / (1 + np.exp(-np.clip(self.scores / SCORE_SCALE, -20, 20)))
        has_score_only = (self.results == NO_RESULT) | self._are_proven()
        share = np.where(has_score_only, 1.0, SCORE_SHARE)
        return (share * likely + (1 - share) * self.wins()).astype(np.float32)

    def judged(self) -> TrainingData:
        """Return the positions that were played on and that the search did not prove."""
        chosen = (self.results != NO_RESULT) & ~self._are_proven()
        return TrainingData(
            self.boards[chosen], self.turns[chosen], self.scores[chosen], self.results[chosen]
        )

    def _are_proven(self) -> npt.NDArray[np.bool_]:
        return np.abs(self.scores.astype(np.int32)) > DECIDED
