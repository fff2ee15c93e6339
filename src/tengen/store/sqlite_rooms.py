"""Rooms in an SQLite file."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from tengen.errors import StoreError
from tengen.store import statements
from tengen.store.database import NO_END, Database, insert_game
from tengen.store.rows import RoomRow


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
        seat = holder, _end(before), limit
        return self._list(statements.ROOMS_OF, *seat, *seat, limit)

    def listed(self, limit: int, before: int | None) -> list[RoomRow]:
        """Those that everybody may see, and whose games are over."""
        return self._list(statements.LISTED_ROOMS, _end(before), limit)

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


def _end(before: int | None) -> int:
    return NO_END if before is None else before
