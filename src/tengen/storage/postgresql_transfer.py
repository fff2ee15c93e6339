"""Copies of a whole store in a PostgreSQL database: rows out of it, rows into it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from typing import Any

import psycopg
from psycopg import errors

from tengen.errors import StoreError
from tengen.storage import postgresql_database, transfer
from tengen.storage import postgresql_statements as statements
from tengen.storage.address import public_address

LOCK_SECONDS = 10.0
"""How long to wait for the end of a copy that was killed, or that lost its connection."""
LOCK_PAUSE = 0.1
FETCHED_ROWS = 2000
IN_USE = "a server uses these games; stop all servers, and try again"
LOCKED = (
    "another copy reads or writes these games, or the source and the target are the same;"
    " wait for the end of the other copy, or choose another target"
)


@contextmanager
def open_address(address: str, *, must_exist: bool) -> Iterator[PostgresqlTransfer]:
    """Open a store that nobody else uses, and keep other copies from using it."""
    place = public_address(address)
    with (
        postgresql_database.translating(place),
        closing(postgresql_database.connect(address)) as connection,
    ):
        if must_exist:
            postgresql_database.require_tables(connection, place)
        postgresql_database.migrate(connection, place)
        connection.execute(statements.NOTICE_LOST_CLIENT)
        _lock(connection, place)
        if postgresql_database.fetch_value(connection, statements.LIVING_NODES):
            raise StoreError(place, IN_USE)
        yield PostgresqlTransfer(place, connection)


def _lock(connection: psycopg.Connection, place: str) -> None:
    end = time.monotonic() + LOCK_SECONDS
    while not postgresql_database.fetch_value(connection, statements.LOCK_COPY):
        if time.monotonic() > end:
            raise StoreError(place, LOCKED)
        time.sleep(LOCK_PAUSE)


class PostgresqlSnapshot:
    """The rows of a database at one moment: reads in one transaction."""

    def __init__(self, place: str, connection: psycopg.Connection) -> None:
        self._place = place
        self._connection = connection

    def counts(self) -> transfer.StoreCounts:
        """Count the rows."""
        row = self._connection.execute(statements.COUNT_ROWS, (transfer.COPY_KEY,)).fetchone()
        assert row is not None
        return transfer.StoreCounts(*row)

    def games(self, after: int = 0) -> Iterator[transfer.StoredGame]:
        """Yield the games with a number above `after`."""
        games = stream(self._connection, "games", statements.GAMES_AFTER, after)
        events = stream(self._connection, "events", statements.EVENTS_AFTER, after)
        return transfer.join_events(self._place, games, events)

    def rooms(self, after: int = 0) -> Iterator[transfer.StoredRoom]:
        """Yield the rooms with a number above `after`."""
        rows = stream(self._connection, "rooms", statements.ROOMS_AFTER, after)
        return (transfer.StoredRoom(*row) for row in rows)

    def settings(self, after: str | None = None) -> Iterator[transfer.StoredSetting]:
        """Yield the settings with a key above `after`, except for the state of a copy."""
        if after is None:
            rows = stream(self._connection, "settings", statements.SETTINGS, transfer.COPY_KEY)
        else:
            rows = stream(
                self._connection, "settings", statements.SETTINGS_AFTER, transfer.COPY_KEY, after
            )
        return (transfer.StoredSetting(*row) for row in rows)


def stream(
    connection: psycopg.Connection, name: str, statement: str, *values: int | str
) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a statement without holding all of them in memory."""
    with connection.cursor(name) as cursor:
        cursor.itersize = FETCHED_ROWS
        cursor.execute(statement, values)
        yield from cursor


class PostgresqlTransfer:
    """A store in a database that nobody else uses."""

    def __init__(self, place: str, connection: psycopg.Connection) -> None:
        self.place = place
        self._connection = connection

    @contextmanager
    def snapshot(self) -> Iterator[PostgresqlSnapshot]:
        """Read the store as it is now."""
        with postgresql_database.translating(self.place), self._connection.transaction():
            self._connection.execute(statements.BEGIN_SNAPSHOT)
            yield PostgresqlSnapshot(self.place, self._connection)

    def state(self) -> bytes | None:
        """Return the state of an unfinished copy to this store; None if there is none."""
        with postgresql_database.translating(self.place):
            value = postgresql_database.fetch_value(
                self._connection, statements.GET, (transfer.COPY_KEY,)
            )
        return None if value is None else bytes(value)  # type: ignore[call-overload]

    def load(self, rows: transfer.StoreRows, state: bytes) -> None:
        """Add rows and save the state of the copy, with one commit."""
        with postgresql_database.translating(self.place), self._connection.transaction():
            try:
                _insert(self._connection, rows)
            except errors.IntegrityError as error:
                why = error.diag.message_primary
                raise StoreError(self.place, transfer.CONTRADICTION.format(why=why)) from None
            self._connection.execute(statements.PUT, (transfer.COPY_KEY, state))

    def continue_numbers(self, counts: transfer.StoreCounts) -> None:
        """Give new games and rooms numbers above the last ones of `counts`."""
        numbers = (("games", "game", counts.last_game), ("rooms", "room", counts.last_room))
        with postgresql_database.translating(self.place):
            for table, column, last in numbers:
                values = {"table": table, "column": column, "last": last}
                self._connection.execute(statements.RAISE_SEQUENCE, values)

    def forget_state(self) -> None:
        """Delete the state of the copy: it is complete."""
        with postgresql_database.translating(self.place):
            self._connection.execute(statements.FORGET, (transfer.COPY_KEY,))

    def check_unchanged(self) -> None:
        """Raise StoreError if somebody has used this store since it was opened."""
        with postgresql_database.translating(self.place):
            if postgresql_database.fetch_value(self._connection, statements.LIVING_NODES):
                raise StoreError(self.place, transfer.CHANGED)


def _insert(connection: psycopg.Connection, rows: transfer.StoreRows) -> None:
    games = rows.games
    counts = ((*game[:4], game.events[-1][0] + 1 if game.events else 0) for game in games)
    _copy(connection, statements.LOAD_GAMES, counts)
    events = ((game.game, *event) for game in games for event in game.events)
    _copy(connection, statements.LOAD_EVENTS, events)
    summaries = (
        (game.game, game.summary_events, game.summary) for game in games if game.summary is not None
    )
    _copy(connection, statements.LOAD_SUMMARIES, summaries)
    _copy(connection, statements.LOAD_ROOMS, rows.rooms)
    connection.cursor().executemany(statements.PUT, rows.settings)


def _copy(
    connection: psycopg.Connection, statement: str, rows: Iterable[tuple[object, ...]]
) -> None:
    with connection.cursor() as cursor, cursor.copy(statement) as copy:
        for row in rows:
            copy.write_row(row)
