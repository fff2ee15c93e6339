"""The ledger in an SQLite file."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress

from tengen.errors import StoreError
from tengen.store import statements
from tengen.store.ledger import Entry
from tengen.store.troubles import explain

PATIENCE = 10.0
"""Seconds to wait for other processes that are writing."""
NO_END = 2**63 - 1


class SqliteLedger:
    """Keeps its promises with a write-ahead log that is synchronised at every commit."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._lock = threading.Lock()
        with self._explained():
            self._connection = sqlite3.connect(
                path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
            )
        try:
            self._prepare()
        except BaseException:
            self._connection.close()
            raise

    def _prepare(self) -> None:
        with self._explained():
            self._check_owner()
            for statement in statements.CONNECT:
                self._connection.execute(statement)
            if self._number(statements.GET_VERSION) < len(statements.MIGRATIONS):
                self._migrate()

    def _check_owner(self) -> None:
        """Whether the file is one of ours, of a version that we know."""
        version = self._number(statements.GET_VERSION)
        is_new = version == 0 and self._number(statements.COUNT_TABLES) == 0
        if not is_new and self._number(statements.GET_APPLICATION) != statements.APPLICATION:
            raise StoreError(self._path, "this file is something else's; use --data DIR")
        known = len(statements.MIGRATIONS)
        if version > known:
            why = f"a newer Tengen wrote this (format {version}, and this one reads {known})"
            raise StoreError(self._path, f"{why}; use that one, or --data DIR")

    def _migrate(self) -> None:
        with self._transaction():
            version = self._number(statements.GET_VERSION)
            for migration in statements.MIGRATIONS[version:]:
                for statement in migration:
                    self._connection.execute(statement)
            known = len(statements.MIGRATIONS)
            self._connection.execute(statements.SET_VERSION.format(known))

    def add_game(self, started: int, event: bytes, claim: Callable[[int], None]) -> int:
        """A new game with its first event."""
        with self._writing():
            game = self._connection.execute(statements.ADD_GAME, (started,)).lastrowid
            assert game is not None
            self._connection.execute(statements.ADD_EVENT, (game, 0, event.decode()))
            claim(game)
        return game

    def add_events(
        self, game: int, first: int, events: Sequence[bytes], *, is_over: bool | None
    ) -> None:
        """More events, if there are `first` so far."""
        with self._writing():
            self._check_count(game, first)
            rows = [(game, number, event.decode()) for number, event in enumerate(events, first)]
            self._connection.executemany(statements.ADD_EVENT, rows)
            if is_over is not None:
                self._connection.execute(statements.SET_OVER, (is_over, game))

    def _check_count(self, game: int, first: int) -> None:
        count = self._number(statements.COUNT_EVENTS, game)
        if count == 0:
            raise StoreError(self._path, f"there is no game {game}")
        if count != first:
            why = f"game {game} was played on elsewhere: it has {count} events, not {first}"
            raise StoreError(self._path, why)

    def events(self, game: int) -> list[bytes]:
        """All events of a game in their order."""
        with self._reading():
            rows = self._connection.execute(statements.GET_EVENTS, (game,))
            return [event.encode() for (event,) in rows]

    def entries(self, limit: int, before: int | None, *, all_of_them: bool) -> list[Entry]:
        """The newest games older than `before`, or only those that are not over."""
        statement = statements.GAMES if all_of_them else statements.GAMES_GOING_ON
        with self._reading():
            end = NO_END if before is None else before
            return [Entry(*row) for row in self._connection.execute(statement, (end, limit))]

    def delete_game(self, game: int) -> None:
        """Forget a game, if it is there."""
        with self._writing():
            self._connection.execute(statements.DELETE_GAME, (game,))

    def put(self, key: str, value: bytes) -> None:
        """Keep a value under a name, instead of the one before."""
        with self._writing():
            self._connection.execute(statements.PUT, (key, value))

    def get(self, key: str) -> bytes | None:
        """The value that was put there last."""
        with self._reading():
            row = self._connection.execute(statements.GET, (key,)).fetchone()
        return None if row is None else bytes(row[0])

    def close(self) -> None:
        """Let go of the file."""
        with self._lock, self._explained():
            self._connection.close()

    def _number(self, statement: str, *values: int) -> int:
        (number,) = self._connection.execute(statement, values).fetchone()
        assert isinstance(number, int)
        return number

    @contextmanager
    def _reading(self) -> Iterator[None]:
        with self._lock, self._explained():
            yield

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with self._lock, self._explained(), self._transaction():
            yield

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._connection.execute(statements.BEGIN)
        try:
            yield
            self._connection.execute(statements.COMMIT)
        except BaseException:
            with suppress(sqlite3.Error):
                self._connection.execute(statements.ROLLBACK)
            raise

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise StoreError(self._path, explain(error)) from None
