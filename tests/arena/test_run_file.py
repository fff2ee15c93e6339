from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tengen.arena.run_file import VERSION, RunFile, RunKind, from_json, to_json
from tengen.errors import RunFileError
from tengen.rules.notation import parse_game
from tengen.rules.point import Point

HOLDER = """
import sys
from tengen.arena.run_file import RunFile, RunKind
class NoteFile(RunFile):
    kind = RunKind("a note", 0x4E4F5445)
    def load(self, settings, results):
        pass
file = NoteFile.open(sys.argv[1])
file.write(4, "7")
print("open", flush=True)
sys.stdin.read()
"""


class NoteFile(RunFile):
    """A file of numbers."""

    kind = RunKind("a note", 0x4E4F5445)
    title: str
    numbers: dict[int, int]

    def load(self, settings: str, results: dict[int, str]) -> None:
        """Read the title and the numbers."""
        self.title = from_json(settings, str)
        self.numbers = {number: from_json(text, int) for number, text in results.items()}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "note"


def filled(path: Path) -> None:
    with NoteFile.create(str(path), '"primes"') as file:
        for number, prime in enumerate((2, 3, 5), 1):
            file.write(number, str(prime))


def changed(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


def test_settings_and_results_are_read_as_they_were_written(path: Path) -> None:
    filled(path)
    with NoteFile.open(str(path)) as file:
        assert (file.title, file.numbers) == ("primes", {1: 2, 2: 3, 3: 5})
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_boards_rules_and_points_have_a_text_form() -> None:
    board = parse_game("15x15/5 renju h8 i9")
    for value in (board, board.rules, Point(3, 4)):
        assert from_json(to_json(value), type(value)) == value


def test_a_result_cannot_be_stored_twice(path: Path) -> None:
    filled(path)
    with (
        NoteFile.open(str(path)) as file,
        pytest.raises(RunFileError, match="cannot be used: UNIQUE"),
    ):
        file.write(2, "7")


def test_a_file_is_not_overwritten(path: Path) -> None:
    filled(path)
    with pytest.raises(RunFileError, match="exists: go on with --resume"):
        NoteFile.create(str(path), '"others"')
    with NoteFile.open(str(path)) as file:
        assert len(file.numbers) == 3


def test_an_empty_file_can_become_a_run_but_is_none(path: Path) -> None:
    path.touch()
    with pytest.raises(RunFileError, match="does not hold a note yet"):
        NoteFile.open(str(path))
    filled(path)
    with NoteFile.open(str(path)) as file:
        assert file.numbers


@pytest.mark.parametrize("data", [b"x", b"a note of somebody\n"])
def test_a_small_file_of_something_else_is_not_overwritten(data: bytes, path: Path) -> None:
    path.write_bytes(data)
    with pytest.raises(RunFileError, match="is not the file of a note"):
        NoteFile.create(str(path), '"others"')
    with pytest.raises(RunFileError, match="is not the file of a note"):
        NoteFile.open(str(path))
    assert path.read_bytes() == data


def test_a_missing_file_is_not_created(path: Path) -> None:
    with pytest.raises(RunFileError, match=r"note' does not exist"):
        NoteFile.open(str(path))
    assert not path.exists()


def test_another_file_is_left_alone(path: Path) -> None:
    path.write_text("a game, a set and a match\n" * 100)
    before = path.read_bytes()
    with pytest.raises(RunFileError, match="is not the file of a note"):
        NoteFile.open(str(path))
    with pytest.raises(RunFileError, match="is not the file of a note"):
        NoteFile.create(str(path), '"primes"')
    assert path.read_bytes() == before


@pytest.mark.parametrize("application", [0, NoteFile.kind.application + 1])
def test_another_database_is_left_alone(path: Path, application: int) -> None:
    changed(path, "CREATE TABLE settings (json TEXT)", f"PRAGMA application_id = {application}")
    before = path.read_bytes()
    with pytest.raises(RunFileError, match="is not the file of a note"):
        NoteFile.open(str(path))
    assert path.read_bytes() == before


def test_a_newer_version_is_refused(path: Path) -> None:
    filled(path)
    changed(path, f"PRAGMA user_version = {VERSION + 1}")
    with pytest.raises(RunFileError, match="has version 2, which needs a newer Tengen"):
        NoteFile.open(str(path))


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE results SET json = '{}' WHERE number = 2",
        "UPDATE settings SET json = substr(json, 1, 3)",
        "DELETE FROM settings",
        "DROP TABLE results",
    ],
)
def test_damaged_contents_are_reported(path: Path, statement: str) -> None:
    filled(path)
    changed(path, statement)
    with pytest.raises(RunFileError, match=r"note' is damaged: restore a copy"):
        NoteFile.open(str(path))


def test_a_damaged_page_is_reported(path: Path) -> None:
    filled(path)
    data = path.read_bytes()
    path.write_bytes(data[:4096] + b"\xff" * 4096 + data[8192:])
    with pytest.raises(RunFileError, match="is damaged"):
        NoteFile.open(str(path))


def test_a_file_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    with pytest.raises(RunFileError, match="unable to open database file"):
        NoteFile.create(str(tmp_path / "no" / "file"), '""')


def test_a_file_belongs_to_one_run(path: Path) -> None:
    filled(path)
    with NoteFile.open(str(path)), pytest.raises(RunFileError, match="is in use by another run"):
        NoteFile.open(str(path))


def test_a_killed_run_leaves_its_file_to_the_next(path: Path) -> None:
    filled(path)
    command = [sys.executable, "-c", HOLDER, str(path)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        with pytest.raises(RunFileError, match="is in use by another run"):
            NoteFile.open(str(path))
        process.kill()
    with NoteFile.open(str(path)) as file:
        assert file.numbers[4] == 7
