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


def test_a_game_is_converted_and_losses_are_told(game: Path) -> None:
    ran = play(["convert", "a.psq", "b.rec"], b"", game.parent)
    assert (ran.status, ran.out) == (0, b"")
    assert ran.err == b"1 game from 1 file written as rec\nrec cannot hold: the size of the board\n"
    assert (game.parent / "b.rec").read_bytes().startswith(b"one\r\ntwo\r\n7,7,5\r\n")


def test_standard_input_and_output_can_be_converted(tmp_path: Path) -> None:
    ran = play(["convert", "--to", "games", "--quiet", "-", "-"], GAME, tmp_path)
    assert (ran.status, ran.err) == (0, b"")
    assert ran.out == b"1\tone\ttwo\t*\tunknown\t15x15/5 freestyle h8 i9\n"


def test_what_had_to_be_assumed_is_told(game: Path) -> None:
    ran = play(["convert", "a.psq", "--to", "games", "-"], b"", game.parent)
    assert b"assumed, as the format does not say it" in ran.err
    told = play(["convert", "a.psq", "--game", "renju", "--to", "games", "-"], b"", game.parent)
    assert b"assumed" not in told.err
    assert b"15x15/5 renju" in told.out


def test_problems_are_told_with_their_place_and_give_status_one(game: Path) -> None:
    game.write_bytes(GAME.replace(b"9,7,6", b"8,8,6"))
    ran = play(["convert", "a.psq", "b.rec"], b"", game.parent)
    assert ran.status == 1
    assert ran.err.startswith(b"tengen: a.psq: line 3: a second stone on h8;")


@pytest.mark.parametrize(
    "arguments, complaint",
    [
        (["convert"], b"required: IN, OUT"),
        (["convert", "a.psq"], b"required: OUT"),
        (["convert", "a.psq", "b.foo"], b"no format is known by '.foo'"),
        (["convert", "a.psq", "b.txt"], b"games or moves or openings or result"),
        (["convert", "a.psq", "folder/"], b"say with --to"),
        (["convert", "a.psq", "b.psq", "--from", "pqs"], b"did you mean psq?"),
        (["convert", "a.psq", "b.psq", "--game", "nine"], b"not a set of rules"),
        (["convert", "a.psq", "a.psq"], b"is there already"),
        (["convert", "none.psq", "b.psq"], b"there is no file 'none.psq'"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line(
    game: Path, arguments: list[str], complaint: bytes
) -> None:
    ran = play(arguments, b"", game.parent)
    assert ran.status in {1, 2}
    assert complaint in ran.err
    assert b"Traceback" not in ran.err


def test_a_folder_that_cannot_be_written_to_is_told(game: Path) -> None:
    ran = play(["convert", "a.psq", "nowhere/b.rec"], b"", game.parent)
    assert ran.status == 1
    assert ran.err == b"tengen: cannot write 'nowhere/b.rec': No such file or directory\n"


def test_a_closed_output_is_no_reason_for_words(game: Path) -> None:
    before = "import os; r, w = os.pipe(); os.close(r); os.dup2(w, 1)"
    ran = play(
        ["convert", "--quiet", "--to", "games", "a.psq", "-"], b"", game.parent, before=before
    )
    assert (ran.status, ran.err) == (141, b"")


@NEEDS_A_FULL_DEVICE
def test_a_full_device_is_told_and_needs_no_force(game: Path) -> None:
    ran = play(["convert", "--to", "sgf", "a.psq", "/dev/full"], b"", game.parent)
    assert ran.status == 1
    assert b"cannot write '/dev/full': No space left on device" in ran.err
