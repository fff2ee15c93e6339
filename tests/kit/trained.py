"""Small shards of games, and what is trained on them."""

from __future__ import annotations

from functools import cache

from tengen.rules import parse_rules
from tengen.training.self_play import PlayedShard, SelfPlaySettings, ShardTask, play_shard
from tengen.training.training_data import TrainingData
from tengen.training.training_facts import EpochFacts, TrainingFacts
from tengen.training.training_run import TrainingRun

SMALL = SelfPlaySettings(parse_rules("9x9/5 freestyle"), seed=1, nodes=40, shard_games=10)


@cache
def shard(number: int) -> PlayedShard:
    """Return a shard of ten quick games."""
    return play_shard(ShardTask(SMALL, number))


def data(*numbers: int) -> TrainingData:
    """Return the positions of these shards."""
    return TrainingData.of([shard(number).data for number in numbers], SMALL.rules)


def small_run(epochs: int = 2, seed: int = 1) -> TrainingRun:
    """Return a training that has not begun."""
    return TrainingRun(SMALL.rules, data(1), data(0), epochs, seed)


EPOCHS = tuple(
    EpochFacts(loss=0.7 / at, log_loss=0.6, auc=0.75, search_auc=None, speed=12_345.6)
    for at in (1, 2, 3)
)
FACTS = TrainingFacts(
    version="1.2.3",
    settings={"rules": "9x9/5 freestyle", "seed": 1},
    positions=4321,
    held_out=123,
    per_core_hour=2_000_000.4,
    epochs=EPOCHS,
)
