"""An SQLite database: opened, made if it is not there, used by one thread at a time; its errors."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress

from tengen.atomic_file import write_atomically
from tengen.errors import StoreError
from tengen.storage import sqlite_files, statements

PRIMARY_CODE = 0xFF
"""The part of SQLite's error numbers that says what kind of trouble it is."""
DAMAGED = "the file is damaged: run `tengen store check`, then restore a copy or move it away"
UNWRITABLE = "cannot be written there; use --data DIR"
SQLITE_MESSAGES = {
    sqlite3.SQLITE_BUSY: "another program has been writing there for too long; try again",
    sqlite3.SQLITE_CANTOPEN: "the file cannot be opened there; use --data DIR",
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_FULL: "the disk is full; make room, or use --data DIR",
    sqlite3.SQLITE_IOERR: "the disk does not read or write; use --data DIR",
    sqlite3.SQLITE_NOTADB: DAMAGED,
    sqlite3.SQLITE_PERM: UNWRITABLE,
    sqlite3.SQLITE_READONLY: UNWRITABLE,
}


def describe_sqlite_error(error: sqlite3.Error) -> str:
    """One line for an error."""
    code = getattr(error, "sqlite_errorcode", 0)
    return SQLITE_MESSAGES.get(code & PRIMARY_CODE) or f"the database says: {error}"


IN_MEMORY = ":memory:"
"""The path of a database that is in no file, and gone when it is closed."""
BUSY_SECONDS = 10.0
"""Seconds to wait for other processes that are writing."""
MAX_ROWID = 2**63 - 1
"""Greater than all numbers of games and rooms."""


class Database:
    """Keeps its promises with a write-ahead log that is synchronised at every commit.

    Whoever reads does not wait for a commit: there is a connection for each.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        if path != IN_MEMORY:
            if sqlite_files.is_missing(path):
                _make_file(path)
            sqlite_files.make_private(path)
        self._writer = _LockedConnection(path)
        self._reader = self._writer
        try:
            self._prepare()
            if path != IN_MEMORY:
                self._reader = _LockedConnection(path)
        except BaseException:
            self.close()
            raise
        self._files = None if path == IN_MEMORY else sqlite_files.OpenFiles(path)

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """The connection, to look at what has been committed."""
        with self._reader.lock, translate_errors(self.path):
            self._check_files()
            yield self._reader.connection

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """The connection in a transaction, of which all is kept or nothing."""
        with self._writer.lock, translate_errors(self.path):
            self._check_files()
            with _transaction(self._writer.connection):
                yield self._writer.connection
            self._check_files()

    def _check_files(self) -> None:
        if self._files is not None:
            self._files.check()

    def close(self) -> None:
        """Let go of the file; the log beside it is deleted with the last connection."""
        self._files = None
        for line in (self._reader, self._writer):
            with line.lock, translate_errors(self.path):
                line.connection.close()

    def _prepare(self) -> None:
        connection = self._writer.connection
        with translate_errors(self.path):
            if self.path != IN_MEMORY:
                check_owner(connection, self.path)
            _make_tables(connection)


def check_owner(connection: sqlite3.Connection, path: str) -> int:
    """The version of a file's tables. Raises StoreError if this program does not know them."""
    version = number_of(connection, statements.GET_VERSION)
    owner = number_of(connection, statements.GET_APPLICATION)
    if owner == 0 and version == 0 and number_of(connection, statements.COUNT_TABLES) == 0:
        raise StoreError(path, sqlite_files.FILE_EMPTY)
    if owner != statements.APPLICATION:
        raise StoreError(path, "this is not a Tengen database; use --data DIR")
    known = len(statements.MIGRATIONS)
    if version > known:
        why = f"a newer Tengen wrote this (format {version}, and this one reads {known})"
        raise StoreError(path, f"{why}; use that one, or --data DIR")
    return version


class _LockedConnection:
    """A connection, and whose turn it is to speak."""

    def __init__(self, path: str) -> None:
        self.lock = threading.Lock()
        with translate_errors(path):
            self.connection = sqlite3.connect(
                path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )


def number_of(connection: sqlite3.Connection, statement: str, *values: int) -> int:
    """The single number that a statement asks for."""
    (number,) = connection.execute(statement, values).fetchone()
    assert isinstance(number, int)
    return number


def insert_game(connection: sqlite3.Connection, started: int, event: bytes) -> int:
    """Add a game with its first event, and give it a number."""
    game = connection.execute(statements.ADD_GAME, (started,)).lastrowid
    assert game is not None
    connection.execute(statements.ADD_EVENT, (game, 0, event.decode()))
    return game


def _make_file(path: str) -> None:
    """Make a database without games: whole, or not at all."""
    with closing(sqlite3.connect(IN_MEMORY, isolation_level=None)) as new:
        _make_tables(new)
        try:
            write_atomically(path, new.serialize())
            sqlite_files.sync_directory(os.path.dirname(path))
        except OSError as error:
            why = error.strerror or str(error)
            raise StoreError(path, f"cannot be made: {why}; use --data DIR") from None


def _make_tables(connection: sqlite3.Connection) -> None:
    """Make the tables, or bring them to the newest version."""
    for statement in statements.CONNECT:
        connection.execute(statement)
    if number_of(connection, statements.GET_VERSION) < len(statements.MIGRATIONS):
        _migrate(connection)


def _migrate(connection: sqlite3.Connection) -> None:
    with _transaction(connection):
        version = number_of(connection, statements.GET_VERSION)
        for migration in statements.MIGRATIONS[version:]:
            for statement in migration:
                connection.execute(statement)
        connection.execute(statements.SET_VERSION.format(len(statements.MIGRATIONS)))


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute(statements.BEGIN)
    try:
        yield
        connection.execute(statements.COMMIT)
    except BaseException:
        with suppress(sqlite3.Error):
            connection.execute(statements.ROLLBACK)
        raise


@contextmanager
def translate_errors(path: str) -> Iterator[None]:
    """Tell what the database complains of as StoreError."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(path, describe_sqlite_error(error)) from None
