"""The limits of a manager, as the engine applies them."""

from __future__ import annotations

import pytest

from tengen.cli.brain import (
    DEFAULT_HASH_MB,
    MAX_HASH_MB,
    NEW_DEPTH_SHARE,
    OTHER_MEMORY_MB,
    hash_megabytes_for,
    limits_for,
    threads_for,
)
from tengen.engine.analysis import Limits
from tengen.gomocup.settings import Settings
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import FIVE_IN_A_ROW

MEGABYTE = 1 << 20
EMPTY = Board(FIVE_IN_A_ROW)


@pytest.mark.parametrize(
    "settings, hard, even",
    [
        (Settings(), 5, None),
        (Settings(timeout_turn=1000), 0.97, None),
        (Settings(timeout_turn=0), 0.02, None),
        (Settings(time_left=-5), 0, 0),
        (Settings(timeout_turn=1000, time_left=-5), 0, 0),
        (Settings(timeout_match=25_000), 0.97, 0.97),
        (Settings(timeout_turn=30_000, timeout_match=90_000, time_left=50_000), 7.88, 1.97),
    ],
)
def test_the_time_for_a_move_is_within_the_limits_of_the_manager(
    settings: Settings, hard: float, even: float | None
) -> None:
    limits = limits_for(settings, EMPTY)
    assert limits.seconds == pytest.approx(hard)
    assert limits.soft == (None if even is None else pytest.approx(NEW_DEPTH_SHARE * even))
    assert (limits.nodes, limits.depth) == (None, None)


def test_node_and_depth_limits_replace_the_default_time() -> None:
    assert limits_for(Settings(max_node=100, max_depth=3), EMPTY) == Limits(None, 100, 3)
    assert limits_for(Settings(timeout_turn=1000, max_node=100), EMPTY).nodes == 100


def test_later_moves_get_a_larger_share_of_the_time_left() -> None:
    board = EMPTY.copy()
    settings = Settings(timeout_turn=30_000, time_left=10_000)
    early = limits_for(settings, board).seconds
    for col in range(10):
        board.play(Point(col % 2, col))
    late = limits_for(settings, board).seconds
    assert early is not None
    assert late is not None
    assert 0 < early < late < 10


@pytest.mark.parametrize(
    "settings, megabytes",
    [
        (Settings(), DEFAULT_HASH_MB),
        (Settings(hash_size=1024), 1),
        (Settings(hash_size=512 * 1024), 512),
        (Settings(max_memory=350 * MEGABYTE), MAX_HASH_MB),
        (Settings(max_memory=100 * MEGABYTE), 100 - OTHER_MEMORY_MB),
        (Settings(max_memory=1), 0),
        (Settings(max_memory=62 * MEGABYTE, hash_size=512 * 1024), 62 - OTHER_MEMORY_MB),
        (Settings(max_memory=350 * MEGABYTE, hash_size=1024), 1),
    ],
)
def test_the_hash_table_has_the_wanted_size_within_the_memory_limit(
    settings: Settings, megabytes: float
) -> None:
    assert hash_megabytes_for(settings) == megabytes


def test_more_threads_leave_less_memory_for_the_hash_table() -> None:
    one, four = (Settings(max_memory=100 * MEGABYTE, thread_num=count) for count in (1, 4))
    assert hash_megabytes_for(four) < hash_megabytes_for(one)
    assert (threads_for(Settings()), threads_for(one), threads_for(four)) == (1, 1, 4)
    assert threads_for(Settings(thread_num=10**9)) < 1000
