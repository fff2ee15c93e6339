"""Positions as bytes."""

from __future__ import annotations

import random

import pytest

from tengen.rules import Board, Player, Rules, parse_rules
from tengen.training.positions import (
    DRAWN,
    LOST,
    NO_RESULT,
    WON,
    PositionSample,
    pack_samples,
    sample_size,
    unpack_samples,
)


def samples(rules: Rules, count: int) -> list[PositionSample]:
    """Return positions with random stones and numbers."""
    chance = random.Random(str(rules))
    return [
        PositionSample(
            bytes(chance.choices((0, 1, 2), k=rules.area)),
            chance.randint(-32768, 32767),
            chance.randint(0, 3),
            chance.randint(0, 1),
            chance.randint(0, 2**32 - 1),
        )
        for _ in range(count)
    ]


@pytest.mark.parametrize("name", ["15x15/5 freestyle", "20x20/5 standard", "9x7/5 freestyle"])
def test_what_is_packed_is_unpacked_again(name: str) -> None:
    rules = parse_rules(name)
    made = samples(rules, 20)
    packed = pack_samples(made)
    assert len(packed) == 20 * sample_size(rules)
    assert list(unpack_samples(packed, rules)) == made


def test_a_position_of_15x15_has_65_bytes() -> None:
    assert sample_size(parse_rules("five")) == 65


def test_a_board_becomes_its_cells_and_the_side_to_move() -> None:
    board = Board(parse_rules("9x9/5 freestyle"))
    for move in ("a1", "c1", "b1"):
        board.play(move)
    sample = PositionSample.of(board, -7, 3)
    stones = {at: cell for at, cell in enumerate(sample.cells) if cell}
    assert stones == {72: 1, 73: 1, 74: 2}
    assert (sample.turn, sample.score, sample.game) == (1, -7, 3)


@pytest.mark.parametrize(
    "result, winner, expected",
    [
        (DRAWN, Player.FIRST, WON),
        (DRAWN, Player.SECOND, LOST),
        (DRAWN, None, DRAWN),
        (NO_RESULT, Player.FIRST, NO_RESULT),
    ],
)
def test_the_result_is_that_of_the_side_to_move(
    result: int, winner: Player | None, expected: int
) -> None:
    sample = PositionSample(bytes(81), 0, result, 0, 1)
    assert sample.with_winner(winner).result == expected
