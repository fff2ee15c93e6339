"""Problems with a disk, a directory or a file, and the messages about them."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from kit.keeping import FILE, START, note, play

from tengen.errors import StoreError
from tengen.storage.directory import data_directory
from tengen.storage.sqlite_backend import SqliteBackend
from tengen.storage.store import Store


def run(path: Path, *statements: str) -> None:
    """Change the database without the store."""
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


@pytest.mark.parametrize("text", [b"not a database, but rather long\n" * 200, b"SQLite format 3"])
def test_a_file_that_is_not_a_database_is_left_alone(tmp_path: Path, text: bytes) -> None:
    (tmp_path / FILE).write_bytes(text)
    with pytest.raises(
        StoreError, match="the file is damaged: run `tengen store check`, then restore"
    ):
        Store(str(tmp_path))
    assert (tmp_path / FILE).read_bytes() == text


def test_damage_in_the_middle_is_found_when_that_part_is_read(tmp_path: Path) -> None:
    with Store(str(tmp_path)) as store:
        game = play(store, [START, *map(note, range(400))])
    path = tmp_path / FILE
    text = bytearray(path.read_bytes())
    text[8192:] = b"\xa5" * len(text[8192:])
    path.write_bytes(text)
    with Store(str(tmp_path)) as store, pytest.raises(StoreError, match="damaged"):
        store.load(game)


def test_a_newer_store_is_left_alone(tmp_path: Path) -> None:
    Store(str(tmp_path)).close()
    run(tmp_path / FILE, "PRAGMA user_version = 9")
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(
        StoreError, match=r"a newer Tengen wrote this file \(format 9, this version"
    ):
        Store(str(tmp_path))
    assert (tmp_path / FILE).read_bytes() == before


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    run(tmp_path / FILE, "CREATE TABLE recipes (name)")
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(StoreError, match="not a Tengen database; use --data DIR"):
        Store(str(tmp_path))
    assert (tmp_path / FILE).read_bytes() == before


@pytest.mark.parametrize(
    "pragma, why",
    [
        ("PRAGMA query_only = 1", "the file cannot be written; use --data DIR"),
        ("PRAGMA max_page_count = 1", "the disk is full; free some space, or use --data DIR"),
    ],
)
def test_a_full_or_read_only_disk_is_reported(tmp_path: Path, pragma: str, why: str) -> None:
    with Store(str(tmp_path)) as store:
        game = play(store, [START, note(1)])
        backend = store._backend  # noqa: SLF001
        assert isinstance(backend, SqliteBackend)
        backend._database._writer.connection.execute(pragma)  # noqa: SLF001
        with pytest.raises(StoreError, match=why):
            store.append(game, 2, [note(number) for number in range(1000)])
        assert store.load(game) == [START, note(1)]


def test_a_program_that_does_not_stop_writing_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tengen.storage.database.BUSY_SECONDS", 0.01)
    with Store(str(tmp_path)) as store, closing(sqlite3.connect(tmp_path / FILE)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(
            StoreError, match="another program is still writing to the file; try again"
        ):
            store.keep(START)
        other.rollback()
        assert store.keep(START) == 1


def test_an_unreadable_game_does_not_hide_the_others(tmp_path: Path) -> None:
    with Store(str(tmp_path)) as store:
        games = [play(store, [START, note(1)]) for _ in range(4)]
        run(
            tmp_path / FILE,
            f"UPDATE events SET event = '{{}}' WHERE game = {games[0]} AND number = 1",
            f"DELETE FROM events WHERE game = {games[1]} AND number = 0",
            f"UPDATE events SET event = replace(event, '15x15', '99x9') WHERE game = {games[3]}",
        )
        assert [summary.game for summary in store.games(limit=1)] == [games[2]]
        assert [summary.game for summary in store.games()] == [games[2]]
        assert [summary.game for summary in store.unfinished()] == [games[2]]
        with pytest.raises(StoreError, match=f"game {games[0]} cannot be read: not a game event"):
            store.load(games[0])


def test_the_directory_can_be_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert data_directory("here") == str(tmp_path / "here")
    assert data_directory(str(tmp_path / "a" / "b")) == str(tmp_path / "a" / "b")
    assert (tmp_path / "a" / "b").is_dir()


@pytest.mark.parametrize("base, where", [("data", "data/tengen"), ("", ".local/share/tengen")])
def test_the_default_directory_is_the_users_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, base: str, where: str
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / base) if base else "not/absolute")
    assert data_directory(None) == str(tmp_path / where)
    assert (tmp_path / where).stat().st_mode & 0o777 == 0o700
    monkeypatch.delenv("XDG_DATA_HOME")
    assert data_directory("") == str(tmp_path / ".local/share/tengen")


def test_an_existing_directory_keeps_its_mode(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    data_directory(str(tmp_path))
    assert tmp_path.stat().st_mode & 0o777 == 0o755


def test_the_message_for_a_user_without_a_home_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HOME", "nowhere")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    with pytest.raises(StoreError, match="there is no home directory; use --data DIR"):
        data_directory(None)


def test_a_directory_that_cannot_be_created_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for path, why in (("file", "File exists"), ("file/below", "Not a directory")):
        for make in (data_directory, Store):
            with pytest.raises(StoreError, match=f"cannot create the directory: {why}; use --data"):
                make(str(tmp_path / path))


def test_a_database_that_cannot_be_opened_is_reported(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    with pytest.raises(StoreError, match="the file cannot be opened; use --data DIR"):
        Store(str(tmp_path))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_directory_is_reported(tmp_path: Path) -> None:
    Store(str(tmp_path)).close()
    for path in (tmp_path / "open", tmp_path):
        path.chmod(0o500)
    with pytest.raises(StoreError, match="use --data DIR"):
        Store(str(tmp_path)).keep(START)
    for path in (tmp_path, tmp_path / "open"):
        path.chmod(0o700)
