"""The files of a database: intact, private, and in place while the database is open."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import struct
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from kit.keeping import FILE, START, elsewhere, note, play, read_line

from tengen.errors import StoreError
from tengen.storage.database import IN_MEMORY
from tengen.storage.sqlite_backend import SqliteBackend
from tengen.storage.store import Store
from tengen.storage.write_ahead_log import check_log, is_damaged


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


def test_files_in_an_existing_directory_are_private(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    with umask(0o022), Store(str(tmp_path)) as store, store.begin(START), closing(store.serve()):
        found = modes(tmp_path)
        assert found == dict.fromkeys(found, 0o600)
        assert {FILE, f"{FILE}-wal", f"{FILE}-shm", "1.lock", "server.lock"} <= set(found)
        assert {"store.lock", "users.lock"} <= set(found)


def test_files_that_others_could_read_become_private(tmp_path: Path) -> None:
    with elsewhere(tmp_path, "store.keep(START); print(flush=True); sys.stdin.read()") as child:
        read_line(child)
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


def test_a_new_file_survives_a_power_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_a_file_that_cannot_be_created_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tengen.storage.database.write_atomically", fail)
    with pytest.raises(
        StoreError, match="cannot be created: No space left on device; use --data DIR"
    ):
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
        with pytest.raises(StoreError, match="put it back, or restart Tengen to start with a new"):
            store.append(game, 2, [note(2)])
        (tmp_path / "away").replace(path)
        store.append(game, 2, [note(2)])
    with Store(str(tmp_path)) as store:
        assert store.load(game) == [START, note(1), note(2)]


def test_deleting_the_files_during_a_commit_is_an_error(tmp_path: Path) -> None:
    with Store(str(tmp_path / "games")) as store:

        def claim(game: int) -> None:
            assert game == 1
            shutil.rmtree(tmp_path / "games")

        with pytest.raises(StoreError, match="was deleted or moved"):
            store._backend.add_game(0, b"{}", claim)  # noqa: SLF001 - in the middle of a commit


def test_a_store_in_memory_does_not_need_its_directory(tmp_path: Path) -> None:
    with Store(str(tmp_path / "games"), SqliteBackend(IN_MEMORY)) as store:
        shutil.rmtree(tmp_path / "games")
        assert store.keep(START) == 1


LOG, INDEX = f"{FILE}-wal", f"{FILE}-shm"
DAMAGED = f"its log {LOG} is damaged, and moves in it cannot be read; restore a copy of all files"
FRAME = 24 + 4096


@pytest.fixture
def killed(tmp_path: Path) -> Path:
    """The store that a killed process with ten games leaves."""
    program = "print([store.keep(START) for _ in range(10)], flush=True); sys.stdin.read()"
    with elsewhere(tmp_path, program) as child:
        read_line(child)
        child.kill()
    return tmp_path


def flip(path: Path, at: int) -> None:
    data = bytearray(path.read_bytes())
    data[at] ^= 1
    path.write_bytes(data)


def frames(log: Path) -> int:
    return (log.stat().st_size - 32) // FRAME


def commits(log: Path) -> list[int]:
    """Return the numbers of the frames that end a transaction."""
    data = log.read_bytes()
    sizes = [struct.unpack_from(">I", data, 32 + at * FRAME + 4)[0] for at in range(frames(log))]
    return [at for at, size in enumerate(sizes) if size]


def test_an_intact_log_is_read(killed: Path) -> None:
    check_log(str(killed / FILE))
    with Store(str(killed)) as store:
        assert [len(store.load(game)) for game in range(1, 11)] == [1] * 10


@pytest.mark.parametrize("at", [0, 9, 17, 25, 31, 32 + 8, 32 + 16, 32 + 24 + 5, 32 + FRAME + 100])
@pytest.mark.parametrize("has_index", [True, False])
def test_a_damaged_log_is_left_alone(killed: Path, at: int, has_index: bool) -> None:  # noqa: FBT001 - a parameter
    flip(killed / LOG, at)
    if not has_index:
        (killed / INDEX).unlink()
    before = (killed / LOG).read_bytes()
    with pytest.raises(StoreError, match=DAMAGED):
        Store(str(killed))
    assert (killed / LOG).read_bytes() == before


def test_the_index_shows_that_the_last_transaction_is_damaged(killed: Path) -> None:
    flip(killed / LOG, (killed / LOG).stat().st_size - 1)
    with pytest.raises(StoreError, match=DAMAGED):
        Store(str(killed))


def test_a_last_transaction_cut_short_by_a_power_cut_is_not_damage(killed: Path) -> None:
    flip(killed / LOG, (killed / LOG).stat().st_size - 1)
    (killed / INDEX).unlink()
    with Store(str(killed)) as store:
        assert store.load(9) == [START]
        with pytest.raises(StoreError, match="there is no game 10"):
            store.load(10)


@pytest.mark.parametrize("size", [0, 20, 32, 32 + FRAME, 32 + FRAME + 100])
def test_a_truncated_log_is_damaged(killed: Path, size: int) -> None:
    (killed / LOG).write_bytes((killed / LOG).read_bytes()[:size])
    with pytest.raises(StoreError, match=DAMAGED):
        Store(str(killed))


def test_a_deleted_log_is_noticed(killed: Path) -> None:
    (killed / LOG).unlink()
    with pytest.raises(StoreError, match=DAMAGED):
        Store(str(killed))


def test_a_damaged_index_is_ignored(killed: Path) -> None:
    flip(killed / INDEX, 17)
    assert is_damaged((killed / LOG).read_bytes(), (killed / INDEX).read_bytes()) is False
    (killed / LOG).unlink()
    check_log(str(killed / FILE))


def test_a_log_that_was_copied_to_the_database_may_be_lost(killed: Path) -> None:
    with closing(sqlite3.connect(killed / FILE)) as other:
        other.execute("PRAGMA wal_checkpoint")
        shutil.copytree(killed, killed / "copy")
    (killed / "copy" / LOG).unlink()
    with Store(str(killed / "copy")) as store:
        assert store.load(10) == [START]


def test_a_restarted_log_with_old_frames_at_its_end_is_intact(killed: Path) -> None:
    with closing(sqlite3.connect(killed / FILE)) as other:
        other.execute("PRAGMA wal_checkpoint")
        other.execute("DELETE FROM games WHERE game = 3")
        other.commit()
        assert len(commits(killed / LOG)) > 2
        shutil.copytree(killed, killed / "copy")
    check_log(str(killed / "copy" / FILE))
    with Store(str(killed / "copy")) as store:
        assert len(store.games()) == 9


def test_a_log_is_not_checked_while_it_is_in_use(killed: Path) -> None:
    with Store(str(killed)) as store:
        store.keep(START)
        flip(killed / LOG, 40)
        with Store(str(killed)) as other:
            assert other.load(10) == [START]


def checksum(data: bytes, order: str, start: tuple[int, int] = (0, 0)) -> tuple[int, int]:
    """Return the checksum as SQLite's documentation defines it."""
    one, two = start
    for at in range(0, len(data), 8):
        first, second = struct.unpack(f"{order}II", data[at : at + 8])
        one = (one + first + two) % 2**32
        two = (two + second + one) % 2**32
    return one, two


def make_log(commits: str, order: str = "<") -> bytearray:
    """Return a log of small pages with a frame for each letter; `c` ends a transaction."""
    magic = 0x377F0682 if order == "<" else 0x377F0683
    header = struct.pack(">IIIIII", magic, 3007000, 512, 1, 77, 78)
    total = checksum(header, order)
    log = bytearray(header + struct.pack(">II", *total))
    for number, letter in enumerate(commits):
        head = struct.pack(">II", number + 1, 9 if letter == "c" else 0)
        page = bytes([number + 1, 255]) * 256
        total = checksum(page, order, checksum(head, order, total))
        log += head + struct.pack(">IIII", 77, 78, *total) + page
    return log


def make_index(count: int, backfilled: int = 0, salts: tuple[int, int] = (77, 78)) -> bytes:
    """Return an index with the numbers of committed frames and of those in the database."""
    head = struct.pack("=IIIBBHII", 3007000, 0, 1, 1, 0, 512, count, 9) + bytes(8)
    head += struct.pack(">II", *salts)
    head += struct.pack("=II", *checksum(head, "="))
    return head * 2 + struct.pack("=I", backfilled)


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize(
    "commits, bad, expected",
    [
        ("ccc", 0, True),
        ("ccc", 1, True),
        ("ccc", 2, False),
        ("cc.c", 2, False),
        ("cc..", 2, False),
        ("c.cc", 1, True),
        ("c", 0, False),
    ],
)
def test_two_commits_after_a_bad_frame_are_damage(
    order: str,
    commits: str,
    bad: int,
    expected: bool,  # noqa: FBT001 - a parameter
) -> None:
    log = make_log(commits, order)
    assert is_damaged(bytes(log), b"") is False
    for at in (0, 16, 20, 24, 24 + 511):
        broken = bytearray(log)
        broken[32 + bad * 536 + at] ^= 1
        assert is_damaged(bytes(broken), b"") is expected


@pytest.mark.parametrize(
    "frames, index, expected",
    [
        ("cc", make_index(2), False),
        ("cc", make_index(1), False),
        ("cc", make_index(3), True),
        ("cc", make_index(3, backfilled=3), False),
        ("cc", make_index(3, backfilled=2), True),
        ("cc", make_index(3, salts=(77, 79)), False),
        ("cc", make_index(3)[:-1], False),
        ("cc", b"\1" + make_index(3)[1:], False),
        ("", make_index(1), True),
        ("", b"", False),
    ],
)
def test_a_log_with_fewer_frames_than_its_index_says_is_damaged(
    frames: str,
    index: bytes,
    expected: bool,  # noqa: FBT001 - a parameter
) -> None:
    assert is_damaged(bytes(make_log(frames)), index) is expected


def test_a_log_with_a_bad_header_is_damaged_if_it_is_longer_than_a_header() -> None:
    for size, expected in ((0, False), (31, False), (32, False), (33, True), (600, True)):
        assert is_damaged(bytes(size), b"") is expected
    log = make_log("cc")
    for at in (0, 8, 16, 20, 24, 28):
        broken = bytearray(log)
        broken[at] ^= 1
        assert is_damaged(bytes(broken), b"")
