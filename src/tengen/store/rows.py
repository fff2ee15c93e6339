"""Games and rooms as a ledger has them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Entry:
    """A game in the list of games, and when it was begun, in milliseconds since 1970."""

    game: int
    started: int


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
