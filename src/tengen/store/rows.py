"""Games and rooms as a ledger has them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Entry:
    """A game in the list of games, and when it was begun, in milliseconds since 1970."""

    game: int
    started: int
    summary: str | None = None
    """If one is kept, and nothing has happened since."""


class KeptSummary(NamedTuple):
    """What a list shows of a game that has so many events."""

    game: int
    events: int
    summary: str


class RoomRow(NamedTuple):
    """A room as a ledger has it."""

    number: int
    link: str
    setup: str
    one: bytes | None
    two: bytes | None
    is_listed: int
    made: int
    game: int | None
    before: str | None
    started: int | None
    """When the game was begun."""
    summary: str | None
    """Of the game, if one is kept, and nothing has happened since."""
