"""A log that a killed process left behind, damaged or not."""

from __future__ import annotations

import shutil
import sqlite3
import struct
from contextlib import closing
from pathlib import Path

import pytest
from kit.keeping import FILE, START, elsewhere, told

from tengen.errors import StoreError
from tengen.store.store import Store
from tengen.store.write_ahead_log import check_log, is_damaged

LOG, INDEX = f"{FILE}-wal", f"{FILE}-shm"
DAMAGED = f"its log {LOG} is damaged, and moves in it cannot be read; restore a copy of all files"
FRAME = 24 + 4096


@pytest.fixture
def killed(tmp_path: Path) -> Path:
    """What is there after a process with ten games was killed."""
    program = "print([store.keep(START) for _ in range(10)], flush=True); sys.stdin.read()"
    with elsewhere(tmp_path, program) as child:
        told(child)
        child.kill()
    return tmp_path


def flip(path: Path, at: int) -> None:
    data = bytearray(path.read_bytes())
    data[at] ^= 1
    path.write_bytes(data)


def frames(log: Path) -> int:
    return (log.stat().st_size - 32) // FRAME


def commits(log: Path) -> list[int]:
    """The numbers of frames that end a transaction."""
    data = log.read_bytes()
    sizes = [struct.unpack_from(">I", data, 32 + at * FRAME + 4)[0] for at in range(frames(log))]
    return [at for at, size in enumerate(sizes) if size]


def test_a_log_that_is_whole_is_read(killed: Path) -> None:
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


def test_a_log_whose_last_transaction_is_damaged_is_known_by_its_index(killed: Path) -> None:
    flip(killed / LOG, (killed / LOG).stat().st_size - 1)
    with pytest.raises(StoreError, match=DAMAGED):
        Store(str(killed))


def test_a_last_transaction_that_a_power_cut_ended_is_no_damage(killed: Path) -> None:
    flip(killed / LOG, (killed / LOG).stat().st_size - 1)
    (killed / INDEX).unlink()
    with Store(str(killed)) as store:
        assert store.load(9) == [START]
        with pytest.raises(StoreError, match="there is no game 10"):
            store.load(10)


@pytest.mark.parametrize("size", [0, 20, 32, 32 + FRAME, 32 + FRAME + 100])
def test_a_log_that_was_cut_off_is_damaged(killed: Path, size: int) -> None:
    (killed / LOG).write_bytes((killed / LOG).read_bytes()[:size])
    with pytest.raises(StoreError, match=DAMAGED):
        Store(str(killed))


def test_a_log_that_was_deleted_is_missed(killed: Path) -> None:
    (killed / LOG).unlink()
    with pytest.raises(StoreError, match=DAMAGED):
        Store(str(killed))


def test_an_index_that_is_damaged_claims_nothing(killed: Path) -> None:
    flip(killed / INDEX, 17)
    assert is_damaged((killed / LOG).read_bytes(), (killed / INDEX).read_bytes()) is False
    (killed / LOG).unlink()
    check_log(str(killed / FILE))


def test_a_log_that_is_in_the_database_already_may_be_lost(killed: Path) -> None:
    with closing(sqlite3.connect(killed / FILE)) as other:
        other.execute("PRAGMA wal_checkpoint")
        shutil.copytree(killed, killed / "copy")
    (killed / "copy" / LOG).unlink()
    with Store(str(killed / "copy")) as store:
        assert store.load(10) == [START]


def test_a_log_that_was_begun_anew_is_whole_with_old_frames_behind(killed: Path) -> None:
    with closing(sqlite3.connect(killed / FILE)) as other:
        other.execute("PRAGMA wal_checkpoint")
        other.execute("DELETE FROM games WHERE game = 3")
        other.commit()
        assert len(commits(killed / LOG)) > 2
        shutil.copytree(killed, killed / "copy")
    check_log(str(killed / "copy" / FILE))
    with Store(str(killed / "copy")) as store:
        assert len(store.games()) == 9


def test_a_log_is_not_looked_at_while_somebody_uses_it(killed: Path) -> None:
    with Store(str(killed)) as store:
        store.keep(START)
        flip(killed / LOG, 40)
        with Store(str(killed)) as other:
            assert other.load(10) == [START]
