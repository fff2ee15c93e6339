"""The ledger in an SQLite file."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence

from tengen.errors import StoreError
from tengen.store import statements
from tengen.store.addition import Addition
from tengen.store.database import NO_END, Database, insert_game, number_of
from tengen.store.rows import Entry
from tengen.store.sqlite_rooms import SqliteRooms


class SqliteLedger:
    """Games, events and settings in one file."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._database = Database(path)
        self.rooms = SqliteRooms(self._database)

    def add_game(self, started: int, event: bytes, claim: Callable[[int], None]) -> int:
        """A new game with its first event."""
        with self._database.writing() as connection:
            game = insert_game(connection, started, event)
            claim(game)
        return game

    def add_many(self, additions: Sequence[Addition]) -> list[StoreError | None]:
        """Events of many games, all on the disk at once; why, for each that was not taken."""
        try:
            with self._database.writing() as connection:
                return [self._add(connection, addition) for addition in additions]
        except StoreError as error:
            return [error] * len(additions)

    def _add(self, connection: sqlite3.Connection, addition: Addition) -> StoreError | None:
        game, first, texts, is_over = addition
        count = number_of(connection, statements.COUNT_EVENTS, game)
        if count != first or count == 0:
            return self._refusal(game, count, first)
        rows = [(game, number, text) for number, text in enumerate(texts, first)]
        connection.executemany(statements.ADD_EVENT, rows)
        if is_over is not None:
            connection.execute(statements.SET_OVER, (is_over, game))
        return None

    def _refusal(self, game: int, count: int, first: int) -> StoreError:
        if count == 0:
            return StoreError(self._path, f"there is no game {game}")
        why = f"game {game} was played on elsewhere: it has {count} events, not {first}"
        return StoreError(self._path, why)

    def events(self, game: int) -> list[bytes]:
        """All events of a game in their order."""
        with self._database.reading() as connection:
            rows = connection.execute(statements.GET_EVENTS, (game,))
            return [event.encode() for (event,) in rows]

    def entries(self, limit: int, before: int | None, *, all_of_them: bool) -> list[Entry]:
        """The newest games older than `before`, or only those that are not over."""
        statement = statements.GAMES if all_of_them else statements.GAMES_GOING_ON
        end = NO_END if before is None else before
        with self._database.reading() as connection:
            return [Entry(*row) for row in connection.execute(statement, (end, limit))]

    def delete_game(self, game: int) -> None:
        """Forget a game and its room, if it is there."""
        with self._database.writing() as connection:
            connection.execute(statements.DELETE_GAME, (game,))

    def put(self, key: str, value: bytes) -> None:
        """Keep a value under a name, instead of the one before."""
        with self._database.writing() as connection:
            connection.execute(statements.PUT, (key, value))

    def get(self, key: str) -> bytes | None:
        """The value that was put there last."""
        with self._database.reading() as connection:
            row = connection.execute(statements.GET, (key,)).fetchone()
        return None if row is None else bytes(row[0])

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()
