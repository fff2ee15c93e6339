"""`tengen play --open`: a recorded game is continued."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit.program import Ran, play

from tengen.cli.main import run
from tengen.records.formats import read_records


def continue_game(tmp_path: Path, *options: str, typed: str = "moves\nquit\n") -> Ran:
    args = ["play", "--plain", "--data", str(tmp_path / "data"), "--white", "person", *options]
    return play(args, typed.encode(), tmp_path)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "games.txt").write_text(
        "15x15/5 standard h8 i9 g9\n3x3/3 freestyle a1 b1 a2 b2 a3\n"
    )
    (tmp_path / "moves.txt").write_text("h8i9")
    return tmp_path


def test_a_game_continues_from_its_last_position(folder: Path) -> None:
    ran = continue_game(folder, "--open", "games.txt", typed="h7\nmoves\nquit\n")
    lines = ran.out.decode().splitlines()
    assert lines[0].startswith("New game: 15x15, exactly five in a row win.")
    assert lines[1] == "White to move."
    assert lines[-1] == "1 H8, 2 I9, 3 G9, 4 H7."


def test_another_game_and_another_position_can_be_chosen(folder: Path) -> None:
    ran = continue_game(folder, "--open", "games.txt", "--game-number", "2", "--move", "2")
    assert ran.out.decode().splitlines()[-1] == "1 A1, 2 B1."


def test_options_give_what_a_format_does_not_define(folder: Path) -> None:
    options = ("--open", "moves.txt", "--row-one", "top", "--from", "moves", "--game", "gomoku19")
    ran = continue_game(folder, *options)
    assert ran.out.decode().splitlines()[-1] == "1 H12, 2 I11."


def test_a_saved_game_can_be_opened_again(folder: Path) -> None:
    continue_game(folder, "--open", "games.txt", typed="h7\nsave again.psq\nquit\n")
    (record,) = read_records(str(folder / "again.psq"))
    assert [node.time is not None for node in record.line()][-1]
    ran = continue_game(folder, "--open", "again.psq", "--game", "standard")
    assert ran.out.decode().splitlines()[-1] == "1 H8, 2 I9, 3 G9, 4 H7."


@pytest.mark.parametrize(
    "options, message",
    [
        (["--open", "games.txt", "--game-number", "2"], "the game is over after move 5: choose"),
        (["--open", "games.txt", "--move", "4"], "the game has 3 moves, not 4"),
        (["--open", "games.txt", "--game-number", "3"], "there is no game 3 in 'games.txt'"),
        (["--open", "none.sgf"], "cannot read 'none.sgf': No such file or directory"),
        (["--open", "moves.txt"], "--row-one"),
        (["--open", "games.txt", "--opening", "swap2"], "an opening rule begins on an empty board"),
        (["--open", "games.txt", "--fouls-lose"], "--fouls-lose needs renju"),
        (["--move", "3"], "--move, --game-number, --from and --row-one need --open FILE."),
    ],
)
def test_a_game_that_cannot_be_continued_is_reported(
    options: list[str],
    message: str,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(folder)
    assert run(["play", "--plain", *options]) == 2
    out, err = capfd.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert message in err


def test_the_rules_of_the_file_override_those_of_the_command(folder: Path) -> None:
    ran = continue_game(folder, "--open", "games.txt", "--game", "renju")
    assert b"exactly five in a row win" in ran.out
