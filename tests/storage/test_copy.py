"""Copying a whole store to another place."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from kit import copies
from kit.keeping import START
from kit.postgresql import PostgresqlServer

from tengen.errors import StoreError
from tengen.storage import copy
from tengen.storage.copy import CopyReport, copy_store
from tengen.storage.ownership import NodeListener
from tengen.storage.shared_store import SharedStore
from tengen.storage.store import Store
from tengen.storage.transfer import COPY_KEY, StoreRows

Place = Callable[[], str]
KINDS = ("directory", "database")


@pytest.fixture
def new_directory(tmp_path: Path) -> Place:
    return lambda: str(tmp_path / secrets.token_hex(4))


@pytest.fixture
def filled(new_directory: Place) -> str:
    directory = new_directory()
    copies.fill(directory)
    return directory


@pytest.fixture
def new_place(request: pytest.FixtureRequest, new_directory: Place) -> Callable[[str], str]:
    """Return an empty place of a kind."""

    def make(kind: str) -> str:
        if kind == "directory":
            return new_directory()
        server: PostgresqlServer = request.getfixturevalue("postgresql")
        return server.make_database()

    return make


def run_copy(source: str, target: str) -> CopyReport:
    return copy_store(source, target, lambda _what, _done, _total: None)


def refusal(source: str, target: str) -> str:
    with pytest.raises(StoreError) as raised:
        run_copy(source, target)
    return str(raised.value)


@pytest.mark.parametrize("target", KINDS)
@pytest.mark.parametrize("source", KINDS)
def test_a_copy_has_the_same_rows_and_continues_the_numbers(
    filled: str, new_place: Callable[[str], str], source: str, target: str
) -> None:
    rows = copies.rows_of(filled)
    place = filled
    if source == "database":
        place = new_place(source)
        run_copy(filled, place)
    copied = new_place(target)
    report = run_copy(place, copied)
    assert copies.rows_of(copied) == rows == copies.rows_of(place)
    assert (report.counts.games, report.events, report.counts.rooms) == (6, 12, 3)
    assert report.counts.settings == 3
    assert copies.next_numbers(copied) == (8, 5)


def test_the_games_of_a_copy_can_be_played_on(filled: str, postgresql: PostgresqlServer) -> None:
    address = postgresql.make_database()
    run_copy(filled, address)
    with SharedStore(address) as store:
        store.append(1, 1, [copies.MOVE])
        assert store.load(1) == [START, copies.MOVE]
        room = store.room("two")
        assert room is not None
        assert store.owner.take(["two"]) == {"two": 1}
        assert store.rooms_of(b"x")[0].summary is not None


@pytest.mark.parametrize("rows, events", [(1000, 1), (1, 1000), (1, 1), (2, 3)])
def test_the_size_of_batches_does_not_matter(
    filled: str, new_directory: Place, monkeypatch: pytest.MonkeyPatch, rows: int, events: int
) -> None:
    monkeypatch.setattr(copy, "MAX_ROWS", rows)
    monkeypatch.setattr(copy, "MAX_EVENTS", events)
    target = new_directory()
    run_copy(filled, target)
    assert copies.rows_of(target) == copies.rows_of(filled)


def test_progress_is_reported_to_the_end(
    filled: str, new_directory: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copy, "MAX_ROWS", 4)
    seen: list[tuple[str, int, int]] = []
    copy_store(filled, new_directory(), lambda *progress: seen.append(progress))
    assert seen[:4] == [
        ("copied", 4, 12),
        ("copied", 6, 12),
        ("copied", 9, 12),
        ("copied", 12, 12),
    ]
    assert seen[4:] == [("compared", done, 24) for done in range(1, 25)]


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(rows=copies.stores())
def test_a_random_store_copied_there_and_back_is_the_same(
    new_directory: Place, postgresql: PostgresqlServer, rows: StoreRows
) -> None:
    first, second, third = new_directory(), postgresql.make_database(), new_directory()
    copies.load(first, rows)
    there, back = run_copy(first, second), run_copy(second, third)
    assert there == back
    assert copies.rows_of(first) == copies.rows_of(second) == copies.rows_of(third)


def test_the_digest_depends_on_every_column(filled: str, new_directory: Place) -> None:
    digests = {run_copy(filled, new_directory()).digest}
    changes = [
        "UPDATE games SET started = started + 1 WHERE game = 4",
        "UPDATE games SET is_played = NOT is_played WHERE game = 1",
        "UPDATE events SET event = event || ' ' WHERE game = 2 AND number = 1",
        "UPDATE summaries SET summary = summary || ' ' WHERE game = 3",
        "UPDATE summaries SET events = 9 WHERE game = 3",
        "UPDATE rooms SET made = 77 WHERE link = 'one'",
        "UPDATE rooms SET two = x'00' WHERE link = 'one'",
        "UPDATE rooms SET before = 'two' WHERE link = 'one'",
        "UPDATE settings SET value = x'01' WHERE key = 'Z'",
    ]
    for change in changes:
        copies.run(filled, change)
        digests.add(run_copy(filled, new_directory()).digest)
    assert len(digests) == len(changes) + 1


# What is refused


def test_a_complete_copy_is_not_copied_again(filled: str, new_directory: Place) -> None:
    target = new_directory()
    first, second = run_copy(filled, target), run_copy(filled, target)
    assert (first.was_there, second.was_there) == (False, True)
    assert first.digest == second.digest


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "change",
    [
        "UPDATE games SET started = 5",
        "INSERT INTO settings VALUES ('more', '')",
        "DELETE FROM rooms WHERE link = 'one'",
    ],
)
def test_a_target_with_something_else_is_refused(
    filled: str, new_place: Callable[[str], str], kind: str, change: str
) -> None:
    target = new_place(kind)
    run_copy(filled, target)
    copies.run(target, change)
    rows = copies.rows_of(target)
    assert "not empty; choose an empty directory or database" in refusal(filled, target)
    assert copies.rows_of(target) == rows


def test_a_place_is_not_copied_to_itself(
    filled: str, postgresql: PostgresqlServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tengen.storage.postgresql_transfer.LOCK_SECONDS", 0.0)
    address = postgresql.make_database()
    run_copy(filled, address)
    assert "both the source and the target" in refusal(filled, f"{filled}/../{Path(filled).name}")
    assert "both the source and the target" in refusal(address, address)
    assert "the source and the target are the same" in refusal(
        address, f"{address}?application_name=other"
    )


def test_a_source_that_is_not_there_is_refused_and_not_made(
    new_directory: Place, postgresql: PostgresqlServer
) -> None:
    missing, empty = new_directory(), postgresql.make_database()
    assert "there are no games in this directory" in refusal(missing, new_directory())
    assert not Path(missing).exists()
    assert "there are no games in this database" in refusal(empty, new_directory())
    with psycopg.connect(empty) as connection:
        assert connection.execute("SELECT to_regclass('games')").fetchone() == (None,)


@pytest.mark.parametrize("is_source", [True, False])
def test_a_directory_in_use_is_refused(
    filled: str, new_directory: Place, *, is_source: bool
) -> None:
    other = new_directory()
    used = filled if is_source else other
    with Store(used):
        assert "these games are in use; stop the server" in refusal(filled, other)
    with Store(used) as store, closing(store.serve()):
        assert "these games are in use; stop the server" in refusal(filled, other)
    run_copy(filled, other)


@pytest.mark.parametrize("is_source", [True, False])
def test_a_database_with_a_living_server_is_refused(
    filled: str, new_directory: Place, postgresql: PostgresqlServer, *, is_source: bool
) -> None:
    used = postgresql.make_database()
    if is_source:
        run_copy(filled, used)
    source, target = (used, new_directory()) if is_source else (filled, used)
    with SharedStore(used) as store:
        store.owner.start(NodeListener(lambda _link: None, lambda _begun: None))
        assert "a server uses these games; stop all servers" in refusal(source, target)
        store.owner.stop()
    run_copy(source, target)


def test_no_server_can_start_during_a_copy(filled: str, new_directory: Place) -> None:
    refused: list[str] = []

    def start(_what: str, _done: int, _total: int) -> None:
        with Store(filled) as store, pytest.raises(StoreError) as raised:
            store.serve()
        refused.append(str(raised.value))

    copy_store(filled, new_directory(), start)
    assert refused
    assert all("another server is using these games" in why for why in refused)


def test_a_source_that_was_changed_during_the_copy_is_reported(
    filled: str, new_directory: Place
) -> None:
    def change(what: str, done: int, _total: int) -> None:
        if (what, done) == ("compared", 1):
            with Store(filled) as store:
                store.append(1, 1, [copies.MOVE])

    target = new_directory()
    with pytest.raises(StoreError, match="the games were changed while they were copied"):
        copy_store(filled, target, change)
    with pytest.raises(StoreError, match="unfinished copy"):
        Store(target)


def test_a_server_that_started_during_the_copy_is_reported(
    filled: str, new_directory: Place, postgresql: PostgresqlServer
) -> None:
    address, target = postgresql.make_database(), new_directory()
    run_copy(filled, address)
    with SharedStore(address) as store:

        def start(what: str, done: int, _total: int) -> None:
            if (what, done) == ("compared", 1):
                store.owner.start(NodeListener(lambda _link: None, lambda _begun: None))

        with pytest.raises(StoreError, match="the games were changed while they were copied"):
            copy_store(address, target, start)
        store.owner.stop()


def test_rows_that_contradict_each_other_are_reported(
    filled: str, new_place: Callable[[str], str]
) -> None:
    copies.run(filled, "UPDATE rooms SET game = 77 WHERE link = 'one'")
    for kind in KINDS:
        why = refusal(filled, new_place(kind))
        assert "the rows to be copied contradict each other: " in why
        assert "tengen store check" in why


@pytest.mark.parametrize("game", [5, 99])
def test_events_without_a_game_are_reported(filled: str, new_directory: Place, game: int) -> None:
    copies.run(
        filled,
        "DELETE FROM events WHERE game = 5",
        "DELETE FROM games WHERE game = 5",
        f"INSERT INTO events VALUES ({game}, 0, '')",
    )
    why = refusal(filled, new_directory())
    assert f"there are events of game {game}, but no such game; run `tengen store check`" in why


def test_a_difference_at_the_end_is_reported(filled: str, new_directory: Place) -> None:
    target = new_directory()

    def damage(what: str, done: int, total: int) -> None:
        if what == "copied" and done == total:
            copies.run(target, "UPDATE rooms SET made = 99")

    with pytest.raises(StoreError, match="the copy has other rooms than"):
        copy_store(filled, target, damage)


def test_a_state_of_another_version_is_refused(filled: str, new_directory: Place) -> None:
    target = new_directory()
    with Store(target) as store:
        store.remember(COPY_KEY, b"{}")
    assert "another version of Tengen has begun a copy here" in refusal(filled, target)
