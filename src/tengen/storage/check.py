"""A check of a store in a directory: its files, games and rooms."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from typing import Any

from tengen.errors import StoreError
from tengen.storage import statements
from tengen.storage.backend import RoomRow
from tengen.storage.content_check import ContentCheck, StorageProblem
from tengen.storage.copy_state import COPY_KEY
from tengen.storage.database import BUSY_SECONDS, check_owner, is_missing, translate_errors
from tengen.storage.directory import GameLocks
from tengen.storage.store import DATABASE_FILE
from tengen.storage.transfer import make_game
from tengen.storage.write_ahead_log import check_log

RESTORE = "restore a copy"
FILE_REMEDY = "restore a copy, or save what can be read with `sqlite3 {file} .recover`"
ROOMS_SINCE, SUMMARIES_SINCE = 2, 3
"""The first versions of the format with rooms, and with summaries and more marks."""
NO_SUMMARY = None, None


class StoreCheck(ContentCheck):
    """Checks a store without changing it. The store may be in use at the same time."""

    def __init__(self, directory: str) -> None:
        super().__init__(RESTORE)
        self._directory = directory
        self._path = os.path.join(directory, DATABASE_FILE)

    def problems(self) -> Iterator[StorageProblem]:
        """Yield the problems as they are found. Raises StoreError if the file cannot be opened."""
        self._check_exists()
        self._check_log()
        with translate_errors(self._path), closing(self._connect()) as connection:
            version = check_owner(connection, self._path)
            connection.execute("BEGIN")
            yield from self._check_file(connection)
            yield from self._check_state(connection)
            yield from self._check_games(connection, version)
            if version >= ROOMS_SINCE:
                yield from self._check_rooms(connection)
            if version >= SUMMARIES_SINCE:
                for link, is_over in _rows(connection, statements.WRONG_ROOMS):
                    yield self.wrong_room(link, is_over=bool(is_over))

    def drop_log(self) -> None:
        """Drop the part of a damaged log that cannot be read. Raises StoreError if in use."""
        self._check_exists()
        with self._exclusively() as is_only_user:
            if not is_only_user:
                raise StoreError(self._directory, "the games are in use; stop Tengen and try again")
            with translate_errors(self._path), closing(self._connect()) as connection:
                # On close, SQLite copies the readable part of the log into the database.
                check_owner(connection, self._path)

    def _check_exists(self) -> None:
        if is_missing(self._path):
            raise StoreError(self._path, "there is no such file; use --data DIR")

    def _check_log(self) -> None:
        with self._exclusively() as is_only_user:
            if is_only_user:
                check_log(self._path)

    @contextmanager
    def _exclusively(self) -> Iterator[bool]:
        """Keep others from opening the store; yield whether nobody else has it open."""
        locks = GameLocks(self._directory)
        with locks.preparing():
            try:
                yield locks.use()
            finally:
                locks.leave()

    def _connect(self) -> sqlite3.Connection:
        return sqlite3.connect(self._path, timeout=BUSY_SECONDS, isolation_level=None)

    def _check_file(self, connection: sqlite3.Connection) -> Iterator[StorageProblem]:
        remedy = FILE_REMEDY.format(file=self._path)
        for statement in (statements.CHECK_FILE, statements.CHECK_REFERENCES):
            try:
                for row in connection.execute(statement):
                    if row != ("ok",):
                        yield StorageProblem(DATABASE_FILE, " ".join(map(str, row)), remedy)
            except sqlite3.DatabaseError as error:
                yield StorageProblem(DATABASE_FILE, str(error), remedy)

    def _check_state(self, connection: sqlite3.Connection) -> Iterator[StorageProblem]:
        for (state,) in _rows(connection, statements.GET, COPY_KEY):
            yield self.unfinished_copy(state)

    def _check_games(
        self, connection: sqlite3.Connection, version: int
    ) -> Iterator[StorageProblem]:
        has_summaries = version >= SUMMARIES_SINCE
        games = statements.EVERY_GAME if has_summaries else statements.EVERY_OLD_GAME
        for row in _rows(connection, games):
            self.games += 1
            game = row[:1]
            summary = None
            try:
                events = connection.execute(statements.NUMBERED_EVENTS, game).fetchall()
                if has_summaries:
                    summary = connection.execute(statements.GET_SUMMARY, game).fetchone()
            except sqlite3.DatabaseError as error:
                yield self.unreadable_game(row[0], error)
            else:
                columns = (*row, *(summary or NO_SUMMARY))
                yield from self.check_game(make_game(columns, events))

    def _check_rooms(self, connection: sqlite3.Connection) -> Iterator[StorageProblem]:
        for row in _rows(connection, statements.EVERY_ROOM):
            self.rooms += 1
            yield from self.check_room(RoomRow(*row))


def _rows(
    connection: sqlite3.Connection, statement: str, *values: str
) -> Iterator[tuple[Any, ...]]:
    """Yield the rows that can be read; the check of the file reports the others."""
    with suppress(sqlite3.DatabaseError):
        yield from connection.execute(statement, values)
