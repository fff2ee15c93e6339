"""Copies of a whole store in a directory: locks, rows out of an SQLite file, rows into it."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

from tengen.errors import StoreError
from tengen.storage import statements, transfer
from tengen.storage.database import Database, fetch_number, is_missing, translate_errors
from tengen.storage.directory import GameLocks, make_directory
from tengen.storage.store import DATABASE_FILE
from tengen.storage.write_ahead_log import check_log

IN_USE = "these games are in use; stop the server and the games that use them, and try again"
NO_FILE = "there are no games in this directory; check its name"


@contextmanager
def open_directory(directory: str, *, must_exist: bool) -> Iterator[SqliteTransfer]:
    """Open a store that nobody else uses, and keep servers from using it."""
    path = os.path.join(directory, DATABASE_FILE)
    if must_exist and is_missing(path):
        raise StoreError(directory, NO_FILE)
    make_directory(directory)
    locks = GameLocks(directory)
    try:
        with locks.preparing():
            if not locks.use():
                raise StoreError(directory, IN_USE)
            check_log(path)
            database = Database(path)
        with (
            closing(database),
            closing(locks.take_server()),
            translate_errors(path),
            closing(sqlite3.connect(path, isolation_level=None)) as reader,
        ):
            yield SqliteTransfer(directory, database, reader)
    finally:
        locks.leave()


class SqliteSnapshot:
    """The rows of an SQLite file at one moment."""

    def __init__(self, place: str, connection: sqlite3.Connection) -> None:
        self._place = place
        self._connection = connection

    def counts(self) -> transfer.StoreCounts:
        """Count the rows."""
        row = self._connection.execute(statements.COUNT_ROWS, (transfer.COPY_KEY,)).fetchone()
        return transfer.StoreCounts(*row)

    def games(self, after: int = 0) -> Iterator[transfer.StoredGame]:
        """Yield the games with a number above `after`."""
        games = self._connection.execute(statements.GAMES_AFTER, (after,))
        events = self._connection.execute(statements.EVENTS_AFTER, (after,))
        return transfer.join_events(self._place, games, events)

    def rooms(self, after: int = 0) -> Iterator[transfer.StoredRoom]:
        """Yield the rooms with a number above `after`."""
        for row in self._connection.execute(statements.ROOMS_AFTER, (after,)):
            room = transfer.StoredRoom(*row)
            yield room._replace(is_listed=bool(room.is_listed), is_over=bool(room.is_over))

    def settings(self, after: str | None = None) -> Iterator[transfer.StoredSetting]:
        """Yield the settings with a key above `after`, except for the state of a copy."""
        if after is None:
            rows = self._connection.execute(statements.SETTINGS, (transfer.COPY_KEY,))
        else:
            rows = self._connection.execute(statements.SETTINGS_AFTER, (transfer.COPY_KEY, after))
        return (transfer.StoredSetting(key, bytes(value)) for key, value in rows)


class SqliteTransfer:
    """A store in a directory that nobody else uses."""

    def __init__(self, place: str, database: Database, reader: sqlite3.Connection) -> None:
        self.place = place
        self._database = database
        self._reader = reader
        self._version = fetch_number(reader, statements.DATA_VERSION)

    @contextmanager
    def snapshot(self) -> Iterator[SqliteSnapshot]:
        """Read the store as it is now."""
        with translate_errors(self._database.path):
            self._reader.execute("BEGIN")
            try:
                yield SqliteSnapshot(self.place, self._reader)
            finally:
                self._reader.execute(statements.ROLLBACK)

    def state(self) -> bytes | None:
        """Return the state of an unfinished copy to this store; None if there is none."""
        with self._database.reading() as connection:
            row = connection.execute(statements.GET, (transfer.COPY_KEY,)).fetchone()
        return None if row is None else bytes(row[0])

    def load(self, rows: transfer.StoreRows, state: bytes) -> None:
        """Add rows and save the state of the copy, with one commit."""
        with self._database.writing() as connection:
            try:
                _insert(connection, rows)
            except sqlite3.IntegrityError as error:
                raise StoreError(self.place, transfer.CONTRADICTION.format(why=error)) from None
            connection.execute(statements.PUT, (transfer.COPY_KEY, state))

    def continue_numbers(self, counts: transfer.StoreCounts) -> None:
        """Give new games and rooms numbers above the last ones of `counts`."""
        with self._database.writing() as connection:
            for table, last in (("games", counts.last_game), ("rooms", counts.last_room)):
                connection.execute(statements.ADD_SEQUENCE, (table, table))
                connection.execute(statements.RAISE_SEQUENCE, (last, table))

    def forget_state(self) -> None:
        """Delete the state of the copy: it is complete."""
        with self._database.writing() as connection:
            connection.execute(statements.FORGET, (transfer.COPY_KEY,))

    def check_unchanged(self) -> None:
        """Raise StoreError if somebody has used this store since it was opened."""
        if fetch_number(self._reader, statements.DATA_VERSION) != self._version:
            raise StoreError(self.place, transfer.CHANGED)


def _insert(connection: sqlite3.Connection, rows: transfer.StoreRows) -> None:
    games = rows.games
    connection.executemany(statements.LOAD_GAME, (game[:4] for game in games))
    events = ((game.game, *event) for game in games for event in game.events)
    connection.executemany(statements.ADD_EVENT, events)
    summaries = (
        (game.game, game.summary_events, game.summary) for game in games if game.summary is not None
    )
    connection.executemany(statements.LOAD_SUMMARY, summaries)
    connection.executemany(statements.LOAD_ROOM, rows.rooms)
    connection.executemany(statements.PUT, rows.settings)
