"""Locks of games that are let go in the very moment in which others want them."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tengen.errors import StoreError
from tengen.store.locks import Locks

GAME = 7


def before_the_first_lock(monkeypatch: pytest.MonkeyPatch, happen: Callable[[], None]) -> None:
    """Let something happen after a lock's file was opened, and before it is locked."""
    lock, calls = fcntl.flock, iter([happen])

    def lock_later(fd: int, how: int) -> None:
        next(calls, lambda: None)()
        lock(fd, how)

    monkeypatch.setattr("tengen.store.locks.fcntl.flock", lock_later)


def path_in(directory: Path) -> Path:
    return directory / "open" / f"{GAME}.lock"


def test_a_lock_whose_file_was_unlinked_meanwhile_is_taken_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locks = Locks(str(tmp_path))
    before_the_first_lock(monkeypatch, path_in(tmp_path).unlink)
    lock = locks.take(GAME)
    assert path_in(tmp_path).exists()
    assert locks.is_taken(GAME)
    with pytest.raises(StoreError, match="played elsewhere"):
        locks.take(GAME)
    lock.close()


def test_a_lock_that_somebody_else_took_meanwhile_is_not_had(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locks, path = Locks(str(tmp_path)), path_in(tmp_path)
    others: list[int] = []
    lock = fcntl.flock

    def take() -> None:
        path.unlink()
        others.append(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        lock(others[0], fcntl.LOCK_EX)

    before_the_first_lock(monkeypatch, take)
    with pytest.raises(StoreError, match="played elsewhere"):
        locks.take(GAME)
    os.close(others[0])


def test_a_lock_that_was_let_go_can_be_had_again(tmp_path: Path) -> None:
    locks = Locks(str(tmp_path))
    locks.take(GAME).close()
    assert not locks.is_taken(GAME)
    assert locks.take(GAME).is_held
