from __future__ import annotations

from pathlib import Path
from typing import TextIO

import pytest
from kit.table import Table

from tengen.notation.game import parse_game
from tengen.session.state import State
from tengen.tui.saving import save_game, unused_name


def played() -> State:
    """A game of two moves."""
    table = Table()
    table.play("h8 i9")
    return table.state


def test_a_saved_game_is_one_line_that_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    assert save_game(played(), str(path)) == f"Saved to {path}"
    assert parse_game(path.read_text().removesuffix("\n")).moves == played().board.moves


def test_a_file_that_is_there_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("mine")
    assert save_game(played(), str(path)) == f"{path} is there already: choose another name"
    assert path.read_text() == "mine"


def test_the_home_directory_has_a_short_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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
def test_what_cannot_be_saved_is_told(tmp_path: Path, name: str, why: str) -> None:
    path = f"{tmp_path}/{name}" if name else ""
    assert save_game(played(), path) == f"Cannot save to {path}: {why}"
    assert list(tmp_path.iterdir()) == []


def test_half_a_game_is_not_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def open_full(path: str, *_mode: str, encoding: str) -> TextIO:
        Path(path).touch()
        return Path("/dev/full").open("w", encoding=encoding)

    monkeypatch.setattr("tengen.tui.saving.open", open_full, raising=False)
    path = tmp_path / "game.txt"
    assert save_game(played(), str(path)) == f"Cannot save to {path}: No space left on device"
    assert not path.exists()


def test_an_unused_name_is_offered() -> None:
    assert unused_name([]) == "game-1.txt"
    assert unused_name(["game-1.txt", "game-3.txt"]) == "game-2.txt"
