"""Clocks as text: what is chosen, what is left."""

from __future__ import annotations

import re

from tengen.errors import RuleError, UsageError, quote
from tengen.notation.words import counted, plural
from tengen.session.setup import TimeControl

CLOCKS = ("none", "10s", "30s", "1+1", "3+2", "5+0", "10+5", "15+10", "30+0")
CLOCK = re.compile(r"(?:([0-9]{1,4})s)?(?:(?:^|,? )([0-9]{1,3})\+([0-9]{1,3}))?")
CLOCK_HELP = "a clock is none, seconds a move as in 30s, or minutes and seconds a move as in 5+3"
LOW = 10_000
"""Milliseconds from which a clock shows tenths and alarms."""


def parse_clock(text: str) -> TimeControl:
    """Read `none`, `30s`, `5+3` or `30s 5+3`. Raises UsageError."""
    text = text.strip()
    if text == "none":
        return TimeControl()
    match = CLOCK.fullmatch(text)
    if not text or match is None:
        raise UsageError(f"{quote(text)} is not a clock: {CLOCK_HELP}")
    seconds, minutes, increment = match.groups()
    try:
        return TimeControl(
            int(seconds) * 1000 if seconds else None,
            int(minutes) * 60_000 if minutes else None,
            int(increment or 0) * 1000,
        )
    except RuleError:
        raise UsageError(f"a clock of {text} has run out before the game begins") from None


def clock_words(text: str) -> str:
    """A clock in words."""
    return describe_clock(parse_clock(text))


def describe_clock(clock: TimeControl) -> str:
    """Any clock in words: `30 seconds a move`, `5 min each and 3 seconds a move`."""
    parts = [f"{_seconds(clock.move)} a move"] if clock.move is not None else []
    if clock.game is not None:
        more = f" and {_seconds(clock.increment)} a move" if clock.increment else ""
        parts.append(f"{clock.game / 60_000:g} min each{more}")
    return ", ".join(parts) or "no clock"


def format_left(left: int) -> str:
    """`4:59`, or `9.5` when it is nearly over."""
    if left < LOW:
        return f"{left // 100 / 10:.1f}"
    seconds = left // 1000
    return f"{seconds // 60}:{seconds % 60:02}"


def time_words(left: int) -> str:
    """The same to be spoken: `4 minutes 59 seconds`."""
    minutes, seconds = divmod(left // 1000, 60)
    parts = [counted(minutes, "minute")] if minutes else []
    if seconds or not minutes:
        parts.append(counted(seconds, "second"))
    return " ".join(parts)


def _seconds(milliseconds: int) -> str:
    return f"{milliseconds / 1000:g} {plural(milliseconds / 1000, 'second')}"
