"""A check of stored games and rooms in any database, and of a directory with its files."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from typing import Any, NamedTuple

from tengen.errors import ParseError, SessionError, StoreError, quote
from tengen.game.events import Event, parse_event
from tengen.game.state import STEP_TYPES
from tengen.storage import statements
from tengen.storage.backend import GameRow, RoomRow
from tengen.storage.database import BUSY_SECONDS, check_owner, is_missing, translate_errors
from tengen.storage.directory import GameLocks
from tengen.storage.rooms import room_from_row
from tengen.storage.store import DATABASE_FILE
from tengen.storage.summary import GameSummary, parse_summary, summarise
from tengen.storage.transfer import COPY_KEY, StoredGame, describe_unfinished, make_game
from tengen.storage.write_ahead_log import check_log

UNREADABLE_REMEDY = "lists leave it out; {restore} if you need it"
WRONG_MARK_REMEDY = "lists show it in the wrong place; {restore} if that matters"
UNPLAYED_REMEDY = (
    "servers delete such games after a day: set its `is_played` in the table `games` before"
)
SUMMARY_REMEDY = (
    "lists show it wrongly until the next move; delete all rows of the table `summaries`"
)


class StorageProblem(NamedTuple):
    """A problem in a store, and what to do about it."""

    where: str
    what: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}; {self.remedy}"


class ContentCheck:
    """Checks games and rooms one by one, and counts them."""

    def __init__(self, restore: str) -> None:
        """`restore` says how to get back what is lost."""
        self.games = 0
        """The number of games checked so far."""
        self.rooms = 0
        """The number of rooms checked so far."""
        self.on_game: Callable[[int], None] = lambda _games: None
        """Called before each game is checked, with the number of games so far."""
        self._restore = restore

    def check_game(self, game: StoredGame) -> Iterator[StorageProblem]:
        """Replay a game, and check its marks and its summary."""
        where = f"game {game.game}"
        self.on_game(self.games)
        try:
            events = _parse(game.events)
            summary = summarise(GameRow(game.game, game.started), events)
        except (ParseError, SessionError) as error:
            yield self.unreadable_game(game.game, error)
            return
        if game.is_over is not (summary.result is not None):
            mark = "over" if game.is_over else "unfinished"
            yield self._wrong_mark(where, f"it is marked as {mark}, but is not")
        if not game.is_played and any(isinstance(event, STEP_TYPES) for event in events):
            what = "it is marked as not played, but has moves"
            yield StorageProblem(where, what, UNPLAYED_REMEDY)
        if _is_summary_wrong(game, summary):
            yield StorageProblem(where, "its summary is wrong", SUMMARY_REMEDY)

    def check_room(self, row: RoomRow) -> Iterator[StorageProblem]:
        """Read a room."""
        try:
            room_from_row(row)
        except ParseError as error:
            what = f"it cannot be read: {error}"
            yield StorageProblem(_room(row.link), what, self._fill(UNREADABLE_REMEDY))

    def unreadable_game(self, game: int, error: Exception) -> StorageProblem:
        """Return the problem of a game that cannot be replayed."""
        what = f"it cannot be replayed: {error}"
        return StorageProblem(f"game {game}", what, self._fill(UNREADABLE_REMEDY))

    def wrong_room(self, link: str, *, is_over: bool) -> StorageProblem:
        """Return the problem of a room whose mark differs from that of its game."""
        mark = "over" if is_over else "unfinished"
        return self._wrong_mark(_room(link), f"it is marked as {mark}, but its game is not")

    @staticmethod
    def unfinished_copy(state: bytes) -> StorageProblem:
        """Return the problem of a store that is an unfinished copy."""
        what, _, remedy = describe_unfinished(state).partition("; ")
        return StorageProblem("store", what, remedy)

    def _wrong_mark(self, where: str, what: str) -> StorageProblem:
        return StorageProblem(where, what, self._fill(WRONG_MARK_REMEDY))

    def _fill(self, remedy: str) -> str:
        return remedy.format(restore=self._restore)


def _room(link: str) -> str:
    return f"room {quote(link)}"


def _parse(rows: Sequence[tuple[int, str]]) -> list[Event]:
    """Parse numbered events. Raises ParseError, or SessionError if there is a gap."""
    for expected, (number, _) in enumerate(rows):
        if number != expected:
            raise SessionError(f"event {expected} is missing")
    return [parse_event(text.encode()) for _, text in rows]


def _is_summary_wrong(game: StoredGame, summary: GameSummary) -> bool:
    """Whether the summary that lists show has wrong facts; a different wording is allowed."""
    if game.summary is None or game.summary_events != len(game.events):
        return False
    try:
        stored = parse_summary(GameRow(game.game, game.started), game.summary)
    except ParseError:
        return False
    return replace(stored, says="") != replace(summary, says="")


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
