"""The files of a database: whole, private, and in their places while it is open."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from kit.keeping import FILE, START, elsewhere, note, play, told

from tengen.errors import StoreError
from tengen.storage.database import IN_MEMORY
from tengen.storage.sqlite_backend import SqliteBackend
from tengen.storage.store import Store


@contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def modes(directory: Path) -> dict[str, int]:
    files = [path for path in directory.rglob("*") if path.is_file()]
    return {path.name: path.stat().st_mode & 0o777 for path in files}


def test_a_new_store_has_its_files_and_nothing_else(tmp_path: Path) -> None:
    with Store(str(tmp_path)):
        files = {f"{FILE}{suffix}" for suffix in ("", "-wal", "-shm")}
        assert set(os.listdir(tmp_path)) == files | {"open"}


def test_nobody_else_can_read_the_files_in_a_directory_that_was_there(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    with umask(0o022), Store(str(tmp_path)) as store, store.begin(START), closing(store.serve()):
        found = modes(tmp_path)
        assert found == dict.fromkeys(found, 0o600)
        assert {FILE, f"{FILE}-wal", f"{FILE}-shm", "1.lock", "server.lock"} <= set(found)
        assert {"store.lock", "users.lock"} <= set(found)


def test_files_that_others_could_read_become_private(tmp_path: Path) -> None:
    with elsewhere(tmp_path, "store.keep(START); print(flush=True); sys.stdin.read()") as child:
        told(child)
        child.kill()
    for path in tmp_path.rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)
    with Store(str(tmp_path)) as store:
        found = modes(tmp_path)
        assert f"{FILE}-wal" in found
        assert found == dict.fromkeys(found, 0o600)
        assert store.load(1) == [START]


@pytest.mark.parametrize("size", [0, None])
def test_an_empty_file_is_not_taken_for_a_new_store(tmp_path: Path, size: int | None) -> None:
    path = tmp_path / FILE
    if size == 0:
        path.touch()
    else:
        with closing(sqlite3.connect(path)) as empty:
            empty.execute("PRAGMA journal_mode = WAL")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="the file is empty, so its games are lost; restore a"):
        Store(str(tmp_path))
    assert path.read_bytes() == before


def test_the_log_beside_an_empty_file_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / FILE).touch()
    (tmp_path / f"{FILE}-wal").write_bytes(b"moves")
    (tmp_path / "open").mkdir()
    with pytest.raises(StoreError, match="the file is empty"):
        SqliteBackend(str(tmp_path / FILE))
    assert (tmp_path / FILE).read_bytes() == b""
    assert (tmp_path / f"{FILE}-wal").read_bytes() == b"moves"


def test_a_new_file_is_there_after_a_power_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[bool] = []
    fsync = os.fsync

    def sync(fd: int) -> None:
        synced.append(stat.S_ISDIR(os.fstat(fd).st_mode))
        fsync(fd)

    monkeypatch.setattr(os, "fsync", sync)
    SqliteBackend(str(tmp_path / FILE)).close()
    monkeypatch.chdir(tmp_path)
    SqliteBackend("other.sqlite3").close()
    assert synced == [False, True] * 2


def test_a_log_without_its_database_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / f"{FILE}-wal").write_bytes(b"moves")
    with pytest.raises(StoreError, match=f"missing, but its log {FILE}-wal is there; put the file"):
        Store(str(tmp_path))
    assert (tmp_path / f"{FILE}-wal").read_bytes() == b"moves"
    (tmp_path / f"{FILE}-wal").write_bytes(b"")
    Store(str(tmp_path)).close()


def test_a_file_that_cannot_be_made_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tengen.storage.database.write_atomically", fail)
    with pytest.raises(StoreError, match="cannot be made: No space left on device; use --data DIR"):
        Store(str(tmp_path))
    assert not (tmp_path / FILE).exists()


def test_a_directory_that_was_deleted_is_noticed(tmp_path: Path) -> None:
    with Store(str(tmp_path / "games")) as store:
        game = store.keep(START)
        shutil.rmtree(tmp_path / "games")
        for act in (
            lambda: store.append(game, 1, [note(1)]),
            lambda: store.keep(START),
            lambda: store.load(game),
        ):
            with pytest.raises(StoreError, match="was deleted or moved while it was in use, so"):
                act()


@pytest.mark.parametrize("suffix", ["", "-wal", "-shm"])
def test_a_file_that_was_replaced_is_noticed(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"{FILE}{suffix}"
    with Store(str(tmp_path)) as store:
        game = play(store, [START, note(1)])
        path.rename(tmp_path / "away")
        shutil.copy(tmp_path / "away", path)
        with pytest.raises(StoreError, match="put it back, or restart Tengen to begin a new one"):
            store.append(game, 2, [note(2)])
        (tmp_path / "away").replace(path)
        store.append(game, 2, [note(2)])
    with Store(str(tmp_path)) as store:
        assert store.load(game) == [START, note(1), note(2)]


def test_what_is_deleted_while_it_is_written_to_was_not_kept(tmp_path: Path) -> None:
    with Store(str(tmp_path / "games")) as store:

        def claim(game: int) -> None:
            assert game == 1
            shutil.rmtree(tmp_path / "games")

        with pytest.raises(StoreError, match="was deleted or moved"):
            store._ledger.add_game(0, b"{}", claim)  # noqa: SLF001 - in the middle of a commit


def test_a_store_in_memory_has_no_files_to_lose(tmp_path: Path) -> None:
    with Store(str(tmp_path / "games"), SqliteBackend(IN_MEMORY)) as store:
        shutil.rmtree(tmp_path / "games")
        assert store.keep(START) == 1
