"""A check of a store in a PostgreSQL database: its references, games and rooms."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import psycopg
from psycopg import errors

from tengen.storage import postgresql_statements as statements
from tengen.storage.address import public_address
from tengen.storage.backend import RoomRow
from tengen.storage.check import ContentCheck, StorageProblem
from tengen.storage.postgresql_database import connect, require_tables, translating
from tengen.storage.postgresql_transfer import stream
from tengen.storage.transfer import COPY_KEY, join_events

OWNERS_SINCE = 2
"""The first version of the tables with owners of rooms."""
DATABASE = "database"
RESTORE = "restore it from a dump of `pg_dump`"
DATABASE_REMEDY = (
    "restore a dump of `pg_dump` into a new database, or save what can be read with `pg_dump`"
)
COUNT_REMEDY = (
    "its next move would be refused; run `UPDATE games SET events = {right} WHERE game = {game}`"
)
EPOCH_REMEDY = (
    "its next move would be refused; run `UPDATE games SET epoch = {right} WHERE game = {game}`"
)
SEQUENCE_REMEDY = (
    "new ones cannot be saved; run"
    " `SELECT setval(pg_get_serial_sequence('{name}s', '{name}'), {last})`"
)
DAMAGE = (errors.DataCorrupted, errors.IndexCorrupted, errors.InternalError_)


class PostgresqlCheck(ContentCheck):
    """Checks a store without changing it. Servers may use it at the same time."""

    def __init__(self, address: str) -> None:
        super().__init__(RESTORE)
        self._address = address
        self._place = public_address(address)

    def problems(self) -> Iterator[StorageProblem]:
        """Yield the problems as they are found. Raises StoreError if the check cannot be made."""
        with translating(self._place), closing(connect(self._address)) as connection:
            version = require_tables(connection, self._place)
            try:
                with connection.transaction():
                    connection.execute(statements.BEGIN_SNAPSHOT)
                    yield from self._check_tables(connection, version)
                    yield from self._check_games(connection)
                    yield from self._check_rooms(connection)
            except DAMAGE as error:
                yield StorageProblem(DATABASE, str(error.diag.message_primary), DATABASE_REMEDY)

    def _check_tables(
        self, connection: psycopg.Connection, version: int
    ) -> Iterator[StorageProblem]:
        """Check what concerns several rows."""
        for (what,) in connection.execute(statements.DANGLING):
            yield StorageProblem(DATABASE, f"there {what}", DATABASE_REMEDY)
        for name, last in connection.execute(statements.LOW_SEQUENCES):
            what = f"the next number of a {name} is taken: {name} {last} exists"
            yield StorageProblem(DATABASE, what, SEQUENCE_REMEDY.format(name=name, last=last))
        for (state,) in connection.execute(statements.GET, (COPY_KEY,)):
            yield self.unfinished_copy(state)
        for game, count, right in connection.execute(statements.WRONG_COUNTS):
            what = f"it has {right} events, but their count says {count}"
            remedy = COUNT_REMEDY.format(game=game, right=right)
            yield StorageProblem(f"game {game}", what, remedy)
        if version >= OWNERS_SINCE:
            yield from self._check_owners(connection)

    @staticmethod
    def _check_owners(connection: psycopg.Connection) -> Iterator[StorageProblem]:
        for (what,) in connection.execute(statements.DANGLING_OWNERS):
            yield StorageProblem(DATABASE, f"there {what}", DATABASE_REMEDY)
        for game, epoch, right in connection.execute(statements.WRONG_EPOCHS):
            what = f"its epoch is {epoch}, but that of its room's owner is {right}"
            remedy = EPOCH_REMEDY.format(game=game, right=right)
            yield StorageProblem(f"game {game}", what, remedy)

    def _check_games(self, connection: psycopg.Connection) -> Iterator[StorageProblem]:
        games = stream(connection, "games", statements.GAMES_AFTER, 0)
        events = stream(connection, "events", statements.EVENTS_OF_GAMES)
        for game in join_events(self._place, games, events):
            self.games += 1
            yield from self.check_game(game)

    def _check_rooms(self, connection: psycopg.Connection) -> Iterator[StorageProblem]:
        for row in stream(connection, "rooms", statements.EVERY_ROOM):
            self.rooms += 1
            yield from self.check_room(RoomRow(*row))
        for link, is_over in connection.execute(statements.WRONG_ROOMS):
            yield self.wrong_room(link, is_over=is_over)
