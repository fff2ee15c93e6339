"""Who can sit in a seat, as plain data."""

from __future__ import annotations

import msgspec


class Person(msgspec.Struct, frozen=True, tag="person"):
    """Somebody at a keyboard; without a name, the colour is the name."""

    name: str = ""


class Computer(msgspec.Struct, frozen=True, tag="computer"):
    """Our own engine, at one of its levels."""

    level: int


class External(msgspec.Struct, frozen=True, tag="external"):
    """A Gomocup engine in a process of its own, with milliseconds for a move without clocks."""

    command: tuple[str, ...]
    name: str
    turn: int = 2_000


Sitter = Person | Computer | External
