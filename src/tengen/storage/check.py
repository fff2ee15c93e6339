"""A check of a whole store: its files, its games, its rooms."""

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
from tengen.storage.database import BUSY_SECONDS, check_owner, translate_errors
from tengen.storage.directory import GameLocks
from tengen.storage.rooms import room_from_row
from tengen.storage.sqlite_files import check_log, is_missing
from tengen.storage.store import DATABASE_FILE
from tengen.storage.summary import GameSummary, parse_summary, summarise

RESTORE_REMEDY = "restore a copy, or save what can be read with `sqlite3 {file} .recover`"
UNREADABLE_REMEDY = "lists leave it out; restore a copy if you need it"
MISMARKED_REMEDY = "lists show it in the wrong place; restore a copy if that matters"
SUMMARY_REMEDY = (
    "lists show it wrongly until the next move; delete the rows of the table `summaries`"
)
ROOMS_SINCE, SUMMARIES_SINCE = 2, 3
"""The versions of the format that first had these."""


class StorageProblem(NamedTuple):
    """What is wrong with a part of a store, and what to do about it."""

    where: str
    what: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}; {self.remedy}"


class StoreCheck:
    """Looks a store through without changing it, while others may use it."""

    def __init__(self, directory: str) -> None:
        self.games = 0
        """How many were looked at so far."""
        self.rooms = 0
        self._directory = directory
        self._path = os.path.join(directory, DATABASE_FILE)

    def problems(self) -> Iterator[StorageProblem]:
        """All that is wrong, as it is found. Raises StoreError if the file cannot be opened."""
        self._check_there()
        self._check_log()
        with translate_errors(self._path), closing(self._connect()) as connection:
            version = check_owner(connection, self._path)
            connection.execute("BEGIN")
            yield from self._in_file(connection)
            yield from self._in_games(connection, version)
            if version >= ROOMS_SINCE:
                yield from self._in_rooms(connection)

    def drop_log(self) -> None:
        """Keep what can be read of a damaged log, and give the rest up. StoreError if in use."""
        self._check_there()
        with self._alone() as is_alone:
            if not is_alone:
                raise StoreError(self._directory, "the games are in use; stop Tengen and try again")
            with translate_errors(self._path), closing(self._connect()) as connection:
                check_owner(connection, self._path)  # closing it puts what was read in its place

    def _check_there(self) -> None:
        if is_missing(self._path):
            raise StoreError(self._path, "there is no such file; use --data DIR")

    def _check_log(self) -> None:
        with self._alone() as is_alone:
            if is_alone:
                check_log(self._path)

    @contextmanager
    def _alone(self) -> Iterator[bool]:
        """Nobody begins to use the store meanwhile; whether nobody does already."""
        locks = GameLocks(self._directory)
        with locks.preparing():
            try:
                yield locks.use()
            finally:
                locks.leave()

    def _connect(self) -> sqlite3.Connection:
        return sqlite3.connect(self._path, timeout=BUSY_SECONDS, isolation_level=None)

    def _in_file(self, connection: sqlite3.Connection) -> Iterator[StorageProblem]:
        remedy = RESTORE_REMEDY.format(file=self._path)
        for statement in (statements.CHECK_FILE, statements.CHECK_REFERENCES):
            try:
                for row in connection.execute(statement):
                    if row != ("ok",):
                        yield StorageProblem(DATABASE_FILE, " ".join(map(str, row)), remedy)
            except sqlite3.DatabaseError as error:
                yield StorageProblem(DATABASE_FILE, str(error), remedy)

    def _in_games(self, connection: sqlite3.Connection, version: int) -> Iterator[StorageProblem]:
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
                told = "over" if is_over else "going on"
                yield StorageProblem(
                    f"game {game}", f"it is marked as {told}, and is not", MISMARKED_REMEDY
                )
            if version >= SUMMARIES_SINCE and _is_outdated(connection, summary):
                yield StorageProblem(f"game {game}", "its summary is wrong", SUMMARY_REMEDY)

    def _in_rooms(self, connection: sqlite3.Connection) -> Iterator[StorageProblem]:
        for row in _rows(connection, statements.EVERY_ROOM):
            self.rooms += 1
            try:
                room_from_row(RoomRow(*row))
            except ParseError as error:
                yield StorageProblem(
                    f"room {quote(row[1])}", f"it cannot be read: {error}", UNREADABLE_REMEDY
                )


def _replay(entry: GameRow, rows: Sequence[tuple[int, str]]) -> GameSummary:
    """Raises ParseError or SessionError if these numbered events are no game."""
    for expected, (number, _) in enumerate(rows):
        if number != expected:
            raise SessionError(f"event {expected} is missing")
    return summarise(entry, [parse_event(text.encode()) for _, text in rows])


def _is_outdated(connection: sqlite3.Connection, summary: GameSummary) -> bool:
    """Whether a summary is kept that says something else; words may change, facts may not."""
    row = connection.execute(statements.GET_SUMMARY, (summary.game,)).fetchone()
    if row is None:
        return False
    entry = GameRow(summary.game, summary.started)
    try:
        return replace(parse_summary(entry, row[0]), says="") != replace(summary, says="")
    except ParseError:
        return False


def _rows(connection: sqlite3.Connection, statement: str) -> Iterator[tuple[Any, ...]]:
    """As many rows as can be read; why there are no more is told by the check of the file."""
    with suppress(sqlite3.DatabaseError):
        yield from connection.execute(statement)
