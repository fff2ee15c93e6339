"""What a manager has said in `INFO` lines."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from tengen.errors import ParseError
from tengen.protocol.commands import Info
from tengen.protocol.variants import WIN_RULES
from tengen.rules.rules import WinRule

INTEGER = re.compile(r"-?[0-9]{1,18}")
UNLIMITED = 2147483647
"""The `time_left` of a game without a clock."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Times in milliseconds, memory in bytes; None where there is no limit or none was said."""

    timeout_turn: int | None = None
    """0 means: as fast as possible."""
    timeout_match: int | None = None
    time_left: int | None = None
    """May be negative: the time is up."""
    max_memory: int | None = None
    rule: WinRule = WinRule.FREESTYLE
    game_type: int | None = None
    """0 against a person, 1 against a brain, 2 in a tournament, 3 in one over a network."""
    folder: str | None = None
    max_node: int | None = None
    max_depth: int | None = None
    thread_num: int | None = None
    hash_size: int | None = None
    """In kilobytes."""

    def told(self, info: Info) -> Settings:
        """These settings and what `info` says; ParseError if that cannot be."""
        if info.key == "folder":
            return replace(self, folder=info.value or None)
        if info.key == "rule":
            return replace(self, rule=_win_rule(info))
        if info.key not in LIMITS:
            return self
        change: dict[str, int | None] = {info.key: LIMITS[info.key](_integer(info))}
        return replace(self, **change)  # type: ignore[arg-type]  # the keys of LIMITS are numbers


def _positive(number: int) -> int | None:
    return number if number > 0 else None


LIMITS: dict[str, Callable[[int], int | None]] = {
    "timeout_turn": lambda number: number if number >= 0 else None,
    "timeout_match": _positive,
    "time_left": lambda number: number if number < UNLIMITED else None,
    "max_memory": _positive,
    "game_type": lambda number: number,
    "max_node": _positive,
    "max_depth": _positive,
    "thread_num": _positive,
    "hash_size": _positive,
}
"""The settings that are numbers, and what the number means."""


def _integer(info: Info) -> int:
    if INTEGER.fullmatch(info.value) is None:
        raise ParseError(f"value of {info.key}", info.value, "a whole number was expected")
    return int(info.value)


def _win_rule(info: Info) -> WinRule:
    number = _integer(info)
    if number not in WIN_RULES:
        known = ", ".join(map(str, WIN_RULES))
        raise ParseError("rule we play", info.value, f"the numbers we know are {known}")
    return WIN_RULES[number]
