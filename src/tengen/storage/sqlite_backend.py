"""The storage backend in an SQLite file: events of many games with one commit, rooms, settings."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence

from tengen.errors import StoreError
from tengen.storage import statements
from tengen.storage.backend import EventBatch, GameRow, RoomRow, SummaryRow
from tengen.storage.database import MAX_ROWID, Database, insert_game, number_of
from tengen.storage.summary import summarise_texts


class SqliteEvents:
    """Adds to games, and remembers how many events they have so as not to ask every time.

    That may have become wrong through others, but then the numbers of the new events are taken,
    or the game is gone: the database refuses them, and everything is looked up.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._counts: dict[int, int] = {}

    def add(self, additions: Sequence[EventBatch]) -> list[StoreError | None]:
        """Keep all of these that can be kept; why, for each that cannot."""
        try:
            try:
                return self._write(additions)
            except _OutdatedCount:
                self._counts.clear()
                return self._write(additions)
        except StoreError as error:
            return [error] * len(additions)

    def _write(self, additions: Sequence[EventBatch]) -> list[StoreError | None]:
        with self._database.writing() as connection:
            batch = _EventTransaction(connection, self._counts)
            errors = [self._explain(addition, batch.take(addition)) for addition in additions]
            batch.write()
        self._counts.update(batch.counts)
        for game, is_over in batch.verdicts.items():
            if is_over:
                self._counts.pop(game, None)
        return errors

    def _explain(self, addition: EventBatch, count: int) -> StoreError | None:
        """Why an addition to a game of so many events was not taken; None if it was."""
        game, first = addition.game, addition.first
        if count == first and count > 0:
            return None
        if count == 0:
            return StoreError(self._database.path, f"there is no game {game}")
        why = f"game {game} was played on elsewhere: it has {count} events, not {first}"
        return StoreError(self._database.path, why)


class _OutdatedCount(Exception):
    """A count that was remembered is not right any more."""


class _EventTransaction:
    """What goes into one transaction."""

    def __init__(self, connection: sqlite3.Connection, known: dict[int, int]) -> None:
        self.counts: dict[int, int] = {}
        """How many events there will be."""
        self.verdicts: dict[int, bool] = {}
        """Which games are over then, and which are not any more."""
        self._connection = connection
        self._known = known
        self._rows: list[tuple[int, int, str]] = []
        self._played: set[tuple[int]] = set()

    def take(self, addition: EventBatch) -> int:
        """How many events a game has; if that is what the addition says, it is taken."""
        game, first, texts, is_over, is_played = addition
        count = self._count(game, first)
        self.counts[game] = count
        if count == first and count > 0:
            self.counts[game] += len(texts)
            self._rows += [(game, number, text) for number, text in enumerate(texts, first)]
            if is_over is not None:
                self.verdicts[game] = is_over
            if is_played:
                self._played.add((game,))
        return count

    def _count(self, game: int, expected: int) -> int:
        if game in self.counts:
            return self.counts[game]
        if self._known.get(game) == expected:
            return expected
        return number_of(self._connection, statements.COUNT_EVENTS, game)

    def write(self) -> None:
        """Add all that was taken."""
        try:
            self._connection.executemany(statements.ADD_EVENT, self._rows)
        except sqlite3.IntegrityError:
            raise _OutdatedCount from None
        self._connection.executemany(statements.SET_PLAYED, self._played)
        verdicts = [(is_over, game) for game, is_over in self.verdicts.items()]
        self._connection.executemany(statements.SET_OVER, verdicts)
        for game, is_over in self.verdicts.items():
            if is_over:
                self._sum_up(game)

    def _sum_up(self, game: int) -> None:
        """Keep what lists show of a game that has ended, so that they need not replay it."""
        texts = [
            text.encode() for (text,) in self._connection.execute(statements.GET_EVENTS, (game,))
        ]
        summary = summarise_texts(texts)
        if summary is not None:
            self._connection.execute(statements.KEEP_SUMMARY, (game, len(texts), summary))


class SqliteRooms:
    """The rooms of a ledger."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, row: RoomRow) -> None:
        """A new room."""
        values = (row.link, row.setup, row.one, row.two, row.is_listed, row.made, row.before)
        with self._database.writing() as connection:
            try:
                connection.execute(statements.ADD_ROOM, values)
            except sqlite3.IntegrityError:
                why = f"there is a room {row.link} already, or a rematch of {row.before}"
                raise StoreError(self._database.path, why) from None

    def begin(self, row: RoomRow, started: int, event: bytes) -> int:
        """Add a game with its first event, and give it to a room that waits for it."""
        with self._database.writing() as connection:
            game = insert_game(connection, started, event)
            values = (game, row.setup, row.one, row.two, row.link)
            if connection.execute(statements.BEGIN_ROOM, values).rowcount != 1:
                why = f"the game of room {row.link} has begun already, or there is no such room"
                raise StoreError(self._database.path, why)
        return game

    def find(self, link: str) -> RoomRow | None:
        """The room with this link."""
        return self._first(statements.ROOM, link)

    def find_after(self, link: str) -> RoomRow | None:
        """The room that came after this one."""
        return self._first(statements.ROOM_AFTER, link)

    def is_over(self, game: int) -> bool | None:
        """Whether the game of a room is over; None if it is no room's."""
        with self._database.reading() as connection:
            row = connection.execute(statements.IS_ROOM_OVER, (game,)).fetchone()
        return None if row is None else bool(row[0])

    def held_by(self, holder: bytes, limit: int, before: int | None) -> list[RoomRow]:
        """Those in which a seat is held."""
        seat = holder, _page_end(before), limit
        return self._list(statements.ROOMS_OF, *seat, *seat, limit)

    def listed(self, limit: int, before: int | None) -> list[RoomRow]:
        """Those that everybody may see, and whose games are over."""
        return self._list(statements.LISTED_ROOMS, _page_end(before), limit)

    def against_people(self, holder: bytes, limit: int) -> list[RoomRow]:
        """Those with a running game between this holder and another one."""
        return self._list(statements.ROOMS_AGAINST_PEOPLE, *(holder, holder, limit) * 2, limit)

    def waiting(self, made_before: int) -> list[str]:
        """The links of those without a game that are older than that."""
        with self._database.reading() as connection:
            rows = connection.execute(statements.WAITING_ROOMS, (made_before,))
            return [link for (link,) in rows]

    def forget(self, links: Sequence[str]) -> int:
        """Forget those of these links that have no game, and say how many there were."""
        with self._database.writing() as connection:
            rows = [(link,) for link in links]
            return connection.executemany(statements.FORGET_ROOM, rows).rowcount

    def _first(self, statement: str, link: str) -> RoomRow | None:
        return next(iter(self._list(statement, link)), None)

    def _list(self, statement: str, *values: int | str | bytes) -> list[RoomRow]:
        with self._database.reading() as connection:
            return [RoomRow(*row) for row in connection.execute(statement, values)]


def _page_end(before: int | None) -> int:
    return MAX_ROWID if before is None else before


class SqliteBackend:
    """Games, events and settings in one file."""

    def __init__(self, path: str) -> None:
        self._database = Database(path)
        self._additions = SqliteEvents(self._database)
        self.rooms = SqliteRooms(self._database)

    def add_game(self, started: int, event: bytes, claim: Callable[[int], None]) -> int:
        """A new game with its first event."""
        with self._database.writing() as connection:
            game = insert_game(connection, started, event)
            claim(game)
        return game

    def add_many(self, additions: Sequence[EventBatch]) -> list[StoreError | None]:
        """Events of many games, all on the disk at once; why, for each that was not taken."""
        return self._additions.add(additions)

    def events(self, game: int) -> list[bytes]:
        """All events of a game in their order."""
        with self._database.reading() as connection:
            rows = connection.execute(statements.GET_EVENTS, (game,))
            return [event.encode() for (event,) in rows]

    def entries(self, limit: int, before: int | None, *, all_of_them: bool) -> list[GameRow]:
        """The newest games older than `before`, or only those that are not over."""
        statement = statements.GAMES if all_of_them else statements.GAMES_GOING_ON
        end = MAX_ROWID if before is None else before
        with self._database.reading() as connection:
            return [GameRow(*row) for row in connection.execute(statement, (end, limit))]

    def keep_summaries(self, summaries: Sequence[SummaryRow]) -> None:
        """Keep what lists show of games, in place of what was kept before."""
        with self._database.writing() as connection:
            connection.executemany(statements.KEEP_SUMMARY, summaries)

    def unplayed(self, started_before: int) -> list[int]:
        """The games in which nobody has made a step, begun before that."""
        with self._database.reading() as connection:
            rows = connection.execute(statements.UNPLAYED, (started_before,))
            return [game for (game,) in rows]

    def delete_unplayed(self, games: Sequence[int]) -> int:
        """Forget those of these games that still have no step; how many there were."""
        with self._database.writing() as connection:
            rows = [(game,) for game in games]
            return connection.executemany(statements.DELETE_UNPLAYED, rows).rowcount

    def put(self, key: str, value: bytes) -> None:
        """Keep a value under a name, instead of the one before."""
        with self._database.writing() as connection:
            connection.execute(statements.PUT, (key, value))

    def get(self, key: str) -> bytes | None:
        """The value that was put there last."""
        with self._database.reading() as connection:
            row = connection.execute(statements.GET, (key,)).fetchone()
        return None if row is None else bytes(row[0])

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()
