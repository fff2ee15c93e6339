from __future__ import annotations

from pathlib import Path

import pytest
from kit.editions import NEEDS_A_FULL_DEVICE
from kit.program import play

GAME = b"Piskvorky 15x15, 0:0, 0\n8,8,5\n9,7,6\none\ntwo\n-1\n"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "a.psq"
    path.write_bytes(GAME)
    return path


def test_a_game_is_converted_and_losses_are_reported(game: Path) -> None:
    ran = play(["convert", "a.psq", "b.rec"], b"", game.parent)
    assert (ran.status, ran.out) == (0, b"")
    assert ran.err == b"1 game from 1 file written as rec\nrec cannot hold: the size of the board\n"
    assert (game.parent / "b.rec").read_bytes().startswith(b"one\r\ntwo\r\n7,7,5\r\n")


def test_standard_input_and_output_can_be_converted(tmp_path: Path) -> None:
    ran = play(["convert", "--to", "games", "--quiet", "-", "-"], GAME, tmp_path)
    assert (ran.status, ran.err) == (0, b"")
    assert ran.out == b"1\tone\ttwo\t*\tunknown\t15x15/5 freestyle h8 i9\t5 6\n"


def test_assumed_rules_are_reported(game: Path) -> None:
    ran = play(["convert", "a.psq", "--to", "games", "-"], b"", game.parent)
    assert b"assumed, as the file does not say" in ran.err
    with_rules = play(
        ["convert", "a.psq", "--game", "renju", "--to", "games", "-"], b"", game.parent
    )
    assert b"assumed" not in with_rules.err
    assert b"15x15/5 renju" in with_rules.out


def test_problems_are_reported_with_their_place_and_give_status_one(game: Path) -> None:
    game.write_bytes(GAME.replace(b"9,7,6", b"8,8,6"))
    ran = play(["convert", "a.psq", "b.rec"], b"", game.parent)
    assert ran.status == 1
    assert ran.err.startswith(b"tengen: a.psq: line 3: h8 is already taken;")


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["convert"], b"required: IN, OUT"),
        (["convert", "a.psq"], b"required: OUT"),
        (["convert", "a.psq", "b.foo"], b"unknown suffix '.foo'"),
        (["convert", "a.psq", "b.txt"], b"games or moves or openings or result"),
        (["convert", "a.psq", "folder/"], b"choose the format of OUT with --to"),
        (["convert", "a.psq", "b.psq", "--from", "pqs"], b"did you mean psq?"),
        (["convert", "a.psq", "b.psq", "--game", "nine"], b"not a set of rules"),
        (["convert", "a.psq", "a.psq"], b"already exists"),
        (["convert", "none.psq", "b.psq"], b"there is no file 'none.psq'"),
    ],
)
def test_a_failure_is_reported_in_one_line(
    game: Path, arguments: list[str], message: bytes
) -> None:
    ran = play(arguments, b"", game.parent)
    assert ran.status in {1, 2}
    assert message in ran.err
    assert b"Traceback" not in ran.err


def test_a_folder_that_cannot_be_written_is_reported(game: Path) -> None:
    ran = play(["convert", "a.psq", "nowhere/b.rec"], b"", game.parent)
    assert ran.status == 1
    assert ran.err == b"tengen: cannot write 'nowhere/b.rec': No such file or directory\n"


def test_a_closed_output_ends_without_a_message(game: Path) -> None:
    before = "import os; r, w = os.pipe(); os.close(r); os.dup2(w, 1)"
    ran = play(
        ["convert", "--quiet", "--to", "games", "a.psq", "-"], b"", game.parent, before=before
    )
    assert (ran.status, ran.err) == (141, b"")


@NEEDS_A_FULL_DEVICE
def test_a_full_device_is_reported_and_needs_no_force(game: Path) -> None:
    ran = play(["convert", "--to", "sgf", "a.psq", "/dev/full"], b"", game.parent)
    assert ran.status == 1
    assert b"cannot write '/dev/full': No space left on device" in ran.err
