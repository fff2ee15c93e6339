"""A check of a whole store: its files, games and rooms."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from typing import Any, NamedTuple

from tengen.errors import ParseError, SessionError, StoreError, quote
from tengen.game.serialization import parse_event
from tengen.storage import statements
from tengen.storage.backend import GameRow, RoomRow
from tengen.storage.database import BUSY_SECONDS, check_owner, is_missing, translate_errors
from tengen.storage.directory import GameLocks
from tengen.storage.rooms import room_from_row
from tengen.storage.store import DATABASE_FILE
from tengen.storage.summary import GameSummary, parse_summary, summarise
from tengen.storage.write_ahead_log import check_log

RESTORE_REMEDY = "restore a copy, or save what can be read with `sqlite3 {file} .recover`"
UNREADABLE_REMEDY = "lists leave it out; restore a copy if you need it"
WRONG_MARK_REMEDY = "lists show it in the wrong place; restore a copy if that matters"
SUMMARY_REMEDY = (
    "lists show it wrongly until the next move; delete all rows of the table `summaries`"
)
ROOMS_SINCE, SUMMARIES_SINCE = 2, 3
"""The first versions of the format with rooms and with summaries."""


class StorageProblem(NamedTuple):
    """A problem in a store, and what to do about it."""

    where: str
    what: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}; {self.remedy}"


class StoreCheck:
    """Checks a store without changing it. The store may be in use at the same time."""

    def __init__(self, directory: str) -> None:
        self.games = 0
        """The number of games checked so far."""
        self.rooms = 0
        """The number of rooms checked so far."""
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
            yield from self._check_games(connection, version)
            if version >= ROOMS_SINCE:
                yield from self._check_rooms(connection)

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
        remedy = RESTORE_REMEDY.format(file=self._path)
        for statement in (statements.CHECK_FILE, statements.CHECK_REFERENCES):
            try:
                for row in connection.execute(statement):
                    if row != ("ok",):
                        yield StorageProblem(DATABASE_FILE, " ".join(map(str, row)), remedy)
            except sqlite3.DatabaseError as error:
                yield StorageProblem(DATABASE_FILE, str(error), remedy)

    def _check_games(
        self, connection: sqlite3.Connection, version: int
    ) -> Iterator[StorageProblem]:
        for game, started, is_over in _rows(connection, statements.EVERY_GAME):
            self.games += 1
            try:
                rows = connection.execute(statements.NUMBERED_EVENTS, (game,)).fetchall()
                summary = _replay(GameRow(game, started), rows)
            except (ParseError, SessionError, sqlite3.DatabaseError) as error:
                yield StorageProblem(
                    f"game {game}", f"it cannot be replayed: {error}", UNREADABLE_REMEDY
                )
                continue
            if bool(is_over) is not (summary.result is not None):
                mark = "over" if is_over else "unfinished"
                yield StorageProblem(
                    f"game {game}", f"it is marked as {mark}, but is not", WRONG_MARK_REMEDY
                )
            if version >= SUMMARIES_SINCE and _is_outdated(connection, summary):
                yield StorageProblem(f"game {game}", "its summary is wrong", SUMMARY_REMEDY)

    def _check_rooms(self, connection: sqlite3.Connection) -> Iterator[StorageProblem]:
        for row in _rows(connection, statements.EVERY_ROOM):
            self.rooms += 1
            try:
                room_from_row(RoomRow(*row))
            except ParseError as error:
                yield StorageProblem(
                    f"room {quote(row[1])}", f"it cannot be read: {error}", UNREADABLE_REMEDY
                )


def _replay(entry: GameRow, rows: Sequence[tuple[int, str]]) -> GameSummary:
    """Replay numbered events. Raises ParseError or SessionError if they are not a valid game."""
    for expected, (number, _) in enumerate(rows):
        if number != expected:
            raise SessionError(f"event {expected} is missing")
    return summarise(entry, [parse_event(text.encode()) for _, text in rows])


def _is_outdated(connection: sqlite3.Connection, summary: GameSummary) -> bool:
    """Whether the stored summary has wrong facts; a different wording is allowed."""
    row = connection.execute(statements.GET_SUMMARY, (summary.game,)).fetchone()
    if row is None:
        return False
    entry = GameRow(summary.game, summary.started)
    try:
        return replace(parse_summary(entry, row[0]), says="") != replace(summary, says="")
    except ParseError:
        return False


def _rows(connection: sqlite3.Connection, statement: str) -> Iterator[tuple[Any, ...]]:
    """Yield the rows that can be read; the check of the file reports the others."""
    with suppress(sqlite3.DatabaseError):
        yield from connection.execute(statement)
