"""What a store needs of a database, whichever it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Entry:
    """A game in the list of games, and when it was begun, in milliseconds since 1970."""

    game: int
    started: int


class Ledger(Protocol):
    """Numbered lists of texts, and a few named values.

    What a method has written is on the disk when it returns. All of them raise StoreError, and
    then nothing is written. They may be called from any thread, and by several processes.
    """

    def add_game(self, started: int, event: bytes, claim: Callable[[int], None]) -> int:
        """A new game with its first event; `claim` sees its number before anybody else can."""

    def add_events(
        self, game: int, first: int, events: Sequence[bytes], *, is_over: bool | None
    ) -> None:
        """More events, if there are `first` so far; None leaves it as it was whether it is over."""

    def events(self, game: int) -> list[bytes]:
        """All events of a game in their order; none if there is no such game."""

    def entries(self, limit: int, before: int | None, *, all_of_them: bool) -> list[Entry]:
        """The newest games older than `before`, or only those that are not over."""

    def delete_game(self, game: int) -> None:
        """Forget a game, if it is there."""

    def put(self, key: str, value: bytes) -> None:
        """Keep a value under a name, instead of the one before."""

    def get(self, key: str) -> bytes | None:
        """The value that was put there last."""

    def close(self) -> None:
        """Let go of the database."""
