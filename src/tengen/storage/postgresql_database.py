"""A PostgreSQL database: its connections, migrations, error messages, and the nodes that share it.

A node has a lease, and owns rooms.
"""

from __future__ import annotations

import secrets
import select
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import timedelta
from importlib.resources import files

import psycopg
from psycopg import errors

from tengen.errors import StoreError
from tengen.storage import postgresql_statements as statements
from tengen.storage.address import has_slash_in_password, public_address
from tengen.storage.ownership import LEASE_SECONDS, NodeListener

MAX_CONNECTIONS = 4
"""Connections for reading and for rare changes; a writer and a node have one more each."""
CONNECT_OPTIONS: dict[str, str | int | None] = {
    "application_name": "tengen",
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 1,
    "keepalives_count": 5,
    "tcp_user_timeout": 10_000,  # milliseconds
}
"""Options that can be changed in the address. They detect a broken network within seconds."""
MESSAGES: dict[type[psycopg.Error], str] = {
    errors.DiskFull: "the disk of the database is full; free some space",
    errors.InsufficientPrivilege: "the database user may not do this; grant the rights",
    errors.ReadOnlySqlTransaction: "the database is read-only; use the primary server",
    errors.TooManyConnections: "the database has no free connections; raise max_connections",
}
NEWER_VERSION = (
    "a newer Tengen made these tables (format {version}, this version knows {known}); update Tengen"
)
WRONG_ADDRESS = (
    "this is not a valid address; write it as postgresql://user:password@host/database, and special"
    " characters in it as in %40 for @"
)
NO_TABLES = "there are no games in this database; check its name"


class PostgresqlDatabase:
    """A database with the newest tables, and a few connections that threads share."""

    def __init__(self, address: str) -> None:
        """Connect and migrate the tables. Raises StoreError."""
        self.place = public_address(address)
        self._address = address
        self._idle: list[psycopg.Connection] = []
        self._free = threading.BoundedSemaphore(MAX_CONNECTIONS)
        self._is_closed = False
        try:
            with self.using() as connection:
                migrate(connection, self.place)
        except BaseException:
            self.close()
            raise

    def connect(self) -> psycopg.Connection:
        """Open a connection for one thread. Raises psycopg.Error or StoreError."""
        if self._is_closed:
            raise StoreError(self.place, "the database was closed")
        return connect(self._address)

    @contextmanager
    def using(self) -> Iterator[psycopg.Connection]:
        """Yield a connection; every statement is a transaction. Raises StoreError.

        Idle connections that the database has closed, as it does when it restarts, are not used.
        """
        with self._free, translating(self.place):
            connection = self._take_idle() or self.connect()
            try:
                yield connection
            finally:
                if connection.closed or connection.broken or self._is_closed:
                    connection.close()
                else:
                    self._idle.append(connection)

    def _take_idle(self) -> psycopg.Connection | None:
        """Return an idle connection that still works; None if there is none."""
        while self._idle:
            connection = self._idle.pop()
            if not _has_news(connection):
                return connection
            connection.close()
        return None

    @contextmanager
    def writing(self) -> Iterator[psycopg.Connection]:
        """Yield a connection in a transaction, which is committed as a whole or rolled back."""
        with self.using() as connection, connection.transaction():
            yield connection

    def close(self) -> None:
        """Close the connections; those in use are closed when they are returned."""
        self._is_closed = True
        self._close_idle()

    def _close_idle(self) -> None:
        while self._idle:
            with suppress(psycopg.Error):
                self._idle.pop().close()


def connect(address: str) -> psycopg.Connection:
    """Open a connection. Raises psycopg.Error, or StoreError if the address is wrong."""
    try:
        given = psycopg.conninfo.conninfo_to_dict(address)
    except psycopg.ProgrammingError:  # its message can have a part of the password
        given = {}
    if not given or has_slash_in_password(address):
        raise StoreError(public_address(address), WRONG_ADDRESS)
    options = psycopg.conninfo.make_conninfo("", **{**CONNECT_OPTIONS, **given})
    return psycopg.connect(options, autocommit=True)


@contextmanager
def translating(place: str) -> Iterator[None]:
    """Turn errors of PostgreSQL into StoreErrors."""
    try:
        yield
    except psycopg.Error as error:
        raise StoreError(place, describe_error(error)) from None


def _has_news(connection: psycopg.Connection) -> bool:
    """Whether the database has sent something to an idle connection: that it is closed."""
    events = select.poll()  # `select.select` fails if a process has more than a thousand open files
    events.register(connection.fileno(), select.POLLIN)
    return bool(events.poll(0))


def describe_error(error: psycopg.Error) -> str:
    """Return a message of one line for an error."""
    for kind, message in MESSAGES.items():
        if isinstance(error, kind):
            return message
    lines = str(error).strip().splitlines() or [type(error).__name__]
    why = error.diag.message_primary or lines[-1].strip()
    if isinstance(error, psycopg.OperationalError):
        return f"the database cannot be reached: {why}"
    return f"database error: {why}"


def migrate(connection: psycopg.Connection, place: str) -> None:
    """Apply the migrations that are missing. Raises StoreError if the tables are too new."""
    migrations = _migrations()
    if _version(connection, place) == len(migrations):
        return
    with connection.transaction():
        connection.execute(statements.LOCK_MIGRATIONS)
        connection.execute(statements.MAKE_VERSIONS)
        for number in range(_version(connection, place), len(migrations)):
            name, text = migrations[number]
            connection.execute(text.encode())
            connection.execute(statements.ADD_VERSION, (number + 1, name))


def require_tables(connection: psycopg.Connection, place: str) -> int:
    """Return the version of the tables. Raises StoreError if there are none."""
    version = _version(connection, place)
    if version == 0:
        raise StoreError(place, NO_TABLES)
    return version


def _version(connection: psycopg.Connection, place: str) -> int:
    """Return the version of the tables; 0 if there are none."""
    if not fetch_value(connection, statements.HAS_VERSIONS):
        return 0
    version = fetch_value(connection, statements.GET_VERSION)
    assert isinstance(version, int)
    known = len(_migrations())
    if version > known:
        raise StoreError(place, NEWER_VERSION.format(version=version, known=known))
    return version


def _migrations() -> list[tuple[str, str]]:
    """Return the names and texts of all migrations, in order."""
    found = (files("tengen.storage") / "migrations").iterdir()
    scripts = sorted((file.name, file) for file in found if file.name.endswith(".sql"))
    return [(name.removesuffix(".sql"), file.read_text("utf-8")) for name, file in scripts]


def fetch_value(
    connection: psycopg.Connection, statement: str, values: tuple[object, ...] = ()
) -> object:
    """Return the single value that a statement selects; None if it selects no row."""
    row = connection.execute(statement, values).fetchone()
    return None if row is None else row[0]


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
