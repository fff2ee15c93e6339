from __future__ import annotations

import os
from pathlib import Path

import pytest

from tengen.atomic_file import AtomicFile, write_atomically


def test_a_file_appears_only_when_it_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    with AtomicFile(str(path)) as file:
        file.write(b"half")
        assert not path.exists()
        file.write(b" and half")
    assert path.read_bytes() == b"half and half"
    assert os.listdir(tmp_path) == ["game.sgf"]


def write_and_fail(path: Path, error: type[BaseException]) -> None:
    with AtomicFile(str(path)) as file:
        file.write(b"new")
        raise error


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_the_old_file_stays_after_any_failure(tmp_path: Path, error: type[BaseException]) -> None:
    path = tmp_path / "game.sgf"
    path.write_bytes(b"old")
    with pytest.raises(error):
        write_and_fail(path, error)
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["game.sgf"]


def test_two_files_in_a_folder_can_be_written_at_the_same_time(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    with AtomicFile(str(one)) as first, AtomicFile(str(two)) as second:
        first.write(b"1")
        second.write(b"2")
    assert (one.read_bytes(), two.read_bytes()) == (b"1", b"2")


def test_a_link_stays_a_link_and_permissions_stay(tmp_path: Path) -> None:
    path, link = tmp_path / "game", tmp_path / "link"
    path.write_bytes(b"old")
    path.chmod(0o640)
    link.symlink_to(path)
    write_atomically(str(link), b"new")
    assert link.is_symlink()
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"new", 0o640)


def test_a_missing_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write_atomically(str(tmp_path / "nowhere" / "game"), b"x")
