"""A digest of all rows of a store, to compare two stores."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable

import msgspec

from tengen.storage.transfer import StoredGame, StoreSnapshot


class StoreDigest:
    """SHA-256 digests of the games, the rooms and the settings of a store."""

    def __init__(self, snapshot: StoreSnapshot, on_row: Callable[[int], None]) -> None:
        """Read the whole store; `on_row` is called with the number of rows so far."""
        self.rows = {"games": 0, "rooms": 0, "settings": 0}
        self.events = 0
        """The number of events of all games."""
        self._on_row = on_row
        self.parts = {
            "games": self._add_up("games", map(self._count, snapshot.games())),
            "rooms": self._add_up("rooms", snapshot.rooms()),
            "settings": self._add_up("settings", snapshot.settings()),
        }

    def __str__(self) -> str:
        return hashlib.sha256("".join(self.parts.values()).encode()).hexdigest()

    def find_difference(self, other: StoreDigest) -> str | None:
        """Return the first part that differs; None if all rows are equal."""
        parts = (part for part in self.parts if self.parts[part] != other.parts[part])
        return next(parts, None)

    def _count(self, game: StoredGame) -> StoredGame:
        self.events += len(game.events)
        return game

    def _add_up(self, part: str, rows: Iterable[tuple[object, ...]]) -> str:
        digest = hashlib.sha256()
        for row in rows:
            digest.update(_ENCODER.encode(row))
            self.rows[part] += 1
            self._on_row(sum(self.rows.values()))
        return f"{self.rows[part]} {digest.hexdigest()}\n"


_ENCODER = msgspec.msgpack.Encoder()
