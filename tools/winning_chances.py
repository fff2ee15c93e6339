"""Fit the winning chance of a score: 1 / (1 + e^(-score / scale)).

    .venv/bin/python tools/winning_chances.py --games 200

The engine plays itself by each rule. Two open positions of each game, chosen at random, are
searched as a review does, and the scale is the one that makes the results of the games most likely.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from random import Random

from tengen.engine import Engine, Limits
from tengen.engine.constants import DECIDED
from tengen.engine.shipped_weights import shipped_weights
from tengen.insight.position_judge import PATTERN_NODES
from tengen.rules import Board, Player, Rules, WinRule, point_of
from tengen.training.positions import DRAWN, NO_RESULT, WON, PositionSample, unpack_samples
from tengen.training.self_play import SelfPlaySettings, ShardTask, play_shard

POSITIONS_PER_GAME = 2
NODES_PER_MOVE = 2000
SCALES = range(50, 3001)

Judged = tuple[int, float]
"""The score of a position for the side to move, and what that side made of it, from 0 to 1."""


def main() -> None:
    """Print the scale of each rule, and of all together."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=200, help="games by each rule")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    everything: list[Judged] = []
    for win in (WinRule.FREESTYLE, WinRule.STANDARD, WinRule.RENJU):
        judged = list(judge_games(Rules(15, 15, 5, win), args.games, args.seed))
        show(win.value, judged)
        everything += judged
    show("all", everything)


def judge_games(rules: Rules, games: int, seed: int) -> Iterator[Judged]:
    """Play games, and yield some of their open positions."""
    weights = shipped_weights(rules.win)
    settings = SelfPlaySettings(rules, seed, NODES_PER_MOVE, games, weights)
    samples = unpack_samples(play_shard(ShardTask(settings, 0)).data, rules)
    random = Random(seed)
    for _, group in groupby(samples, attrgetter("game")):
        played = [sample for sample in group if sample.result != NO_RESULT]
        for sample in random.sample(played, min(POSITIONS_PER_GAME, len(played))):
            analysis = [*Engine(16).analyse(board_of(sample, rules), Limits(nodes=PATTERN_NODES))]
            if analysis and abs(analysis[-1].score) <= DECIDED:
                yield analysis[-1].score, result_of(sample)


def board_of(sample: PositionSample, rules: Rules) -> Board:
    """Return the board of a position."""
    stones = {
        point_of(cell, rules): (Player.FIRST, Player.SECOND)[stone - 1]
        for cell, stone in enumerate(sample.cells)
        if stone
    }
    return Board(rules, stones, (Player.FIRST, Player.SECOND)[sample.turn])


def result_of(sample: PositionSample) -> float:
    """Return the result for the side to move: a tie counts as half a win."""
    return 0.5 if sample.result == DRAWN else float(sample.result == WON)


def show(name: str, judged: Sequence[Judged]) -> None:
    """Print the best scale and its standard error."""
    scale = min(SCALES, key=lambda one: log_loss(judged, one))
    print(f"{name:<10} {len(judged):>5} positions: scale {scale} +- {error_of(judged, scale):.0f}")


def chance(score: int, scale: float) -> float:
    """Return the chance of a score."""
    return 1 / (1 + math.exp(-max(-20.0, min(20.0, score / scale))))


def log_loss(judged: Iterable[Judged], scale: float) -> float:
    """Return how unlikely the results are."""
    found = ((chance(score, scale), result) for score, result in judged)
    return -sum(result * math.log(p) + (1 - result) * math.log(1 - p) for p, result in found)


def error_of(judged: Iterable[Judged], scale: float) -> float:
    """Return the standard error of a scale, by the information that the positions have on it."""
    found = ((score, chance(score, scale)) for score, _ in judged)
    information = sum((score / scale**2) ** 2 * p * (1 - p) for score, p in found)
    return 1 / math.sqrt(information)


if __name__ == "__main__":
    main()
