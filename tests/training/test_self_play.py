"""Games of the engine against itself."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest
from kit.trained import SMALL, shard

from tengen.rules import parse_rules
from tengen.training.positions import NO_RESULT, PositionSample, sample_size, unpack_samples
from tengen.training.self_play import ShardTask, play_shard


def positions(number: int) -> list[PositionSample]:
    return list(unpack_samples(shard(number).data, SMALL.rules))


def test_a_shard_is_the_same_whenever_it_is_played() -> None:
    task: ShardTask = pickle.loads(pickle.dumps(ShardTask(SMALL, 0)))
    assert play_shard(task).data == shard(0).data != shard(1).data


def test_the_seed_decides_the_games() -> None:
    assert play_shard(ShardTask(replace(SMALL, seed=2), 0)).data != shard(0).data


def test_shards_have_different_games_with_positions() -> None:
    assert {sample.game for sample in positions(0)} <= set(range(10))
    assert {sample.game for sample in positions(1)} <= set(range(10, 20))
    assert len(positions(0)) >= 30
    assert shard(0).seconds > 0


def test_every_position_has_the_stones_of_alternating_moves() -> None:
    for sample in positions(0):
        assert sample.cells.count(1) - sample.cells.count(2) == sample.turn


def test_the_winner_of_a_game_wins_from_all_positions_that_were_played() -> None:
    winners: dict[int, set[int]] = {}
    for sample in positions(0):
        if sample.result in {1, 2}:
            winner = sample.turn if sample.result == 1 else 1 - sample.turn
            winners.setdefault(sample.game, set()).add(winner)
    assert len(winners) >= 3
    assert all(len(found) == 1 for found in winners.values())


def test_some_positions_were_not_played_on() -> None:
    results = [sample.result for sample in positions(0)]
    assert 0 < results.count(NO_RESULT) < len(results) / 2


@pytest.mark.parametrize("name", ["15x15/5 renju", "20x20/5 standard"])
def test_other_rules_are_played_too(name: str) -> None:
    settings = replace(SMALL, rules=parse_rules(name), shard_games=1)
    data = play_shard(ShardTask(settings, 0)).data
    assert len(data) % sample_size(settings.rules) == 0
    assert data
