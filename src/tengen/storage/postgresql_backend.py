"""The storage backend in a PostgreSQL database: games, rooms and settings."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

import psycopg
from psycopg import errors

from tengen.errors import RoomOutdated, StoreError
from tengen.storage import postgresql_statements as statements
from tengen.storage.backend import EventBatch, GameRow, RoomRow, SummaryRow
from tengen.storage.postgresql_database import PostgresqlDatabase, describe_error, fetch_value
from tengen.storage.summary import summarise_texts

MAX_NUMBER = 2**63 - 1
"""Above all numbers of games and rooms."""
RETRY_SECONDS = 10.0
"""Seconds for which events are saved again after the connection was lost."""
RETRY_PAUSE = 0.1
MOVED = "another server has taken over game {game}"
UNKNOWN = "it is not known whether the last events of game {game} were saved: {why}"


class PostgresqlEvents:
    """Appends events to games over a connection of its own.

    A game takes events only from the node that owns its room: their epochs must be equal. If the
    connection breaks, a commit may have happened or not. The events are then sent again; those
    that turn out to be saved are not saved twice.
    """

    def __init__(self, database: PostgresqlDatabase) -> None:
        self._database = database
        self._connection: psycopg.Connection | None = None
        self._lock = threading.Lock()

    def add(self, batches: Sequence[EventBatch]) -> list[StoreError | None]:
        """Save the batches that fit; return an error or None for each."""
        with self._lock:
            return self._add(batches)

    def _add(self, batches: Sequence[EventBatch]) -> list[StoreError | None]:
        end = time.monotonic() + RETRY_SECONDS
        is_repeated = False
        while True:
            try:
                return self._write(batches, is_repeated=is_repeated)
            except StoreError as error:
                return [error] * len(batches)
            except psycopg.Error as error:
                why = describe_error(error)
                may_try_again = self._is_lost or isinstance(error, errors.DeadlockDetected)
                if not (may_try_again or is_repeated):
                    return [StoreError(self._database.place, why)] * len(batches)
            if not may_try_again or time.monotonic() > end:
                return [self._unknown(batch, why) for batch in batches]
            is_repeated = True
            time.sleep(RETRY_PAUSE)

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()

    @property
    def _is_lost(self) -> bool:
        """Whether there is no connection, so that the outcome of the last commit is unknown."""
        return self._connection is None or self._connection.closed or self._connection.broken

    def _unknown(self, batch: EventBatch, why: str) -> StoreError:
        return RoomOutdated(self._database.place, UNKNOWN.format(game=batch.game, why=why))

    def _write(
        self, batches: Sequence[EventBatch], *, is_repeated: bool
    ) -> list[StoreError | None]:
        connection = self._open()
        results: dict[int, StoreError | None] = {}
        for group in _groups(batches):
            rows = sorted(batches[index] for index in group)
            saved = {game for (game,) in connection.execute(statements.ADD_EVENTS, _arrays(rows))}
            refused = [index for index in group if batches[index].game not in saved]
            results.update(dict.fromkeys(group))
            if refused:
                wanted = {index: batches[index] for index in refused}
                results.update(self._explain(connection, wanted, is_repeated=is_repeated))
            ended = [row.game for row in rows if row.is_over and row.game in saved]
            self._save_summaries(connection, ended)
        return [results[index] for index in range(len(batches))]

    def _open(self) -> psycopg.Connection:
        if self._is_lost:
            self._connection = None
            self._connection = self._database.connect()
        assert self._connection is not None
        return self._connection

    def _explain(
        self,
        connection: psycopg.Connection,
        refused: dict[int, EventBatch],
        *,
        is_repeated: bool,
    ) -> dict[int, StoreError | None]:
        """Return why batches were refused; None for those that were saved the first time."""
        games = [batch.game for batch in refused.values()]
        rows = connection.execute(statements.GET_STATES, (games,)).fetchall()
        states = {game: (events, epoch) for game, events, epoch in rows}
        reasons: dict[int, StoreError | None] = {}
        for index, batch in refused.items():
            events, epoch = states.get(batch.game, (0, 0))
            is_ours = is_repeated and epoch == batch.epoch
            if is_ours and self._ends_with(connection, batch):
                reasons[index] = None
            else:
                reasons[index] = self._reason(batch, events, epoch)
        return reasons

    def _ends_with(self, connection: psycopg.Connection, batch: EventBatch) -> bool:
        """Whether the last events of a game are those of a batch, word for word."""
        values = (batch.game, batch.first, len(batch.texts) + 1)
        rows = connection.execute(statements.GET_SOME_EVENTS, values).fetchall()
        return [text for (text,) in rows] == batch.texts

    def _reason(self, batch: EventBatch, events: int, epoch: int) -> RoomOutdated:
        place, game = self._database.place, batch.game
        if events == 0:
            return RoomOutdated(place, f"there is no game {game}")
        if epoch != batch.epoch:
            return RoomOutdated(place, MOVED.format(game=game))
        why = f"game {game} was continued elsewhere: it has {events} events, not {batch.first}"
        return RoomOutdated(place, why)

    def _save_summaries(self, connection: psycopg.Connection, games: Sequence[int]) -> None:
        """Save the summaries of games that have ended, so that lists need not replay them.

        The events are already saved, so it is no error if a summary cannot be.
        """
        for game in games:
            with suppress(psycopg.Error):
                rows = connection.execute(statements.GET_EVENTS, (game,)).fetchall()
                summary = summarise_texts([text.encode() for (text,) in rows])
                if summary is not None:
                    connection.execute(statements.SAVE_SUMMARY, (game, len(rows), summary))


def _groups(batches: Sequence[EventBatch]) -> Iterator[list[int]]:
    """Split the batches into groups in which each game occurs once; yield their indices."""
    rest = list(range(len(batches)))
    while rest:
        group = {batches[index].game: index for index in reversed(rest)}
        yield list(group.values())
        taken = set(group.values())
        rest = [index for index in rest if index not in taken]


def _arrays(batches: Sequence[EventBatch]) -> tuple[list[object], ...]:
    """Return the columns of the batches and of their events."""
    numbered = [
        (batch.game, *row) for batch in batches for row in enumerate(batch.texts, batch.first)
    ]
    return (
        [batch.game for batch in batches],
        [batch.first for batch in batches],
        [len(batch.texts) for batch in batches],
        [batch.epoch for batch in batches],
        [batch.is_over for batch in batches],
        [batch.is_played for batch in batches],
        [game for game, _, _ in numbered],
        [number for _, number, _ in numbered],
        [text for _, _, text in numbered],
    )


class PostgresqlRooms:
    """The rooms in a PostgreSQL database."""

    def __init__(self, database: PostgresqlDatabase) -> None:
        self._database = database

    def add(self, row: RoomRow) -> None:
        """Add a room."""
        values = (row.link, row.setup, row.one, row.two, bool(row.is_listed), row.made, row.before)
        with self._database.writing() as connection:
            try:
                connection.execute(statements.ADD_ROOM, values)
            except errors.UniqueViolation:
                why = f"room {row.link} already exists, or there is already a rematch"
                raise StoreError(self._database.place, why) from None

    def begin(self, row: RoomRow, started: int, event: bytes, epoch: int) -> int:
        """Add a game with its first event to a room without a game; return its number."""
        with self._database.writing() as connection:
            self._check_epoch(connection, row.link, epoch)
            game = insert_game(connection, started, event, epoch)
            values = (game, row.setup, row.one, row.two, row.link)
            if connection.execute(statements.BEGIN_ROOM, values).rowcount != 1:
                why = f"the game of room {row.link} has already begun, or there is no such room"
                raise StoreError(self._database.place, why)
        return game

    def _check_epoch(self, connection: psycopg.Connection, link: str, epoch: int) -> None:
        """Keep other nodes from taking a room until the end of the transaction."""
        connection.execute(statements.LOCK_ROOM, (link,))
        current = fetch_value(connection, statements.LOCK_OWNER, (link,))
        if current is not None and current != epoch:
            raise RoomOutdated(self._database.place, f"another server has taken over room {link}")

    def find(self, link: str) -> RoomRow | None:
        """Return the room with this link."""
        return next(iter(self._list(statements.ROOM, link)), None)

    def find_after(self, link: str) -> RoomRow | None:
        """Return the room of the rematch."""
        return next(iter(self._list(statements.ROOM_AFTER, link)), None)

    def is_over(self, game: int) -> bool | None:
        """Whether the game of a room is over; None if the game belongs to no room."""
        with self._database.using() as connection:
            is_over = fetch_value(connection, statements.IS_ROOM_OVER, (game,))
        return None if is_over is None else bool(is_over)

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
        """Return the links of rooms without a game that were made before `made_before`.

        Rooms that a living node owns are left out.
        """
        with self._database.using() as connection:
            rows = connection.execute(statements.WAITING_ROOMS, (made_before,)).fetchall()
        return [link for (link,) in rows]

    def delete(self, links: Sequence[str]) -> int:
        """Delete those of the rooms that have no game; return how many were deleted."""
        with self._database.using() as connection:
            return connection.execute(statements.DELETE_ROOMS, (list(links),)).rowcount

    def _list(self, statement: str, *values: int | str | bytes) -> list[RoomRow]:
        with self._database.using() as connection:
            return [RoomRow(*row) for row in connection.execute(statement, values)]


def insert_game(connection: psycopg.Connection, started: int, event: bytes, epoch: int = 0) -> int:
    """Add a game with its first event and return its number."""
    game = fetch_value(connection, statements.ADD_GAME, (started, epoch))
    assert isinstance(game, int)
    connection.execute(statements.ADD_EVENT, (game, event.decode()))
    return game


def _page_end(before: int | None) -> int:
    return MAX_NUMBER if before is None else before


class PostgresqlBackend:
    """Games, rooms and settings in one PostgreSQL database."""

    def __init__(self, address: str) -> None:
        self.database = PostgresqlDatabase(address)
        self._events = PostgresqlEvents(self.database)
        self.rooms = PostgresqlRooms(self.database)

    def add_game(self, started: int, event: bytes, claim: Callable[[int], None]) -> int:
        """Add a game with its first event and return its number."""
        with self.database.writing() as connection:
            game = insert_game(connection, started, event)
            claim(game)
        return game

    def add_many(self, batches: Sequence[EventBatch]) -> list[StoreError | None]:
        """Append events to many games with one commit; return an error or None for each batch."""
        return self._events.add(batches)

    def events(self, game: int) -> list[bytes]:
        """Return all events of a game in order."""
        with self.database.using() as connection:
            rows = connection.execute(statements.GET_EVENTS, (game,)).fetchall()
        return [event.encode() for (event,) in rows]

    def entries(self, limit: int, before: int | None, *, include_finished: bool) -> list[GameRow]:
        """Return the newest games with a number below `before`."""
        statement = statements.GAMES if include_finished else statements.UNFINISHED_GAMES
        with self.database.using() as connection:
            rows = connection.execute(statement, (_page_end(before), limit)).fetchall()
        return [GameRow(*row) for row in rows]

    def save_summaries(self, summaries: Sequence[SummaryRow]) -> None:
        """Save summaries of games, replacing earlier ones."""
        with self.database.writing() as connection:
            connection.cursor().executemany(statements.SAVE_SUMMARY, summaries)

    def unplayed(self, started_before: int) -> list[int]:
        """Return the games without a step that began before `started_before`.

        Games in rooms that a living node owns are left out.
        """
        with self.database.using() as connection:
            rows = connection.execute(statements.UNPLAYED, (started_before,)).fetchall()
        return [game for (game,) in rows]

    def delete_unplayed(self, games: Sequence[int]) -> int:
        """Delete those of the games that still have no step; return how many were deleted."""
        with self.database.using() as connection:
            return connection.execute(statements.DELETE_UNPLAYED, (list(games),)).rowcount

    def put(self, key: str, value: bytes) -> None:
        """Store a value under a key, replacing an earlier one."""
        with self.database.using() as connection:
            connection.execute(statements.PUT, (key, value))

    def get(self, key: str) -> bytes | None:
        """Return the value stored under a key; None if there is none."""
        with self.database.using() as connection:
            value = fetch_value(connection, statements.GET, (key,))
        return None if value is None else bytes(value)  # type: ignore[call-overload]

    def close(self) -> None:
        """Close all connections."""
        self._events.close()
        self.database.close()
