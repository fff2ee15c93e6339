"""The ledger in an SQLite file."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tengen.errors import StoreError
from tengen.store import statements
from tengen.store.addition import Addition
from tengen.store.database import NO_END, Database, insert_game
from tengen.store.rows import Entry, KeptSummary
from tengen.store.sqlite_additions import SqliteAdditions
from tengen.store.sqlite_rooms import SqliteRooms


class SqliteLedger:
    """Games, events and settings in one file."""

    def __init__(self, path: str) -> None:
        self._database = Database(path)
        self._additions = SqliteAdditions(self._database)
        self.rooms = SqliteRooms(self._database)

    def add_game(self, started: int, event: bytes, claim: Callable[[int], None]) -> int:
        """A new game with its first event."""
        with self._database.writing() as connection:
            game = insert_game(connection, started, event)
            claim(game)
        return game

    def add_many(self, additions: Sequence[Addition]) -> list[StoreError | None]:
        """Events of many games, all on the disk at once; why, for each that was not taken."""
        return self._additions.add(additions)

    def events(self, game: int) -> list[bytes]:
        """All events of a game in their order."""
        with self._database.reading() as connection:
            rows = connection.execute(statements.GET_EVENTS, (game,))
            return [event.encode() for (event,) in rows]

    def entries(self, limit: int, before: int | None, *, all_of_them: bool) -> list[Entry]:
        """The newest games older than `before`, or only those that are not over."""
        statement = statements.GAMES if all_of_them else statements.GAMES_GOING_ON
        end = NO_END if before is None else before
        with self._database.reading() as connection:
            return [Entry(*row) for row in connection.execute(statement, (end, limit))]

    def keep_summaries(self, summaries: Sequence[KeptSummary]) -> None:
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

    def delete_game(self, game: int) -> None:
        """Forget a game and its room, if it is there."""
        with self._database.writing() as connection:
            connection.execute(statements.DELETE_GAME, (game,))

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
