"""Clocks in SGF files: seconds for the game in TM, the rest in words in OT."""

from __future__ import annotations

import re

CLOCK = re.compile(r"(\d{1,4})\+(\d{1,4})", re.ASCII)
"""Minutes for the game and seconds that a move adds, as in `10+5`."""
INCREMENT = re.compile(r"(\d{1,4})s increment", re.ASCII)
SECONDS = re.compile(r"(\d{1,7})(?:\.0*)?", re.ASCII)


def parse_clock(game: str, more: str) -> str:
    """The clock that TM and OT tell."""
    seconds = SECONDS.fullmatch(game)
    if seconds is None:
        return ", ".join(filter(None, (game, more)))
    minutes, rest = divmod(int(seconds[1]), 60)
    increment = INCREMENT.fullmatch(more)
    if rest == 0 and (increment or not more):
        return f"{minutes}+{increment[1] if increment else 0}"
    return f"{seconds[1]} seconds" + (f", {more}" if more else "")


def format_clock(clock: str) -> tuple[str, str]:
    """The values of TM and OT; an unknown kind of clock is all in OT."""
    parts = CLOCK.fullmatch(clock)
    if parts is None or parse_clock(*_known(parts)) != clock:
        return "", clock
    return _known(parts)


def _known(parts: re.Match[str]) -> tuple[str, str]:
    minutes, increment = parts.groups()
    return str(int(minutes) * 60), f"{increment}s increment" if int(increment) else ""
