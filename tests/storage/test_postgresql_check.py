"""Checking a store in PostgreSQL for damage."""

from __future__ import annotations

from pathlib import Path

import psycopg
import pytest
from kit import copies
from kit.postgresql import PostgresqlServer

from tengen.errors import StoreError
from tengen.storage import postgresql_statements as statements
from tengen.storage.copy import copy_store
from tengen.storage.postgresql_check import PostgresqlCheck
from tengen.storage.shared_store import SharedStore

RESTORE = "restore it from a dump of `pg_dump`"
UNREADABLE = f"lists leave it out; {RESTORE} if you need it"
WRONG_PLACE = f"lists show it in the wrong place; {RESTORE} if that matters"
DATABASE = (
    "restore a dump of `pg_dump` into a new database, or save what can be read with `pg_dump`"
)


@pytest.fixture
def address(tmp_path: Path, postgresql: PostgresqlServer) -> str:
    """A database with six games and three rooms, one of which has an owner."""
    directory, address = str(tmp_path), postgresql.make_database()
    copies.fill(directory)
    copy_store(directory, address, lambda *_progress: None)
    with SharedStore(address) as store:
        store.owner.take(["two"])
    return address


def problems(address: str) -> list[str]:
    return [str(problem) for problem in PostgresqlCheck(address).problems()]


def damaged(address: str, *statements: str) -> list[str]:
    copies.run(address, *statements)
    return problems(address)


def test_an_intact_store_has_no_problems(address: str) -> None:
    check = PostgresqlCheck(address)
    progress: list[int] = []
    check.on_game = progress.append
    assert list(check.problems()) == []
    assert (check.games, check.rooms) == (6, 3)
    assert progress == [1, 2, 3, 4, 5, 6]


def test_changes_during_a_check_are_ignored(address: str) -> None:
    copies.run(address, "UPDATE games SET events = 7 WHERE game = 1")
    found = PostgresqlCheck(address).problems()
    assert next(found).where == "game 1"
    copies.run(address, "UPDATE events SET event = '{}' WHERE game = 4")
    with SharedStore(address) as store:
        store.append(2, 2, [copies.END])
    assert list(found) == []
    assert [line.partition(":")[0] for line in problems(address)] == ["game 1", "game 4"]


def test_the_check_cannot_write(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statements, "DANGLING", "DELETE FROM settings RETURNING key")
    with pytest.raises(StoreError, match="the database is read-only"):
        problems(address)


def test_an_event_that_cannot_be_read_is_found(address: str) -> None:
    (found,) = damaged(address, "UPDATE events SET event = '{}' WHERE game = 1")
    assert found.startswith("game 1: it cannot be replayed: not a game event: '{}': ")
    assert found.endswith(UNREADABLE)


def test_a_gap_between_events_is_found(address: str) -> None:
    statement = "UPDATE events SET number = 5 WHERE game = 2 AND number = 1"
    assert damaged(address, statement) == [
        f"game 2: it cannot be replayed: event 1 is missing; {UNREADABLE}"
    ]


def test_a_wrong_count_of_events_is_found_and_its_remedy_helps(address: str) -> None:
    remedy = "UPDATE games SET events = 2 WHERE game = 2"
    assert damaged(address, "UPDATE games SET events = 7 WHERE game = 2") == [
        (
            "game 2: it has 2 events, but their count says 7; its next move would be refused;"
            f" run `{remedy}`"
        )
    ]
    assert damaged(address, remedy) == []


def test_a_game_without_events_is_found(address: str) -> None:
    found = damaged(address, "DELETE FROM events WHERE game = 1")
    assert found[0].startswith("game 1: it has 0 events, but their count says 1; ")
    assert found[1].startswith("game 1: it cannot be replayed: the first event of a game must be")


@pytest.mark.parametrize("game, mark", [(1, "over"), (4, "unfinished")])
def test_a_game_with_a_wrong_mark_is_found(address: str, game: int, mark: str) -> None:
    statement = f"UPDATE games SET is_over = NOT is_over WHERE game = {game}"
    assert damaged(address, statement) == [
        f"game {game}: it is marked as {mark}, but is not; {WRONG_PLACE}"
    ]


def test_a_game_that_a_server_would_delete_is_found(address: str) -> None:
    (found,) = damaged(address, "UPDATE games SET is_played = false WHERE game = 2")
    assert found == (
        "game 2: it is marked as not played, but has moves; servers delete such games after a day:"
        " set its `is_played` in the table `games` before"
    )


def test_a_summary_with_wrong_facts_is_found(address: str) -> None:
    (found,) = damaged(
        address,
        """UPDATE summaries SET summary = replace(summary, '"moves":0', '"moves":9')
        WHERE game = 3""",
    )
    assert found.startswith("game 3: its summary is wrong; lists show it wrongly until the next")
    copies.run(address, "UPDATE summaries SET events = 1 WHERE game = 3")
    assert problems(address) == []


def test_a_room_that_cannot_be_read_is_found(address: str) -> None:
    (found,) = damaged(address, "UPDATE rooms SET setup = '{\"rules\":3}' WHERE link = 'one'")
    assert found.startswith("room 'one': it cannot be read: not a setup: ")
    assert found.endswith(UNREADABLE)


@pytest.mark.parametrize("link, mark", [("one", "over"), ("two", "over"), ("three", "unfinished")])
def test_a_room_with_a_wrong_mark_is_found(address: str, link: str, mark: str) -> None:
    statement = f"UPDATE rooms SET is_over = NOT is_over WHERE link = '{link}'"
    assert damaged(address, statement) == [
        f"room '{link}': it is marked as {mark}, but its game is not; {WRONG_PLACE}"
    ]


@pytest.mark.parametrize("game, right", [(5, 1), (1, 0)])
def test_a_wrong_epoch_is_found_and_its_remedy_helps(address: str, game: int, right: int) -> None:
    remedy = f"UPDATE games SET epoch = {right} WHERE game = {game}"
    assert damaged(address, f"UPDATE games SET epoch = 9 WHERE game = {game}") == [
        (
            f"game {game}: its epoch is 9, but that of its room's owner is {right};"
            f" its next move would be refused; run `{remedy}`"
        )
    ]
    assert damaged(address, remedy) == []


@pytest.mark.parametrize(
    "statement, what",
    [
        ("INSERT INTO events VALUES (77, 0, ''), (77, 1, '')", "are events of game 77"),
        ("INSERT INTO events VALUES (0, 0, '')", "are events of game 0"),
        ("INSERT INTO summaries VALUES (77, 0, '')", "is a summary of game 77"),
        ("UPDATE rooms SET game = 77 WHERE link = 'one'", "is a room 'one' of game 77"),
    ],
)
def test_a_reference_to_a_missing_game_is_found(address: str, statement: str, what: str) -> None:
    assert damaged(address, statement) == [f"database: there {what}, but no such game; {DATABASE}"]


def test_an_owner_without_a_room_is_found(address: str) -> None:
    assert damaged(address, "INSERT INTO owners VALUES ('none', NULL, 1)") == [
        f"database: there is an owner of room 'none', but no such room; {DATABASE}"
    ]


def test_a_number_that_is_already_taken_is_found_and_its_remedy_helps(address: str) -> None:
    remedy = "SELECT setval(pg_get_serial_sequence('games', 'game'), 6)"
    statement = "SELECT setval(pg_get_serial_sequence('games', 'game'), 5)"
    assert damaged(address, statement) == [
        (
            "database: the next number of a game is taken: game 6 exists;"
            f" new ones cannot be saved; run `{remedy}`"
        )
    ]
    assert damaged(address, remedy) == []
    with SharedStore(address) as store:
        assert store._backend.add_game(0, b"", lambda _game: None) == 7  # noqa: SLF001 - any game


def test_an_unfinished_copy_is_found(tmp_path: Path, postgresql: PostgresqlServer) -> None:
    address = postgresql.make_database()
    copies.fill(str(tmp_path))

    def stop(_what: str, _done: int, _total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        copy_store(str(tmp_path), address, stop)
    assert problems(address) == [
        (
            f"store: this is an unfinished copy of {tmp_path};"
            " finish it with the same `tengen store copy` as before"
        )
    ]


def test_a_damaged_page_is_found(address: str, postgresql: PostgresqlServer) -> None:
    name = address.rpartition("/")[2]
    with postgresql.connect(name) as connection:
        connection.execute("CHECKPOINT")
        row = connection.execute("SELECT pg_relation_filepath('events')").fetchone()
    assert row is not None
    postgresql.kill()
    file = postgresql.directory / "data" / row[0]
    file.write_bytes(b"\xa5" * len(file.read_bytes()))
    postgresql.start()
    (found,) = problems(address)
    assert found.startswith("database: invalid page in block 0 of relation ")
    assert found.endswith(DATABASE)


def test_tables_without_owners_are_checked_and_not_changed(address: str) -> None:
    copies.run(address, "DROP TABLE owners", "DROP TABLE nodes")
    copies.run(address, "DELETE FROM migrations WHERE version = 2")
    assert problems(address) == []
    with psycopg.connect(address) as connection:
        assert connection.execute("SELECT max(version) FROM migrations").fetchone() == (1,)


def test_a_database_without_games_is_refused_and_not_changed(postgresql: PostgresqlServer) -> None:
    address = postgresql.make_database()
    with pytest.raises(StoreError, match="there are no games in this database; check its name"):
        problems(address)
    with psycopg.connect(address) as connection:
        assert connection.execute("SELECT to_regclass('games')").fetchone() == (None,)
