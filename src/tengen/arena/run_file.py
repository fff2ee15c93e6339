"""The file of a run that can go on after any break: its settings and its results, in SQLite.

Only the process of the run writes the file, and holds it alone. A result is on the disk when
`write` returns. While the file is open, and after a kill, a second file with the ending `-wal`
belongs to it.
"""

from __future__ import annotations

import abc
import os
import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, ClassVar, Self, TypeVar

import msgspec

from tengen.errors import RunFileError, TengenError
from tengen.rules import Board, Point, Rules, format_game, parse_game, parse_rules

SMALLEST_DATABASE = 512
"""The bytes of the smallest SQLite file that is not empty."""
VERSION = 1
"""The version of the tables and of the JSON in them."""
BUSY_SECONDS = 0.5
TABLES = (
    "CREATE TABLE settings (json TEXT NOT NULL)",
    "CREATE TABLE results (number INTEGER PRIMARY KEY, json TEXT NOT NULL)",
)
DAMAGED = "is damaged: restore a copy of it, or begin anew with another file"
ValueT = TypeVar("ValueT")


@dataclass(frozen=True, slots=True)
class RunKind:
    """What is run, such as `a tournament`, and the number that marks an SQLite file of it."""

    name: str
    application: int

    @property
    def other_file(self) -> str:
        """Say that a file is another one."""
        return f"is not the file of {self.name}"


class RunFile(abc.ABC):
    """An open file."""

    kind: ClassVar[RunKind]

    def __init__(self, path: str, connection: sqlite3.Connection) -> None:
        self._path = path
        self._connection = connection

    @abc.abstractmethod
    def load(self, settings: str, results: dict[int, str]) -> None:
        """Read the JSON of the settings and of the results. Raises ValueError or TengenError."""

    @classmethod
    def create(cls, path: str, settings: str) -> Self:
        """Create the file of a new run. Raises RunFileError if there is one already."""
        cls._check_size(path)
        connection = _connect(path)
        with cls._problems(path, connection):
            if _number(connection, "SELECT count(*) FROM sqlite_master"):
                raise RunFileError(path, "exists: go on with --resume, or choose another file")
            _begin_to_write(connection)
            for statement in TABLES:
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {cls.kind.application}")
            connection.execute(f"PRAGMA user_version = {VERSION}")
            connection.execute("INSERT INTO settings VALUES (?)", (settings,))
            connection.execute("COMMIT")
            file = cls(path, connection)
            file.load(settings, {})
        return file

    @classmethod
    def open(cls, path: str) -> Self:
        """Open the file of a run to go on with it. Raises RunFileError."""
        if not os.path.exists(path):
            raise RunFileError(path, "does not exist")
        cls._check_size(path)
        connection = _connect(path)
        with cls._problems(path, connection):
            cls._check(path, connection)
            _begin_to_write(connection)
            ((settings,),) = connection.execute("SELECT json FROM settings").fetchall()
            rows = connection.execute("SELECT number, json FROM results ORDER BY number")
            file = cls(path, connection)
            file.load(settings, dict(rows.fetchall()))
            connection.execute("COMMIT")
        return file

    def write(self, number: int, result: str) -> None:
        """Write the JSON of a result. Raises RunFileError."""
        with self._problems(self._path, None):
            self._connection.execute("INSERT INTO results VALUES (?, ?)", (number, result))

    def close(self) -> None:
        """Close the file and free it for others."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @classmethod
    def _check_size(cls, path: str) -> None:
        """Raise RunFileError for a file that SQLite would take for an empty one, and overwrite."""
        if os.path.exists(path) and 0 < os.path.getsize(path) < SMALLEST_DATABASE:
            raise RunFileError(path, cls.kind.other_file)

    @classmethod
    def _check(cls, path: str, connection: sqlite3.Connection) -> None:
        """Raise RunFileError for a file of something else, a newer version, or damage."""
        application = _number(connection, "PRAGMA application_id")
        version = _number(connection, "PRAGMA user_version")
        if not _number(connection, "SELECT count(*) FROM sqlite_master"):
            raise RunFileError(path, f"does not hold {cls.kind.name} yet: begin it with --file")
        if application != cls.kind.application:
            raise RunFileError(path, cls.kind.other_file)
        if version > VERSION:
            raise RunFileError(path, f"has version {version}, which needs a newer Tengen")
        ((state,),) = connection.execute("PRAGMA quick_check(1)").fetchall()
        if state != "ok":
            raise RunFileError(path, DAMAGED)

    @classmethod
    @contextmanager
    def _problems(
        cls, path: str, connection: sqlite3.Connection | None
    ) -> Generator[None, None, None]:
        """Turn errors of SQLite and JSON into RunFileError, and then close the connection."""
        try:
            yield
        except BaseException as error:
            if connection is not None:
                connection.close()
            if isinstance(error, sqlite3.Error):
                raise RunFileError(path, cls._describe(error)) from None
            is_ours = isinstance(error, RunFileError)
            if isinstance(error, msgspec.MsgspecError | TengenError | ValueError) and not is_ours:
                raise RunFileError(path, DAMAGED) from None
            raise

    @classmethod
    def _describe(cls, error: sqlite3.Error) -> str:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code == sqlite3.SQLITE_BUSY:
            return "is in use by another run"
        if code == sqlite3.SQLITE_NOTADB:
            return cls.kind.other_file
        if code in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR}:  # also if a table is missing
            return DAMAGED
        return f"cannot be used: {error}"


def _connect(path: str) -> sqlite3.Connection:
    """Return a connection that keeps the file for itself from its first statement on."""
    try:
        connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    except sqlite3.Error as error:
        raise RunFileError(path, f"cannot be opened: {error}") from None
    return connection


def _begin_to_write(connection: sqlite3.Connection) -> None:
    """Begin a transaction; every commit is flushed to the disk."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("BEGIN IMMEDIATE")


def _number(connection: sqlite3.Connection, statement: str) -> int:
    ((number,),) = connection.execute(statement).fetchall()
    return int(number)


def to_json(value: object) -> str:
    """Return a value of the arena as JSON."""
    return msgspec.json.encode(value, enc_hook=_encode).decode()


def from_json(text: str, kind: type[ValueT]) -> ValueT:
    """Read a value of the arena. Raises msgspec.MsgspecError or TengenError."""
    return msgspec.json.decode(text, type=kind, dec_hook=_decode)


def _encode(value: object) -> object:
    if isinstance(value, Board):
        return format_game(value)
    if isinstance(value, Rules):
        return str(value)
    if isinstance(value, Point):
        return value.row, value.col
    raise NotImplementedError(f"no JSON for {type(value).__name__}")


def _decode(kind: type, value: Any) -> object:  # noqa: ANN401 - msgspec gives what JSON has
    if kind is Point:
        return Point(*value)
    parsers = {Board: parse_game, Rules: parse_rules}
    if kind not in parsers:
        raise NotImplementedError(f"no JSON for {kind.__name__}")
    return parsers[kind](value)
