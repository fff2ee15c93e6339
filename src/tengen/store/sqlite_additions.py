"""Events of many games, added to an SQLite file with one commit."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from tengen.errors import StoreError
from tengen.store import statements
from tengen.store.addition import Addition
from tengen.store.database import Database, number_of
from tengen.store.summary import sum_up


class SqliteAdditions:
    """Adds to games, and remembers how many events they have so as not to ask every time.

    That may have become wrong through others, but then the numbers of the new events are taken,
    or the game is gone: the database refuses them, and everything is looked up.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._counts: dict[int, int] = {}

    def add(self, additions: Sequence[Addition]) -> list[StoreError | None]:
        """Keep all of these that can be kept; why, for each that cannot."""
        try:
            try:
                return self._write(additions)
            except _Outdated:
                self._counts.clear()
                return self._write(additions)
        except StoreError as error:
            return [error] * len(additions)

    def _write(self, additions: Sequence[Addition]) -> list[StoreError | None]:
        with self._database.writing() as connection:
            batch = _Batch(connection, self._counts)
            errors = [self._explain(addition, batch.take(addition)) for addition in additions]
            batch.write()
        self._counts.update(batch.counts)
        for game, is_over in batch.verdicts.items():
            if is_over:
                self._counts.pop(game, None)
        return errors

    def _explain(self, addition: Addition, count: int) -> StoreError | None:
        """Why an addition to a game of so many events was not taken; None if it was."""
        game, first = addition.game, addition.first
        if count == first and count > 0:
            return None
        if count == 0:
            return StoreError(self._database.path, f"there is no game {game}")
        why = f"game {game} was played on elsewhere: it has {count} events, not {first}"
        return StoreError(self._database.path, why)


class _Outdated(Exception):
    """A count that was remembered is not right any more."""


class _Batch:
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

    def take(self, addition: Addition) -> int:
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
            raise _Outdated from None
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
        summary = sum_up(texts)
        if summary is not None:
            self._connection.execute(statements.KEEP_SUMMARY, (game, len(texts), summary))
