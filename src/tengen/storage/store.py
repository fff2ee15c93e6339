"""The store: a user's games and settings in a directory, and a game that is open for events."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Sequence
from contextlib import ExitStack, suppress
from types import TracebackType
from typing import Self

from tengen.errors import ParseError, SessionError, StoreError
from tengen.game.events import Event, GameStarted
from tengen.game.serialization import format_event
from tengen.storage.backend import EventBatch, StorageBackend, make_event_batch
from tengen.storage.directory import FileLock, GameLocks, make_directory
from tengen.storage.rooms import RoomStore, batches, now
from tengen.storage.sqlite_backend import SqliteBackend
from tengen.storage.sqlite_files import check_log
from tengen.storage.summary import GameSummary, SummaryCache

AppendEvents = Callable[[int, int, Sequence[Event]], None]


class OpenedGame:
    """A game to which events can be added until it is closed."""

    def __init__(
        self, game: int, events: Sequence[Event], append: AppendEvents, lock: FileLock
    ) -> None:
        self.game = game
        self.events = events
        """What was kept when it was opened."""
        self._count = len(events)
        self._append = append
        self._lock = lock

    def append(self, events: Sequence[Event]) -> None:
        """Keep what has happened. It is on the disk when this returns; StoreError if it is not."""
        if not self._lock.is_held:
            raise StoreError(self._lock.path, f"game {self.game} is closed")
        self._append(self.game, self._count, events)
        self._count += len(events)

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


DATABASE_FILE = "games.sqlite3"


class Store(RoomStore):
    """Games and settings in a directory, which several processes may use at the same time.

    What a method has kept is on the disk when it returns. All methods raise StoreError if they
    cannot do what they say.
    """

    def __init__(self, directory: str, ledger: StorageBackend | None = None) -> None:
        """With a ledger of its own, such as one in memory, only locks are in the directory."""
        make_directory(directory)
        self._locks = GameLocks(directory)
        with self._locks.preparing():
            super().__init__(
                directory, ledger or self._open_file(os.path.join(directory, DATABASE_FILE))
            )

    def _open_file(self, path: str) -> StorageBackend:
        try:
            if self._locks.use():
                check_log(path)
            return SqliteBackend(path)
        except BaseException:
            self._locks.leave()
            raise

    def serve(self) -> FileLock:
        """Be the server of all rooms here until the lock is closed. StoreError if there is one."""
        return self._locks.take_all()

    def keep(self, start: GameStarted) -> int:
        """Begin to keep a game, and give it a number that no other game will have."""
        return self._ledger.add_game(now(), format_event(start), lambda _game: None)

    def begin(self, start: GameStarted) -> OpenedGame:
        """Begin to keep a game that is being played here from the beginning."""
        with ExitStack() as undo:
            locks: list[FileLock] = []

            def claim(game: int) -> None:
                lock = self._locks.take(game)
                undo.callback(lock.close)
                locks.append(lock)

            game = self._ledger.add_game(now(), format_event(start), claim)
            undo.pop_all()
        return OpenedGame(game, [start], self.append, locks[0])

    def open(self, game: int) -> OpenedGame:
        """Go on with a game here, and nowhere else until it is closed.

        A game of a room can be looked at once it is over, and takes no more events.
        """
        lock = self._locks.take(game)
        with ExitStack() as undo:
            undo.callback(lock.close)
            append = self._refuse if self._is_of_room(game) else self.append
            events = self.load(game)
            undo.pop_all()
        return OpenedGame(game, events, append, lock)

    def append(self, game: int, first: int, events: Sequence[Event]) -> None:
        """Keep what has happened in a game that has `first` events so far."""
        (error,) = self.append_many([make_event_batch(game, first, events)])
        if error is not None:
            raise error

    def append_many(self, additions: Sequence[EventBatch]) -> list[StoreError | None]:
        """Keep what has happened in many games at once; why, for each that was not kept."""
        return self._ledger.add_many(additions)

    def load(self, game: int) -> list[Event]:
        """All events of a game."""
        try:
            events = self._events(game)
        except ParseError as error:
            raise StoreError(self.directory, f"game {game} cannot be read: {error}") from None
        if not events:
            raise StoreError(self.directory, f"there is no game {game}")
        return events

    def games(self, limit: int = 50, before: int | None = None) -> list[GameSummary]:
        """The newest games older than `before`, without any that cannot be read."""
        return self._list(limit, before, all_of_them=True)

    def unfinished(self, limit: int = 50, before: int | None = None) -> list[GameSummary]:
        """The same of games that can be gone on with: not over, and not being played now."""
        return self._list(limit, before, all_of_them=False)

    def forget_unplayed(self, started_before: int, playing: Collection[int] = ()) -> int:
        """Forget games without a step, begun before that; how many there were.

        Games that are open stay, and so do those that a server is `playing`. Only a server may
        forget games of rooms.
        """
        games = self._ledger.unplayed(started_before)
        idle = [at for at in games if at not in playing and not self._locks.is_taken(at)]
        return sum(self._ledger.delete_unplayed(some) for some in batches(idle))

    def remember(self, key: str, value: bytes) -> None:
        """Keep a setting."""
        self._ledger.put(key, value)

    def recall(self, key: str) -> bytes | None:
        """A setting that was kept; None if there is none."""
        return self._ledger.get(key)

    def close(self) -> None:
        """Let go of the database; games that are open stay locked until they are closed."""
        self._ledger.close()
        self._locks.leave()

    def _list(self, limit: int, before: int | None, *, all_of_them: bool) -> list[GameSummary]:
        """Go back through the games until there are enough that can be shown."""
        found: list[GameSummary] = []
        summaries = SummaryCache(self._ledger)
        while len(found) < limit:
            entries = self._ledger.entries(limit - len(found), before, all_of_them=all_of_them)
            if not entries:
                break
            before = entries[-1].game
            wanted = [at for at in entries if all_of_them or not self._locks.is_taken(at.game)]
            for entry in wanted:
                with suppress(ParseError, SessionError):
                    found.append(summaries.of(entry))
        summaries.keep()
        return found

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
