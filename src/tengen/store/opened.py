"""A game that is being played here, and so nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Self

from tengen.errors import StoreError
from tengen.session.events import Event
from tengen.store.locks import Lock

Append = Callable[[int, int, Sequence[Event]], None]


class OpenedGame:
    """The kept events of a game, to which more can be added until it is closed."""

    def __init__(self, game: int, events: Sequence[Event], append: Append, lock: Lock) -> None:
        self.game = game
        self.events = list(events)
        self._append = append
        self._lock = lock

    def append(self, events: Sequence[Event]) -> None:
        """Keep what has happened. It is on the disk when this returns; StoreError if it is not."""
        if not self._lock.is_held:
            raise StoreError(self._lock.path, f"game {self.game} is closed")
        self._append(self.game, len(self.events), events)
        self.events += events

    def close(self) -> None:
        """Let others go on with the game."""
        self._lock.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
