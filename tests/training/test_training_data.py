"""Positions in arrays."""

from __future__ import annotations

import math

import numpy as np
import pytest
from kit.trained import SMALL, data, shard

from tengen.engine.constants import WIN
from tengen.training.positions import (
    DRAWN,
    LOST,
    NO_RESULT,
    WON,
    PositionSample,
    pack_samples,
    unpack_samples,
)
from tengen.training.training_data import TrainingData


def one(score: int, result: int) -> TrainingData:
    return TrainingData.of(
        [pack_samples([PositionSample(bytes(81), score, result, 1, 5)])], SMALL.rules
    )


def test_the_arrays_hold_the_numbers_of_all_shards() -> None:
    samples = [one for number in (0, 1) for one in unpack_samples(shard(number).data, SMALL.rules)]
    arrays = data(0, 1)
    assert len(arrays) == len(samples)
    assert arrays.scores.tolist() == [sample.score for sample in samples]
    assert arrays.results.tolist() == [sample.result for sample in samples]
    assert arrays.turns.tolist() == [sample.turn for sample in samples]


@pytest.mark.parametrize(
    "score, result, expected",
    [
        (0, DRAWN, 0.5),
        (0, WON, 0.7),
        (0, LOST, 0.3),
        (600, NO_RESULT, 1 / (1 + math.exp(-1))),
        (600, LOST, 0.6 / (1 + math.exp(-1))),
        (WIN - 5, LOST, 1.0),
        (5 - WIN, WON, 0.0),
    ],
)
def test_the_target_is_of_the_score_and_the_result(
    score: int, result: int, expected: float
) -> None:
    assert one(score, result).targets()[0] == pytest.approx(expected, abs=1e-6)


def test_judged_are_positions_that_were_played_on_and_not_proven() -> None:
    assert [len(one(*of).judged()) for of in ((9, WON), (9, NO_RESULT), (WIN - 3, WON))] == [
        *(1, 0, 0)
    ]
    assert not np.any(data(0).judged().results == NO_RESULT)
