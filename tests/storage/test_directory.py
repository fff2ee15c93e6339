"""Locks of games and of the whole directory."""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path

import pytest

from tengen.errors import StoreError
from tengen.storage import directory as module
from tengen.storage.directory import LOCK_PAUSE, LOCK_TRIES, GameLocks


def open_files(directory: Path) -> list[str]:
    """Return the files below a directory that this process has open."""
    found = []
    for fd in os.listdir("/proc/self/fd"):
        with suppress(FileNotFoundError):  # the listing itself was open, too
            found.append(os.readlink(f"/proc/self/fd/{fd}"))
    return [name for name in found if name.startswith(str(directory))]


def fail_to_lock(monkeypatch: pytest.MonkeyPatch, error: OSError) -> None:
    def fail(_fd: int, _operation: int) -> None:
        raise error

    monkeypatch.setattr(fcntl, "flock", fail)


def test_taking_a_held_lock_is_tried_again_after_a_pause(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []
    monkeypatch.setattr("tengen.storage.directory.time.sleep", pauses.append)
    locks = GameLocks(str(tmp_path))
    lock = locks.take(1)
    assert pauses == []
    with pytest.raises(StoreError, match="game 1 is being played elsewhere"):
        locks.take(1)
    assert pauses == [LOCK_PAUSE] * (LOCK_TRIES - 1)
    lock.close()


def test_a_lock_that_is_released_in_the_meantime_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locks = GameLocks(str(tmp_path))
    held = locks.take(1)
    monkeypatch.setattr("tengen.storage.directory.time.sleep", lambda _pause: held.close())
    taken = locks.take(1)
    assert locks.is_taken(1)
    taken.close()


def test_a_lock_on_an_unlinked_file_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process may release and unlink a file between its opening and its locking."""
    locks = GameLocks(str(tmp_path))
    path = tmp_path / "open" / "1.lock"
    opened, attempts = module._open, []  # noqa: SLF001

    def open_late(name: str) -> int:
        fd = opened(name)
        attempts.append(fd)
        if len(attempts) == 1:
            path.unlink()
        elif len(attempts) == 2:
            path.unlink()
            path.touch()
        return fd

    monkeypatch.setattr(module, "_open", open_late)
    lock = locks.take(1)
    assert len(attempts) == 3
    with pytest.raises(StoreError, match="is being played elsewhere"):
        GameLocks(str(tmp_path)).take(1)
    lock.close()


def test_only_one_process_prepares_a_directory_at_a_time(tmp_path: Path) -> None:
    locks = GameLocks(str(tmp_path))
    path = tmp_path / "open" / "store.lock"
    with locks.preparing(), path.open() as other, pytest.raises(BlockingIOError):
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
    with path.open() as other:
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_a_user_of_a_directory_knows_whether_there_are_others(tmp_path: Path) -> None:
    users = [GameLocks(str(tmp_path)) for _ in range(3)]
    assert [user.use() for user in users[:2]] == [True, False]
    users[0].leave()
    users[0].leave()
    assert users[2].use() is False
    users[2].leave()
    users[1].leave()
    assert users[0].use() is True
    users[0].leave()


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="needs /proc to see open files")
def test_locks_leave_no_files_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOCK_PAUSE", 0.0)
    locks = GameLocks(str(tmp_path))
    with locks.preparing():
        locks.use()
    lock = locks.take(1)
    assert len(open_files(tmp_path)) == 2
    assert locks.is_taken(1)
    with pytest.raises(StoreError):
        locks.take(1)
    lock.close()
    assert not locks.is_taken(1)
    locks.leave()
    assert open_files(tmp_path) == []


@pytest.mark.parametrize(
    "error, why",
    [(OSError(37, "No locks available"), "No locks available"), (OSError("odd"), "odd")],
)
def test_a_disk_without_locks_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: OSError, why: str
) -> None:
    locks = GameLocks(str(tmp_path))
    lock = locks.take(1)
    fail_to_lock(monkeypatch, error)
    with pytest.raises(StoreError, match=f"cannot be locked: {why}; use --data DIR"):
        locks.take(2)
    assert not locks.is_taken(1)
    lock.close()
