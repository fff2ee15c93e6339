"""Connections to PostgreSQL, its migrations, and messages for its errors."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import ExitStack

import psycopg
import pytest
from kit import copies
from kit.keeping import START
from kit.postgresql import PostgresqlServer
from psycopg import errors

from tengen.errors import RoomOutdated, StoreError
from tengen.game.events import GameEnded, GameResult, format_event
from tengen.game.tasks import Seat
from tengen.rules.outcome import Termination
from tengen.storage import postgresql_backend
from tengen.storage.backend import EventBatch
from tengen.storage.event_writer import make_event_batch
from tengen.storage.postgresql_backend import PostgresqlBackend
from tengen.storage.postgresql_database import MAX_CONNECTIONS, PostgresqlDatabase
from tengen.storage.shared_store import SharedStore

FD_SETSIZE = 1024
"""Open files above which `select` fails."""
END_ALL = """
SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
WHERE application_name = 'tengen' AND pid <> pg_backend_pid()
"""


@pytest.fixture
def address(postgresql: PostgresqlServer) -> str:
    return postgresql.make_database()


@pytest.fixture
def store(address: str) -> Iterator[SharedStore]:
    with SharedStore(address) as store:
        yield store


def end_connections(address: str) -> None:
    """Close the connections of all stores, as a restart of the database does."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(END_ALL)


def test_an_unreachable_database_is_an_error_without_secrets() -> None:
    with pytest.raises(StoreError, match="the database cannot be reached") as found:
        PostgresqlDatabase("postgresql://ann:secret@127.0.0.1:1/games")
    assert "secret" not in str(found.value)


def test_several_processes_may_migrate_at_the_same_time(address: str) -> None:
    failures: list[Exception] = []

    def open_store() -> None:
        try:
            SharedStore(address).close()
        except Exception as error:  # noqa: BLE001 - reported below
            failures.append(error)

    threads = [threading.Thread(target=open_store) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    with psycopg.connect(address) as connection:
        rows = connection.execute("SELECT version, name FROM migrations ORDER BY version")
        assert rows.fetchall() == [(1, "0001_games_and_rooms"), (2, "0002_nodes")]


def test_tables_of_a_newer_version_are_refused(address: str) -> None:
    SharedStore(address).close()
    with psycopg.connect(address) as connection:
        connection.execute("INSERT INTO migrations (version, name) VALUES (99, 'later')")
    with pytest.raises(StoreError, match=r"a newer Tengen made these tables.*update Tengen"):
        SharedStore(address)


def test_connections_work_in_a_process_with_many_open_files(address: str) -> None:
    with ExitStack() as files:
        for _ in range(FD_SETSIZE):
            files.enter_context(open(os.devnull, "rb"))
        with SharedStore(address) as store:
            store.remember("key", b"value")
            assert store.recall("key") == b"value"


def test_connections_that_the_database_has_closed_are_replaced(
    store: SharedStore, address: str
) -> None:
    store.remember("key", b"value")
    end_connections(address)
    assert store.recall("key") == b"value"


def test_events_are_saved_once_if_the_connection_breaks_after_the_commit(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    backend = PostgresqlBackend(address)
    game = backend.add_game(0, b"first", lambda _game: None)
    write = postgresql_backend.PostgresqlEvents._write  # noqa: SLF001 - breaks its connection
    tries: list[bool] = []

    def write_and_break(
        events: postgresql_backend.PostgresqlEvents, *args: object, **options: bool
    ) -> object:
        tries.append(options["is_repeated"])
        done = write(events, *args, **options)  # type: ignore[arg-type]
        if len(tries) == 1:
            end_connections(address)
            assert events._connection is not None  # noqa: SLF001 - likewise
            events._connection.execute("SELECT 1")  # noqa: SLF001 - likewise
        return done

    monkeypatch.setattr(postgresql_backend.PostgresqlEvents, "_write", write_and_break)
    batch = EventBatch(game, 1, ["second", "third"], None, is_played=True)
    assert backend.add_many([batch]) == [None]
    assert tries == [False, True]
    assert backend.events(game) == [b"first", b"second", b"third"]
    backend.close()


def test_it_is_said_if_the_outcome_is_unknown(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql_backend, "RETRY_SECONDS", 0.0)
    backend = PostgresqlBackend(address)
    game = backend.add_game(0, b"first", lambda _game: None)

    def fail(*_args: object, **_options: bool) -> object:
        raise psycopg.OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(postgresql_backend.PostgresqlEvents, "_write", fail)
    batch = EventBatch(game, 1, ["second"], None, is_played=True)
    (error,) = backend.add_many([batch])
    assert isinstance(error, RoomOutdated)
    assert f"it is not known whether the last events of game {game} were saved" in str(error)
    backend.close()


def test_the_outcome_stays_unknown_if_the_second_try_fails(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    backend = PostgresqlBackend(address)
    game = backend.add_game(0, b"first", lambda _game: None)

    def fail(
        events: postgresql_backend.PostgresqlEvents, *_args: object, is_repeated: bool
    ) -> object:
        if is_repeated:
            events._open()  # noqa: SLF001 - as it does
            raise errors.QueryCanceled("canceling statement due to statement timeout")
        raise psycopg.OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(postgresql_backend.PostgresqlEvents, "_write", fail)
    (error,) = backend.add_many([EventBatch(game, 1, ["second"], None, is_played=True)])
    assert isinstance(error, RoomOutdated)
    assert "it is not known whether" in str(error)
    backend.close()


def test_events_are_saved_even_if_the_summary_cannot_be(address: str) -> None:
    backend = PostgresqlBackend(address)
    game = backend.add_game(0, format_event(START), lambda _game: None)
    copies.run(address, "ALTER TABLE summaries ADD CHECK (false)")
    end = GameEnded(5, GameResult(Seat.ONE, Termination.RESIGNED))
    assert backend.add_many([make_event_batch(game, 1, [end])]) == [None]
    assert backend.events(game) == [format_event(START), format_event(end)]
    backend.close()


def test_a_room_that_does_not_fit_its_game_is_outdated(address: str) -> None:
    backend = PostgresqlBackend(address)
    game = backend.add_game(0, b"first", lambda _game: None)
    late = EventBatch(game, 2, ["third"], None, is_played=True)
    lost = EventBatch(game + 1, 1, ["second"], None, is_played=True)
    found = backend.add_many([late, lost])
    assert all(isinstance(error, RoomOutdated) for error in found)
    assert [str(error).rpartition(": ")[2] for error in found] == [
        "it has 1 events, not 2",
        f"there is no game {game + 1}",
    ]
    backend.close()


def test_threads_wait_for_a_free_connection(address: str) -> None:
    database = PostgresqlDatabase(address)
    threads = [
        threading.Thread(target=_sleep_in, args=(database,)) for _ in range(3 * MAX_CONNECTIONS)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with psycopg.connect(address) as connection:
        count = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'tengen'"
        row = connection.execute(count + " AND datname = current_database()").fetchone()
    assert row is not None
    assert 0 < row[0] <= MAX_CONNECTIONS
    database.close()


def _sleep_in(database: PostgresqlDatabase) -> None:
    with database.using() as connection:
        connection.execute("SELECT pg_sleep(0.05)")


def test_a_closed_store_says_so(address: str) -> None:
    store = SharedStore(address)
    store.close()
    with pytest.raises(StoreError, match="the database was closed"):
        store.recall("key")


def test_a_game_survives_a_crash_of_the_database(
    postgresql: PostgresqlServer, store: SharedStore
) -> None:
    store.remember("last", b"move")
    postgresql.kill()
    postgresql.start()
    assert store.recall("last") == b"move"
