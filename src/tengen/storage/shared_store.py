"""A store in a PostgreSQL database, which the servers of several machines share."""

from __future__ import annotations

from tengen.storage.postgresql_backend import PostgresqlBackend
from tengen.storage.postgresql_database import PostgresqlNode
from tengen.storage.rooms import RoomStore


class SharedStore(RoomStore):
    """Games and rooms in a PostgreSQL database. This process is one of its nodes."""

    def __init__(self, address: str) -> None:
        """Open the store at an address such as `postgresql://user@host/database`."""
        backend = PostgresqlBackend(address)
        super().__init__(backend.database.place, backend, PostgresqlNode(backend.database))
