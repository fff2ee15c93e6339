from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

import pytest
from kit.table import ONE, TWO, Table

from tengen.game.clock import TimeControl
from tengen.game.commands import ChangeSitter, Resign
from tengen.game.events import Event
from tengen.game.setup import Person
from tengen.records.formats import FORMATS, read_records
from tengen.records.game_tree import Node, Stone, main_line
from tengen.records.record import Record, Result, Score, add_moves
from tengen.rules.outcome import Termination
from tengen.rules.point import Point
from tengen.rules.rules import GAMES, Player
from tengen.terminal.save_file import DEFAULT_FORMAT, save_game, save_record, unused_name


def played(*names: str, clock: int | None = None) -> list[Event]:
    """Return a game of two moves; with names, one that was resigned."""
    table = Table(clock=TimeControl(clock))
    table.play("h8 i9", after=1500)
    if names:
        for seat, name in zip((ONE, TWO), names, strict=True):
            table.do(ChangeSitter(seat, Person(name)))
        table.do(Resign(ONE))
    return table.session.events


def test_a_saved_text_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    assert save_game(played(), str(path)) == f"Saved to {path}"
    assert path.read_text() == "15x15/5 freestyle h8 i9\n"


def test_a_file_without_a_suffix_is_text_with_players_and_result(tmp_path: Path) -> None:
    path = tmp_path / "game"
    assert save_game(played("Anna", "Ben"), str(path)) == f"Saved to {path}"
    assert path.read_text() == ("1\tAnna\tBen\t0-1\tresigned\t15x15/5 freestyle h8 i9\t1500 1500\n")


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "result"])
def test_every_format_is_written_by_its_suffix(name: str, tmp_path: Path) -> None:
    for suffix in FORMATS[name].suffixes:
        path = tmp_path / f"game{suffix.upper()}"
        assert save_game(played(), str(path)).startswith(f"Saved to {path}")
        assert path.read_bytes()
        path.unlink()


@pytest.mark.parametrize(
    "suffix, beginning", [(".svg", b"<svg "), (".PNG", b"\x89PNG"), (".gif", b"GIF89a")]
)
def test_a_picture_suffix_saves_a_picture(suffix: str, beginning: bytes, tmp_path: Path) -> None:
    path = tmp_path / f"game{suffix}"
    assert save_game(played(), str(path)) == f"Saved to {path}"
    assert path.read_bytes().startswith(beginning)


def test_a_picture_shows_the_current_position(tmp_path: Path) -> None:
    path = tmp_path / "game.svg"
    record = Record()
    add_moves(record.root, [Point(7, 7), Point(6, 8)])
    save_record(record, str(path), main_line(record.root)[:2])
    assert "after 1 move;" in path.read_text()


def test_losses_of_a_format_are_reported(tmp_path: Path) -> None:
    path = tmp_path / "game.psq"
    told = save_game(played("Anna", "Ben", clock=30_000), str(path))
    assert told == f"Saved to {path}, without the time control, the result"
    (record,) = read_records(str(path))
    assert (record.first, record.second) == ("Anna", "Ben")
    assert [node.time for node in record.line()] == [1500, 1500]


def test_lost_times_are_reported_only_with_a_clock(tmp_path: Path) -> None:
    told = save_game(played(clock=30_000), str(tmp_path / "game.txt"))
    assert told.endswith(", without 2 move times, the time control")


def test_the_default_format_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / f"game{DEFAULT_FORMAT.suffixes[0]}"
    assert save_game(played("Anna", "Ben"), str(path)) == f"Saved to {path}"
    (record,) = read_records(str(path))
    assert (record.first, record.second) == ("Anna", "Ben")
    assert record.result == Result(Score.SECOND, Termination.RESIGNED)


def test_an_unknown_suffix_is_refused_with_the_known_ones(tmp_path: Path) -> None:
    path = tmp_path / "game.doc"
    told = save_game(played(), str(path))
    assert told.startswith(f"Cannot save to {path}: unknown suffix '.doc': use one of .")
    assert ".psq" in told
    assert not path.exists()


def test_a_record_that_a_format_cannot_hold_is_refused(tmp_path: Path) -> None:
    stone = Stone(Point(0, 0), Player.FIRST)
    record = Record(GAMES["tictactoe"], Node(stones=(stone,)))
    told = save_record(record, str(tmp_path / "a.psq"))
    assert told.endswith("a.psq: it starts from a set-up position")
    assert save_record(record, str(tmp_path / "a.txt")) == f"Saved to {tmp_path / 'a.txt'}"


def test_an_existing_file_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("mine")
    assert save_game(played(), str(path)) == f"{path} already exists: choose another name"
    assert path.read_text() == "mine"


def test_a_tilde_is_the_home_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert save_game(played(), "~/game.txt") == f"Saved to {tmp_path / 'game.txt'}"
    assert (tmp_path / "game.txt").exists()


@pytest.mark.parametrize(
    "name, why",
    [
        ("nowhere/game.txt", "No such file or directory"),
        ("a" * 300, "File name too long"),
        ("a\0b", "embedded null byte"),
        ("", "No such file or directory"),
    ],
)
def test_an_error_in_saving_is_reported(tmp_path: Path, name: str, why: str) -> None:
    path = f"{tmp_path}/{name}" if name else ""
    assert save_game(played(), path) == f"Cannot save to {path}: {why}"
    assert list(tmp_path.iterdir()) == []


def test_no_partial_file_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def open_full(path: str, _mode: str) -> BinaryIO:
        Path(path).touch()
        return Path("/dev/full").open("wb")

    monkeypatch.setattr("tengen.terminal.save_file.open", open_full, raising=False)
    path = tmp_path / "game.txt"
    assert save_game(played(), str(path)) == f"Cannot save to {path}: No space left on device"
    assert not path.exists()


def test_an_unused_name_is_offered() -> None:
    suffix = DEFAULT_FORMAT.suffixes[0]
    assert unused_name([]) == f"game-1{suffix}"
    assert unused_name([f"game-1{suffix}", f"game-3{suffix}"]) == f"game-2{suffix}"
