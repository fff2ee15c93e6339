"""Settings from `INFO` lines, the numbers of rules, and the limits of an engine."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from tengen.errors import ParseError, RuleError
from tengen.gomocup.commands import InfoCommand
from tengen.rules import Rules, WinRule

GOMOCUP_K = 5
"""All games of the protocol are for five in a row."""

WIN_RULES = {
    0: WinRule.FREESTYLE,
    1: WinRule.STANDARD,
    2: WinRule.RENJU,
    4: WinRule.RENJU,
    8: WinRule.CARO_LONG,
    9: WinRule.CARO_EXACT,
}
"""Win rules by number; 2 is Yixin's number for renju, which Tengen never sends."""

RULE_NUMBERS = {win: number for number, win in WIN_RULES.items()}


def to_rule_number(rules: Rules) -> int:
    """Return the number of a game. Raises RuleError if the protocol has none."""
    if rules.k != GOMOCUP_K or rules.win not in RULE_NUMBERS:
        raise RuleError(f"the Gomocup protocol has no number for the game {rules}")
    return RULE_NUMBERS[rules.win]


WHOLE_NUMBER = re.compile(r"-?[0-9]{1,18}")
NO_TIME_LIMIT = 2147483647
"""The `time_left` of a game without a clock."""
NO_OPTIONS: Mapping[str, range] = {}


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of a manager: times in milliseconds, memory in bytes; None is no limit."""

    timeout_turn: int | None = None
    """0 means as fast as possible."""
    timeout_match: int | None = None
    time_left: int | None = None
    """Negative if the time is up."""
    max_memory: int | None = None
    rule: WinRule = WinRule.FREESTYLE
    game_type: int | None = None
    """0 against a person, 1 against a brain, 2 in a tournament, 3 in a network tournament."""
    folder: str | None = None
    max_node: int | None = None
    max_depth: int | None = None
    thread_num: int | None = None
    hash_size: int | None = None
    """In kilobytes."""
    options: tuple[tuple[str, int], ...] = ()
    """Options of the brain itself that were set."""

    def updated(self, info: InfoCommand, options: Mapping[str, range] = NO_OPTIONS) -> Settings:
        """Return these settings with the one of `info` changed. Raises ParseError.

        `options` are those of the brain itself, with their ranges.
        """
        if info.key in options:
            value = _option_value(info, options[info.key])
            others = tuple(one for one in self.options if one[0] != info.key)
            return replace(self, options=(*others, (info.key, value)))
        if info.key == "folder":
            return replace(self, folder=info.value or None)
        if info.key == "rule":
            return replace(self, rule=_win_rule(info))
        if info.key not in NUMBER_SETTINGS:
            return self
        change: dict[str, int | None] = {info.key: NUMBER_SETTINGS[info.key](_integer(info))}
        return replace(self, **change)  # type: ignore[arg-type]  # all these settings are numbers


def _positive(number: int) -> int | None:
    return number if number > 0 else None


NUMBER_SETTINGS: dict[str, Callable[[int], int | None]] = {
    "timeout_turn": lambda number: number if number >= 0 else None,
    "timeout_match": _positive,
    "time_left": lambda number: number if number < NO_TIME_LIMIT else None,
    "max_memory": _positive,
    "game_type": lambda number: number,
    "max_node": _positive,
    "max_depth": _positive,
    "thread_num": _positive,
    "hash_size": _positive,
}
"""The settings that are numbers, each with a function that converts the number."""


def _integer(info: InfoCommand) -> int:
    if WHOLE_NUMBER.fullmatch(info.value) is None:
        raise ParseError(f"value of {info.key}", info.value, "a whole number was expected")
    return int(info.value)


def _option_value(info: InfoCommand, allowed: range) -> int:
    number = _integer(info)
    if number not in allowed:
        expected = f"expected a whole number from {allowed[0]} to {allowed[-1]}"
        raise ParseError(f"value of {info.key}", info.value, expected)
    return number


def _win_rule(info: InfoCommand) -> WinRule:
    number = _integer(info)
    if number not in WIN_RULES:
        known = ", ".join(map(str, WIN_RULES))
        raise ParseError("supported rule", info.value, f"the supported rules are {known}")
    return WIN_RULES[number]


@dataclass(frozen=True, slots=True)
class GomocupLimits:
    """Limits of an engine: times in milliseconds, memory in bytes.

    0 is no limit; a `timeout_turn` of 0 means as fast as possible.
    """

    timeout_turn: int = 30_000
    timeout_match: int = 0
    max_memory: int = 0
    timeout_start: int = 10_000
    """How long an engine may take to start a game, before the clock runs."""
    tolerance: int = 1_000
    """How much later than the limit an answer is still accepted."""
    is_memory_checked: bool = False
    """Whether an engine that uses more than `max_memory` has failed; on systems with `/proc`."""
    infos: tuple[tuple[str, str], ...] = ()
    """More settings to send, such as `("max_node", "1000")`."""

    def commands(self) -> Iterator[InfoCommand]:
        """Yield the settings that an engine gets at the start of a game."""
        yield InfoCommand("max_memory", str(self.max_memory))
        yield InfoCommand("timeout_match", str(self.timeout_match))
        yield InfoCommand("timeout_turn", str(self.timeout_turn))
        for key, value in self.infos:
            yield InfoCommand(key, value)

    def time_left(self, spent: int) -> int:
        """Return the time left for the match, to be sent to the engine."""
        return self.timeout_match - spent if self.timeout_match else NO_TIME_LIMIT

    def move_timeout(self, time_left: int) -> int:
        """Return how long to wait for a move, in milliseconds."""
        return max(0, min(self.timeout_turn, time_left)) + self.tolerance
