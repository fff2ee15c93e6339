"""An SQLite database: opening, creating and migrating it, transactions, and error messages."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress

from tengen.atomic_file import write_atomically
from tengen.errors import StoreError
from tengen.storage import statements
from tengen.storage.write_ahead_log import LOG_SUFFIX

PRIMARY_CODE = 0xFF
"""The bits of an extended SQLite error code that hold the primary code."""
DAMAGED = "the file is damaged: run `tengen store check`, then restore a copy or move it away"
UNWRITABLE = "the file cannot be written; use --data DIR"
SQLITE_MESSAGES = {
    sqlite3.SQLITE_BUSY: "another program is still writing to the file; try again",
    sqlite3.SQLITE_CANTOPEN: "the file cannot be opened; use --data DIR",
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_FULL: "the disk is full; free some space, or use --data DIR",
    sqlite3.SQLITE_IOERR: "reading or writing the disk failed; use --data DIR",
    sqlite3.SQLITE_NOTADB: DAMAGED,
    sqlite3.SQLITE_PERM: UNWRITABLE,
    sqlite3.SQLITE_READONLY: UNWRITABLE,
}


def describe_sqlite_error(error: sqlite3.Error) -> str:
    """Return a message of one line for an error."""
    code = getattr(error, "sqlite_errorcode", 0)
    return SQLITE_MESSAGES.get(code & PRIMARY_CODE) or f"database error: {error}"


FILE_SUFFIXES = ("", LOG_SUFFIX, "-shm")
"""The database itself, its write-ahead log, and the index of the log."""
PRIVATE_MODE = 0o600
OTHERS_MODE = 0o077
FILE_GONE = (
    "the file was deleted or moved while it was in use, so nothing more can be saved;"
    " put it back, or restart Tengen to start with a new one"
)
FILE_EMPTY = (
    "the file is empty, so its games are lost; restore a copy, or delete it to start afresh"
)
LOG_WITHOUT_FILE = (
    "the file is missing, but its log {log} is there; put the file back, or move the log away"
)

FileIdentity = tuple[int, int]
IN_MEMORY = ":memory:"
"""The path of a database in memory, which is gone when it is closed."""
BUSY_SECONDS = 10.0
"""Seconds to wait for other processes that are writing."""
MAX_ROWID = 2**63 - 1
"""The greatest row number of SQLite, above all numbers of games and rooms."""


class Database:
    """An SQLite database with a write-ahead log that is synchronised at every commit.

    Readers do not wait for a commit: reading and writing have separate connections.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        if path != IN_MEMORY:
            if is_missing(path):
                _create_file(path)
            make_files_private(path)
        self._writer = _LockedConnection(path)
        self._reader = self._writer
        try:
            self._prepare()
            if path != IN_MEMORY:
                self._reader = _LockedConnection(path)
        except BaseException:
            self.close()
            raise
        self._files = None if path == IN_MEMORY else OpenFiles(path)

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Yield a connection for reading committed data."""
        with self._reader.lock, translate_errors(self.path):
            self._check_files()
            yield self._reader.connection

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Yield a connection in a transaction, which is committed as a whole or rolled back."""
        with self._writer.lock, translate_errors(self.path):
            self._check_files()
            with _transaction(self._writer.connection):
                yield self._writer.connection
            self._check_files()

    def _check_files(self) -> None:
        if self._files is not None:
            self._files.check()

    def close(self) -> None:
        """Close the file; SQLite deletes the log when the last connection closes."""
        self._files = None
        for locked in (self._reader, self._writer):
            with locked.lock, translate_errors(self.path):
                locked.connection.close()

    def _prepare(self) -> None:
        connection = self._writer.connection
        with translate_errors(self.path):
            if self.path != IN_MEMORY:
                check_owner(connection, self.path)
            _create_tables(connection)


def check_owner(connection: sqlite3.Connection, path: str) -> int:
    """Return the version of a file's tables. Raises StoreError if they cannot be used."""
    version = fetch_number(connection, statements.GET_VERSION)
    owner = fetch_number(connection, statements.GET_APPLICATION)
    if owner == 0 and version == 0 and fetch_number(connection, statements.COUNT_TABLES) == 0:
        raise StoreError(path, FILE_EMPTY)
    if owner != statements.APPLICATION:
        raise StoreError(path, "this is not a Tengen database; use --data DIR")
    known = len(statements.MIGRATIONS)
    if version > known:
        why = f"a newer Tengen wrote this file (format {version}, this version reads {known})"
        raise StoreError(path, f"{why}; update Tengen, or use --data DIR")
    return version


class _LockedConnection:
    """A connection with the lock that a thread holds while it uses it."""

    def __init__(self, path: str) -> None:
        self.lock = threading.Lock()
        with translate_errors(path):
            self.connection = sqlite3.connect(
                path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )


def is_missing(path: str) -> bool:
    """Whether there is no database yet. Raises StoreError if there was one and it is lost."""
    if _size(path) == 0:
        raise StoreError(path, FILE_EMPTY)
    if os.path.lexists(path):
        return False
    if _size(path + LOG_SUFFIX):
        raise StoreError(path, LOG_WITHOUT_FILE.format(log=os.path.basename(path + LOG_SUFFIX)))
    return True


def make_files_private(path: str) -> None:
    """Make the files of a database readable to their owner only."""
    for suffix in FILE_SUFFIXES:
        make_private(path + suffix)


def make_private(path: str) -> None:
    """Make a file readable to its owner only, if it exists and is ours."""
    with suppress(OSError):
        if os.stat(path).st_mode & OTHERS_MODE:
            os.chmod(path, PRIVATE_MODE)


def sync_directory(path: str) -> None:
    """Make sure that a new file in a directory survives a power cut."""
    directory = os.open(path or ".", os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)


class OpenFiles:
    """The files of an open database. Detects whether they were deleted, moved or replaced."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._files = self._identities()

    def check(self) -> None:
        """Raise StoreError if a file was deleted, moved or replaced."""
        if self._identities() != self._files:
            raise StoreError(self._path, FILE_GONE)

    def _identities(self) -> list[FileIdentity | None]:
        return [_identity(self._path + suffix) for suffix in FILE_SUFFIXES]


def _identity(path: str) -> FileIdentity | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _size(path: str) -> int | None:
    try:
        return os.stat(path).st_size
    except OSError:
        return None


def fetch_number(connection: sqlite3.Connection, statement: str, *values: int) -> int:
    """Return the single number that a statement selects."""
    (number,) = connection.execute(statement, values).fetchone()
    assert isinstance(number, int)
    return number


def insert_game(connection: sqlite3.Connection, started: int, event: bytes) -> int:
    """Add a game with its first event and return its number."""
    game = connection.execute(statements.ADD_GAME, (started,)).lastrowid
    assert game is not None
    connection.execute(statements.ADD_EVENT, (game, 0, event.decode()))
    return game


def _create_file(path: str) -> None:
    """Create a database without games, atomically."""
    with closing(sqlite3.connect(IN_MEMORY, isolation_level=None)) as new:
        _create_tables(new)
        try:
            write_atomically(path, new.serialize())
            sync_directory(os.path.dirname(path))
        except OSError as error:
            why = error.strerror or str(error)
            raise StoreError(path, f"cannot be created: {why}; use --data DIR") from None


def _create_tables(connection: sqlite3.Connection) -> None:
    """Create the tables, or migrate them to the newest version."""
    for statement in statements.CONNECT:
        connection.execute(statement)
    if fetch_number(connection, statements.GET_VERSION) < len(statements.MIGRATIONS):
        _migrate(connection)


def _migrate(connection: sqlite3.Connection) -> None:
    with _transaction(connection):
        version = fetch_number(connection, statements.GET_VERSION)
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
    """Turn errors of SQLite into StoreErrors."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(path, describe_sqlite_error(error)) from None
