"""The storage backend in an SQLite file: games, rooms and settings."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence

from tengen.errors import StoreError
from tengen.storage import statements
from tengen.storage.backend import EventBatch, GameRow, RoomRow, SummaryRow
from tengen.storage.database import MAX_ROWID, Database, fetch_number, insert_game
from tengen.storage.summary import summarise_texts


class SqliteEvents:
    """Appends events to games, and caches how many events each game has.

    Another process can make a cached count wrong. The database then refuses the new events,
    because their numbers are taken or the game is deleted, and all counts are read again.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._counts: dict[int, int] = {}
        self._played: set[int] = set()  # games that are marked as played

    def add(self, batches: Sequence[EventBatch]) -> list[StoreError | None]:
        """Save the batches that fit; return an error or None for each."""
        try:
            try:
                return self._write(batches)
            except _OutdatedCount:
                self._counts.clear()
                self._played.clear()
                return self._write(batches)
        except StoreError as error:
            return [error] * len(batches)

    def _write(self, batches: Sequence[EventBatch]) -> list[StoreError | None]:
        with self._database.writing() as connection:
            transaction = _EventTransaction(connection, self._counts, self._played)
            errors = [self._explain(batch, transaction.take(batch)) for batch in batches]
            transaction.write()
        self._counts.update(transaction.counts)
        self._played |= transaction.played
        for game, is_over in transaction.is_over.items():
            if is_over:
                self._counts.pop(game, None)
                self._played.discard(game)
        return errors

    def _explain(self, batch: EventBatch, count: int) -> StoreError | None:
        """Return why a game with `count` events does not take a batch; None if it does."""
        game, first = batch.game, batch.first
        if count == first and count > 0:
            return None
        if count == 0:
            return StoreError(self._database.path, f"there is no game {game}")
        why = f"game {game} was continued elsewhere: it has {count} events, not {first}"
        return StoreError(self._database.path, why)


class _OutdatedCount(Exception):
    """A cached count of events is wrong."""


class _EventTransaction:
    """Collects the events of one transaction, and writes them."""

    def __init__(
        self, connection: sqlite3.Connection, cached_counts: dict[int, int], marked: set[int]
    ) -> None:
        """`marked` are games that are marked as played."""
        self.counts: dict[int, int] = {}
        """How many events each game has after the transaction."""
        self.is_over: dict[int, bool] = {}
        """Whether games are over after the transaction, where it changes that."""
        self.played: set[int] = set()
        """Games to mark as played."""
        self._connection = connection
        self._cached_counts = cached_counts
        self._marked = marked
        self._rows: list[tuple[int, int, str]] = []

    def take(self, batch: EventBatch) -> int:
        """Take a batch if it fits its game; return how many events the game has."""
        game, first, texts, is_over, is_played, _epoch = batch
        count = self._count(game, first)
        self.counts[game] = count
        if count == first and count > 0:
            self.counts[game] += len(texts)
            self._rows += [(game, number, text) for number, text in enumerate(texts, first)]
            if is_over is not None:
                self.is_over[game] = is_over
            if is_played and game not in self._marked:
                self.played.add(game)
        return count

    def _count(self, game: int, expected: int) -> int:
        if game in self.counts:
            return self.counts[game]
        if self._cached_counts.get(game) == expected:
            return expected
        return fetch_number(self._connection, statements.COUNT_EVENTS, game)

    def write(self) -> None:
        """Write all batches that were taken."""
        try:
            self._connection.executemany(statements.ADD_EVENT, self._rows)
        except sqlite3.IntegrityError:
            raise _OutdatedCount from None
        self._connection.executemany(statements.SET_PLAYED, [(game,) for game in self.played])
        marks = [(is_over, game) for game, is_over in self.is_over.items()]
        self._connection.executemany(statements.SET_OVER, marks)
        for game, is_over in self.is_over.items():
            if is_over:
                self._save_summary(game)

    def _save_summary(self, game: int) -> None:
        """Save the summary of a game that has ended, so that lists need not replay it."""
        texts = [
            text.encode() for (text,) in self._connection.execute(statements.GET_EVENTS, (game,))
        ]
        summary = summarise_texts(texts)
        if summary is not None:
            self._connection.execute(statements.SAVE_SUMMARY, (game, len(texts), summary))


class SqliteRooms:
    """The rooms in an SQLite file."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, row: RoomRow) -> None:
        """Add a room."""
        values = (row.link, row.setup, row.one, row.two, row.is_listed, row.made, row.before)
        with self._database.writing() as connection:
            try:
                connection.execute(statements.ADD_ROOM, values)
            except sqlite3.IntegrityError:
                why = f"room {row.link} already exists, or there is already a rematch"
                raise StoreError(self._database.path, why) from None

    def begin(self, row: RoomRow, started: int, event: bytes, _epoch: int) -> int:
        """Add a game with its first event to a room without a game; return its number."""
        with self._database.writing() as connection:
            game = insert_game(connection, started, event)
            values = (game, row.setup, row.one, row.two, row.link)
            if connection.execute(statements.BEGIN_ROOM, values).rowcount != 1:
                why = f"the game of room {row.link} has already begun, or there is no such room"
                raise StoreError(self._database.path, why)
        return game

    def find(self, link: str) -> RoomRow | None:
        """Return the room with this link."""
        return self._first(statements.ROOM, link)

    def find_after(self, link: str) -> RoomRow | None:
        """Return the room of the rematch."""
        return self._first(statements.ROOM_AFTER, link)

    def is_over(self, game: int) -> bool | None:
        """Whether the game of a room is over; None if the game belongs to no room."""
        with self._database.reading() as connection:
            row = connection.execute(statements.IS_ROOM_OVER, (game,)).fetchone()
        return None if row is None else bool(row[0])

    def held_by(self, holder: bytes, limit: int, before: int | None) -> list[RoomRow]:
        """Return the rooms in which `holder` holds a seat."""
        seat = holder, _page_end(before), limit
        return self._list(statements.ROOMS_OF, *seat, *seat, limit)

    def listed(self, limit: int, before: int | None) -> list[RoomRow]:
        """Return the public rooms whose games are over."""
        return self._list(statements.LISTED_ROOMS, _page_end(before), limit)

    def against_people(self, holder: bytes, limit: int) -> list[RoomRow]:
        """Return the rooms with a running game between `holder` and somebody else."""
        return self._list(statements.ROOMS_AGAINST_PEOPLE, *(holder, holder, limit) * 2, limit)

    def waiting(self, made_before: int) -> list[str]:
        """Return the links of rooms without a game that were made before `made_before`."""
        with self._database.reading() as connection:
            rows = connection.execute(statements.WAITING_ROOMS, (made_before,))
            return [link for (link,) in rows]

    def delete(self, links: Sequence[str]) -> int:
        """Delete those of the rooms that have no game; return how many were deleted."""
        with self._database.writing() as connection:
            rows = [(link,) for link in links]
            return connection.executemany(statements.DELETE_ROOM, rows).rowcount

    def _first(self, statement: str, link: str) -> RoomRow | None:
        return next(iter(self._list(statement, link)), None)

    def _list(self, statement: str, *values: int | str | bytes) -> list[RoomRow]:
        with self._database.reading() as connection:
            return [RoomRow(*row) for row in connection.execute(statement, values)]


def _page_end(before: int | None) -> int:
    return MAX_ROWID if before is None else before


class SqliteBackend:
    """Games, rooms and settings in one SQLite file."""

    def __init__(self, path: str) -> None:
        self._database = Database(path)
        self._events = SqliteEvents(self._database)
        self.rooms = SqliteRooms(self._database)

    def add_game(self, started: int, event: bytes, claim: Callable[[int], None]) -> int:
        """Add a game with its first event and return its number."""
        with self._database.writing() as connection:
            game = insert_game(connection, started, event)
            claim(game)
        return game

    def add_many(self, batches: Sequence[EventBatch]) -> list[StoreError | None]:
        """Append events to many games with one commit; return an error or None for each batch."""
        return self._events.add(batches)

    def events(self, game: int) -> list[bytes]:
        """Return all events of a game in order."""
        with self._database.reading() as connection:
            rows = connection.execute(statements.GET_EVENTS, (game,))
            return [event.encode() for (event,) in rows]

    def entries(self, limit: int, before: int | None, *, include_finished: bool) -> list[GameRow]:
        """Return the newest games with a number below `before`."""
        statement = statements.GAMES if include_finished else statements.UNFINISHED_GAMES
        page = (_page_end(before), limit)
        with self._database.reading() as connection:
            return [GameRow(*row) for row in connection.execute(statement, page)]

    def save_summaries(self, summaries: Sequence[SummaryRow]) -> None:
        """Save summaries of games, replacing earlier ones."""
        with self._database.writing() as connection:
            connection.executemany(statements.SAVE_SUMMARY, summaries)

    def unplayed(self, started_before: int) -> list[int]:
        """Return the games without a step that began before `started_before`."""
        with self._database.reading() as connection:
            rows = connection.execute(statements.UNPLAYED, (started_before,))
            return [game for (game,) in rows]

    def delete_unplayed(self, games: Sequence[int]) -> int:
        """Delete those of the games that still have no step; return how many were deleted."""
        with self._database.writing() as connection:
            rows = [(game,) for game in games]
            return connection.executemany(statements.DELETE_UNPLAYED, rows).rowcount

    def put(self, key: str, value: bytes) -> None:
        """Store a value under a key, replacing an earlier one."""
        with self._database.writing() as connection:
            connection.execute(statements.PUT, (key, value))

    def get(self, key: str) -> bytes | None:
        """Return the value stored under a key; None if there is none."""
        with self._database.reading() as connection:
            row = connection.execute(statements.GET, (key,)).fetchone()
        return None if row is None else bytes(row[0])

    def close(self) -> None:
        """Close the file."""
        self._database.close()
