"""How well values foretell the results of games: log loss, and the area under the curve (AUC)."""

from __future__ import annotations

import numpy as np

from tengen.training.net import Floats


def log_loss(logits: Floats, wins: Floats) -> float | None:
    """Return the mean log loss of values against results, or None without positions."""
    if not len(logits):
        return None
    values = logits.astype(np.float64)
    losses = np.log1p(np.exp(-np.abs(values))) + np.maximum(values, 0) - wins * values
    return float(losses.mean())


def area_under_curve(values: Floats, wins: Floats) -> float | None:
    """Return how often a position that was won has a higher value than one that was lost.

    Equal values count half. The result is None if there are no two such positions.
    """
    won, lost = np.sort(values[wins == 1]), np.sort(values[wins == 0])
    if not len(won) or not len(lost):
        return None
    below = np.searchsorted(lost, won, "left").sum()
    not_above = np.searchsorted(lost, won, "right").sum()
    return float(below + not_above) / (2 * len(won) * len(lost))
