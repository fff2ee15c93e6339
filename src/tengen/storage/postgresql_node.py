"""A node of a cluster that shares a PostgreSQL database: its lease, and the rooms it owns."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta

import psycopg

from tengen.errors import StoreError
from tengen.storage import postgresql_statements as statements
from tengen.storage.ownership import LEASE_SECONDS, NodeListener
from tengen.storage.postgresql_database import PostgresqlDatabase, fetch_value

LEASE = timedelta(seconds=LEASE_SECONDS)
RENEW_SECONDS = 0.4
"""Seconds between renewals of the lease."""
RECONNECT_SECONDS = 0.2
"""Seconds between attempts to connect again."""
ORPHAN_AFTER = timedelta(seconds=20)
"""How long players may take to return before others look after the rooms of a dead node."""
FORGET_AFTER = timedelta(days=1)


class PostgresqlNode:
    """One server process. Its lease covers all its rooms, so renewing it is one small update.

    All times are of the database's clock.
    """

    is_alone = False

    def __init__(self, database: PostgresqlDatabase) -> None:
        self.name = secrets.token_hex(8)
        """Unique to this process, so that a restarted server is another node."""
        self._database = database
        self._is_stopping = threading.Event()
        self._renewing = threading.Lock()  # held while the lease is renewed or ended

    def start(self, listener: NodeListener) -> None:
        """Renew the lease from now on, and listen to other nodes."""
        with self._database.using() as connection:
            self._renew(connection)
        threading.Thread(target=self._work, args=(listener,), name="node", daemon=True).start()

    def take(self, links: Sequence[str], *, by_force: bool = False) -> dict[str, int]:
        """Take the rooms that no living node owns; return their epochs, by link."""
        values = {"links": list(links), "node": self.name, "force": by_force}
        with self._database.writing() as connection:
            taken = dict(connection.execute(statements.TAKE_ROOMS, values).fetchall())
            if taken:
                connection.execute(statements.LOCK_GAMES, (list(taken),))
                connection.execute(statements.SET_EPOCHS, (list(taken), list(taken.values())))
        return taken

    def request(self, links: Sequence[str]) -> None:
        """Ask the owners of rooms to release them."""
        with self._database.using() as connection:
            connection.execute(statements.REQUEST_ROOMS, (list(links),))

    def release(self, link: str, epoch: int, *, as_orphan: bool = False) -> None:
        """Release a room, unless another node has taken it.

        An orphan is left to a node that has never lived: others can take it at once, and find it
        if nobody does.
        """
        heir = f"{self.name}-orphans" if as_orphan else None
        values = {"link": link, "node": self.name, "epoch": epoch, "heir": heir}
        with self._database.using() as connection:
            if heir is not None:
                connection.execute(statements.ADD_DEAD_NODE, (heir,))
            connection.execute(statements.RELEASE_ROOM, values)

    def epoch_of(self, link: str) -> int | None:
        """Return the epoch of a room; None if this node does not own it."""
        with self._database.using() as connection:
            epoch = fetch_value(connection, statements.GET_EPOCH, (link, self.name))
        assert epoch is None or isinstance(epoch, int)
        return epoch

    def owned(self) -> dict[str, int]:
        """Return the epochs of all rooms of this node, by link."""
        with self._database.using() as connection:
            return dict(connection.execute(statements.OWNED_ROOMS, (self.name,)).fetchall())

    def orphans(self, limit: int) -> list[str]:
        """Return rooms of dead nodes whose games go on, and release their other rooms."""
        with self._database.using() as connection:
            connection.execute(statements.RELEASE_DEAD, (ORPHAN_AFTER,))
            connection.execute(statements.DELETE_DEAD, (FORGET_AFTER,))
            rows = connection.execute(statements.ORPHANS, (ORPHAN_AFTER, limit)).fetchall()
        return [link for (link,) in rows]

    def stop(self) -> None:
        """End the lease, so that other nodes can take all rooms at once."""
        with self._renewing:
            self._is_stopping.set()
            with suppress(StoreError), self._database.using() as connection:
                connection.execute(statements.END_LEASE, (self.name,))

    def _renew(self, connection: psycopg.Connection) -> None:
        with self._renewing:
            if not self._is_stopping.is_set():
                values = {"node": self.name, "lease": LEASE}
                connection.execute(statements.RENEW_LEASE, values)

    def _work(self, listener: NodeListener) -> None:
        while not self._is_stopping.is_set():
            with suppress(psycopg.Error, StoreError), self._database.connect() as connection:
                connection.execute(statements.ASYNCHRONOUS)
                connection.execute(statements.LISTEN)
                self._serve(connection, listener)
            self._is_stopping.wait(RECONNECT_SECONDS)

    def _serve(self, connection: psycopg.Connection, listener: NodeListener) -> None:
        """Renew the lease and pass on requests until the connection breaks or the node stops."""
        while not self._is_stopping.is_set():
            begun = time.monotonic()
            self._renew(connection)
            listener.on_renewed(begun)
            for notification in connection.notifies(timeout=RENEW_SECONDS):
                node, _, link = notification.payload.partition(" ")
                if node == self.name:
                    listener.on_request(link)
