from __future__ import annotations

import pytest

from tengen.errors import ParseError, RuleError
from tengen.gomocup.command_text import rule_info
from tengen.gomocup.commands import InfoCommand
from tengen.gomocup.settings import (
    NUMBER_SETTINGS,
    RULE_NUMBERS,
    GomocupLimits,
    Settings,
    to_rule_number,
)
from tengen.rules.rules import GAMES, Rules, WinRule

FACTS = [
    ("timeout_turn", "5000", 5000),
    ("timeout_turn", "0", 0),
    ("timeout_turn", "-1", None),
    ("timeout_match", "180000", 180000),
    ("timeout_match", "0", None),
    ("time_left", "2147483647", None),
    ("time_left", "-20", -20),
    ("time_left", "0", 0),
    ("max_memory", "367001600", 367001600),
    ("max_memory", "0", None),
    ("max_memory", "68719476736", 68719476736),
    ("game_type", "1", 1),
    ("max_node", "1000", 1000),
    ("max_depth", "0", None),
    ("thread_num", "4", 4),
    ("hash_size", "1024", 1024),
    ("folder", "/a b/c", "/a b/c"),
    ("folder", "", None),
    ("rule", "0", WinRule.FREESTYLE),
    ("rule", "1", WinRule.STANDARD),
    ("rule", "2", WinRule.RENJU),
    ("rule", "4", WinRule.RENJU),
    ("rule", "8", WinRule.CARO_LONG),
    ("rule", "9", WinRule.CARO_EXACT),
]


@pytest.mark.parametrize("key, value, meaning", FACTS)
def test_a_setting_is_read_as_the_protocol_says(key: str, value: str, meaning: object) -> None:
    assert getattr(Settings().updated(InfoCommand(key, value)), key) == meaning


def test_there_are_no_limits_by_default() -> None:
    settings = Settings()
    assert all(getattr(settings, key) is None for key in NUMBER_SETTINGS)
    assert settings.rule is WinRule.FREESTYLE


@pytest.mark.parametrize("key", ["evaluate", "yixin", "", "__class__", "updated"])
def test_an_unknown_key_changes_nothing(key: str) -> None:
    assert Settings().updated(InfoCommand(key, "1,1")) == Settings()


@pytest.mark.parametrize("key", [*NUMBER_SETTINGS, "rule"])
@pytest.mark.parametrize("value", ["", "x", "1.5", "1 2", "٣", "9" * 5000])
def test_a_value_that_is_not_a_number_is_refused(key: str, value: str) -> None:
    with pytest.raises(ParseError):
        Settings().updated(InfoCommand(key, value))


@pytest.mark.parametrize("number", ["3", "5", "6", "7", "10", "-1", "16"])
def test_an_unsupported_rule_is_refused(number: str) -> None:
    with pytest.raises(ParseError, match="not a supported rule"):
        Settings().updated(InfoCommand("rule", number))


@pytest.mark.parametrize("win", RULE_NUMBERS)
def test_the_number_of_a_rule_is_read_as_that_rule(win: WinRule) -> None:
    assert Settings().updated(rule_info(Rules(15, 15, 5, win))).rule is win


def test_renju_is_sent_as_the_number_that_tournaments_use() -> None:
    assert to_rule_number(GAMES["renju"]) == 4
    assert to_rule_number(GAMES["caro"]) == 9


@pytest.mark.parametrize("rules", [Rules(15, 15, 5, WinRule.CARO), Rules(15, 15, 6)])
def test_a_game_without_a_number_is_refused(rules: Rules) -> None:
    with pytest.raises(RuleError, match="no number"):
        to_rule_number(rules)


def test_all_limits_are_sent_to_an_engine() -> None:
    limits = GomocupLimits(5000, 60000, 1 << 20, infos=(("max_node", "1000"),))
    assert list(limits.commands()) == [
        InfoCommand("max_memory", "1048576"),
        InfoCommand("timeout_match", "60000"),
        InfoCommand("timeout_turn", "5000"),
        InfoCommand("max_node", "1000"),
    ]


def test_the_time_left_of_a_match_may_be_negative() -> None:
    assert GomocupLimits(timeout_match=60000).time_left(1000) == 59000
    assert GomocupLimits(timeout_match=60000).time_left(61000) == -1000
    assert GomocupLimits(timeout_match=0).time_left(10**9) == 2147483647


def test_the_move_timeout_is_the_shorter_time_plus_the_tolerance() -> None:
    limits = GomocupLimits(timeout_turn=5000, tolerance=300)
    assert limits.move_timeout(10**6) == 5300
    assert limits.move_timeout(2000) == 2300
    assert limits.move_timeout(-2000) == 300
