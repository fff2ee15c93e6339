"""Compute the most likely ratings from results between many players, with error bars."""

from __future__ import annotations

import math
import random

ROUNDS = 3000
SAMPLES = 100
PRIOR = 0.5

Results = dict[tuple[int, int], list[float]]
"""For each pair of players, the score of the second one in each game: 1, 0.5 or 0."""


def rate(results: Results) -> dict[int, tuple[float, float]]:
    """Return the Elo of each player above the first, and half the width of its 95 % interval."""
    best = _fit({pair: (len(scores), sum(scores)) for pair, scores in results.items()})
    source = random.Random(1)
    draws = [_fit(_resample(results, source)) for _ in range(SAMPLES)]
    return {
        player: (elo, _spread([draw[player] for draw in draws])) for player, elo in best.items()
    }


def _resample(results: Results, source: random.Random) -> dict[tuple[int, int], tuple[int, float]]:
    return {
        pair: (len(scores), sum(source.choices(scores, k=len(scores))))
        for pair, scores in results.items()
    }


def _fit(totals: dict[tuple[int, int], tuple[int, float]]) -> dict[int, float]:
    """Return the ratings under which the totals are most likely, by Zermelo's iteration.

    Each pair gets an additional draw, so that no rating is infinite.
    """
    players = sorted({player for pair in totals for player in pair})
    won = dict.fromkeys(players, 0.0)
    for (low, high), (games, score) in totals.items():
        won[high] += score + PRIOR
        won[low] += games - score + PRIOR
    force = dict.fromkeys(players, 1.0)
    for _ in range(ROUNDS):
        load = dict.fromkeys(players, 0.0)
        for (low, high), (games, _) in totals.items():
            share = (games + 2 * PRIOR) / (force[low] + force[high])
            load[low] += share
            load[high] += share
        force = {player: won[player] / load[player] for player in players}
    return {player: 400 * math.log10(force[player] / force[players[0]]) for player in players}


def _spread(values: list[float]) -> float:
    mean = sum(values) / len(values)
    return 1.96 * math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1))
