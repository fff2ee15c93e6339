from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import equipment
import pytest
from kit.postgresql import PostgresqlServer

from tengen.storage.backend import StorageBackend
from tengen.storage.database import IN_MEMORY
from tengen.storage.postgresql_backend import PostgresqlBackend
from tengen.storage.sqlite_backend import SqliteBackend
from tengen.storage.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(str(tmp_path)) as store:
        yield store


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgresqlServer]:
    programs = equipment.find_postgresql()
    if programs is None:
        pytest.skip(equipment.why_missing(equipment.POSTGRESQL))
    server = PostgresqlServer(programs)
    yield server
    server.close()


@pytest.fixture(params=["on disk", "in memory", "in PostgreSQL"])
def any_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """Every backend, with the locks in a directory."""
    with Store(str(tmp_path), make_backend(request)) as store:
        yield store


def make_backend(request: pytest.FixtureRequest) -> StorageBackend | None:
    if request.param == "on disk":
        return None
    if request.param == "in memory":
        return SqliteBackend(IN_MEMORY)
    server: PostgresqlServer = request.getfixturevalue("postgresql")
    return PostgresqlBackend(server.make_database())
