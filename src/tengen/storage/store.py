"""The store: a user's games and settings in a directory, and games opened for playing."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from types import TracebackType
from typing import Self

from tengen.errors import ParseError, SessionError, StoreError
from tengen.game import Event
from tengen.game.events import GameStarted, format_event
from tengen.storage.backend import StorageBackend
from tengen.storage.directory import FileLock, GameLocks, make_directory
from tengen.storage.ownership import SoleOwner
from tengen.storage.rooms import RoomStore, now
from tengen.storage.sqlite_backend import SqliteBackend
from tengen.storage.summary import GameSummary, SummaryCache
from tengen.storage.write_ahead_log import check_log

AppendEvents = Callable[[int, int, Sequence[Event]], None]


class OpenedGame:
    """A stored game that is locked, and takes events until it is closed."""

    def __init__(
        self, game: int, events: Sequence[Event], append: AppendEvents, lock: FileLock
    ) -> None:
        self.game = game
        self.events = events
        """The events that were stored when the game was opened."""
        self._count = len(events)
        self._append = append
        self._lock = lock

    def append(self, events: Sequence[Event]) -> None:
        """Save events. They are on the disk when this returns; raises StoreError if not."""
        if not self._lock.is_held:
            raise StoreError(self._lock.path, f"game {self.game} is closed")
        self._append(self.game, self._count, events)
        self._count += len(events)

    def close(self) -> None:
        """Unlock the game, so that it can be opened elsewhere."""
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


DATABASE_FILE = "games.sqlite3"


class Store(RoomStore):
    """Games and settings in a directory, which several processes may use at the same time."""

    def __init__(self, directory: str, backend: StorageBackend | None = None) -> None:
        """Open the store. With another backend, the directory holds only the locks."""
        make_directory(directory)
        self._locks = GameLocks(directory)
        with self._locks.preparing(), ExitStack() as undo:
            undo.callback(self._locks.leave)
            super().__init__(
                directory,
                backend or self._open_file(os.path.join(directory, DATABASE_FILE)),
                SoleOwner(),
            )
            undo.pop_all()

    def _open_file(self, path: str) -> StorageBackend:
        if self._locks.use():
            check_log(path)
        return SqliteBackend(path)

    def serve(self) -> FileLock:
        """Lock all rooms for a server. Raises StoreError if there is another server."""
        return self._locks.take_server()

    def keep(self, start: GameStarted) -> int:
        """Store a new game and return its number, which no other game will ever have."""
        return self._backend.add_game(now(), format_event(start), lambda _game: None)

    def begin(self, start: GameStarted) -> OpenedGame:
        """Store a new game and open it for playing."""
        with ExitStack() as undo:
            locks: list[FileLock] = []

            def claim(game: int) -> None:
                lock = self._locks.take(game)
                undo.callback(lock.close)
                locks.append(lock)

            game = self._backend.add_game(now(), format_event(start), claim)
            undo.pop_all()
        return OpenedGame(game, [start], self.append, locks[0])

    def open(self, game: int) -> OpenedGame:
        """Open a game for playing. It cannot be opened elsewhere until it is closed.

        A game of a room can be opened only when it is over, and takes no more events.
        """
        lock = self._locks.take(game)
        with ExitStack() as undo:
            undo.callback(lock.close)
            append = self._refuse_append if self._was_in_room(game) else self.append
            events = self.load(game)
            undo.pop_all()
        return OpenedGame(game, events, append, lock)

    def games(self, limit: int = 50, before: int | None = None) -> list[GameSummary]:
        """Return the newest games with a number below `before`, without unreadable ones."""
        return self._list(limit, before, include_finished=True)

    def unfinished(self, limit: int = 50, before: int | None = None) -> list[GameSummary]:
        """Return the newest games that can be resumed: not over, and not being played."""
        return self._list(limit, before, include_finished=False)

    def close(self) -> None:
        """Close the database; open games stay locked until they are closed."""
        super().close()
        self._locks.leave()

    def _is_open(self, game: int) -> bool:
        return self._locks.is_taken(game)

    def _list(self, limit: int, before: int | None, *, include_finished: bool) -> list[GameSummary]:
        """Fetch games, newest first, until `limit` of them can be read."""
        found: list[GameSummary] = []
        summaries = SummaryCache(self._backend)
        while len(found) < limit:
            entries = self._backend.entries(
                limit - len(found), before, include_finished=include_finished
            )
            if not entries:
                break
            before = entries[-1].game
            wanted = [at for at in entries if include_finished or not self._locks.is_taken(at.game)]
            for entry in wanted:
                with suppress(ParseError, SessionError):
                    found.append(summaries.get(entry))
        summaries.save()
        return found
