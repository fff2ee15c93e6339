from __future__ import annotations

from tengen.gomocup.commands import InfoCommand
from tengen.gomocup.settings import GomocupLimits


def test_all_limits_are_told_to_an_engine() -> None:
    limits = GomocupLimits(5000, 60000, 1 << 20, infos=(("max_node", "1000"),))
    assert list(limits.commands()) == [
        InfoCommand("max_memory", "1048576"),
        InfoCommand("timeout_match", "60000"),
        InfoCommand("timeout_turn", "5000"),
        InfoCommand("max_node", "1000"),
    ]


def test_time_left_is_what_the_match_allows_and_may_be_less_than_nothing() -> None:
    assert GomocupLimits(timeout_match=60000).time_left(1000) == 59000
    assert GomocupLimits(timeout_match=60000).time_left(61000) == -1000
    assert GomocupLimits(timeout_match=0).time_left(10**9) == 2147483647


def test_we_wait_for_the_shorter_time_and_a_little_longer() -> None:
    limits = GomocupLimits(timeout_turn=5000, tolerance=300)
    assert limits.patience(10**6) == 5300
    assert limits.patience(2000) == 2300
    assert limits.patience(-2000) == 300
