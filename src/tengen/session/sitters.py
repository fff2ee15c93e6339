"""Who can sit in a seat, as plain data."""

from __future__ import annotations

import msgspec

from tengen.errors import RuleError, quote
from tengen.session.numbers import Level, Limit


class Person(msgspec.Struct, frozen=True, tag="person"):
    """Somebody at a keyboard; without a name, the colour is the name."""

    name: str = ""

    def __post_init__(self) -> None:
        _check_text(self.name)


class Computer(msgspec.Struct, frozen=True, tag="computer"):
    """Our own engine, at one of its levels."""

    level: Level


class External(msgspec.Struct, frozen=True, tag="external"):
    """A Gomocup engine in a process of its own, with milliseconds for a move without clocks."""

    command: tuple[str, ...]
    name: str
    turn: Limit = 2_000

    def __post_init__(self) -> None:
        for text in (*self.command, self.name):
            _check_text(text)


def _check_text(text: str) -> None:
    """Raise RuleError for what only looks like text, as the name of a file in bytes may."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise RuleError(f"the name {quote(text)} cannot be written as text") from None


Sitter = Person | Computer | External
