"""`tengen show`, as a user runs it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from kit.key_tables import key_table
from kit.program import play, play_on_a_terminal

from tengen.cli.main import run
from tengen.cli.show import make_parser
from tengen.terminal.keys import VIEWER_KEYS

PAGE = (Path(__file__).parent.parent.parent / "docs" / "show.md").read_text(encoding="utf-8")
GAMES = """\
1\tAnna\tBen\t*\tunknown\t15x15/5 freestyle h8 a1 i8 a2 j8 a3 k8 a4 l8
2\tX\tY\t0-1\tresigned\t3x3/3 freestyle a1 b2
"""
UTF = {"LC_ALL": "C.UTF-8"}


@pytest.fixture
def games(tmp_path: Path) -> Path:
    (tmp_path / "games.txt").write_text(GAMES)
    return tmp_path


def test_without_a_terminal_the_game_is_written_as_text(games: Path) -> None:
    ran = play(["show", "games.txt"], b"", games, env=UTF)
    lines = ran.out.decode().splitlines()
    assert (ran.status, ran.err) == (0, b"")
    assert lines[0] == "Game 1 of several: list all with --list, choose one with --game-number"
    assert "Black: Anna" in lines
    assert "Black wins: five from H8 to L8" in lines
    assert any("◆━◆━◆━◆(◆)" in line for line in lines)
    assert lines[-1] == "  8. a4     9. l8"


def test_any_move_of_any_game_can_be_shown_in_ascii(games: Path) -> None:
    args = ["show", "games.txt", "--game-number", "2", "--move", "1", "--ascii", "--plain"]
    ran = play(args, b"", games)
    assert ran.status == 0
    assert b"1(X). .\n" in ran.out
    assert b"After move 1 of 2: X A1\n" in ran.out
    assert b"O wins: X resigned\n" in ran.out


def test_games_are_listed_one_per_line(games: Path) -> None:
    ran = play(["show", "games.txt", "--list"], b"", games)
    assert ran.out == b"    1  Anna v Ben, 1-0, 9 moves\n    2  X v Y, 0-1, 2 moves\n"


def test_standard_input_can_be_shown(tmp_path: Path) -> None:
    ran = play(["show", "-", "--ascii"], b"3x3/3 freestyle a1\n", tmp_path)
    assert (ran.status, b"1(X). .\n" in ran.out) == (0, True)


def test_problems_of_a_file_are_reported_and_the_rest_is_shown(games: Path) -> None:
    (games / "bad.txt").write_text(f"15x15/5 freestyle h8 h8\n{GAMES}")
    ran = play(["show", "bad.txt", "--ascii"], b"", games)
    assert ran.status == 1
    assert ran.complained_once
    assert ran.err.startswith(b"tengen: bad.txt: line 1")
    assert b"After move 1 of 1: X H8\n" in ran.out


def test_many_problems_are_counted(tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text("15x15/5 freestyle h8 h8\n" * 30)
    ran = play(["show", "bad.txt", "--list"], b"", tmp_path)
    assert (ran.status, ran.err.count(b"\n")) == (1, 21)
    assert ran.err.endswith(b"bad.txt: and 10 more\n")


@pytest.mark.parametrize(
    "arguments, message",
    [
        ([], "the following arguments are required: FILE"),
        (["nothing.sgf"], "cannot read 'nothing.sgf': No such file or directory."),
        (["odd"], "cannot detect the format of 'odd': give it with --from"),
        (["games.txt", "--game-number", "3"], "'games.txt' has no game 3."),
        (["games.txt", "--game-number", "0"], "'games.txt' has no game 0."),
        (["games.txt", "--move", "10"], "there is no move 10: the game has 9."),
        (["games.txt", "--move", "-1"], "there is no move -1: the game has 9."),
        (["games.txt", "--from", "xyz"], "unknown format 'xyz'"),
        (["games.txt", "--game", "xyz"], "not a set of rules: 'xyz'"),
    ],
)
def test_wrong_use_is_reported_in_one_line(
    arguments: list[str],
    message: str,
    games: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    (games / "odd").write_bytes(b"\x00\x01")
    monkeypatch.chdir(games)
    assert run(["show", *arguments]) == 2
    out, err = capfd.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert message in err


def test_colour_is_used_with_the_option(games: Path) -> None:
    assert b"\x1b[" not in play(["show", "games.txt"], b"", games).out
    assert b"\x1b[36;7m" in play(["show", "games.txt", "--colour", "always"], b"", games).out


def test_a_closed_output_ends_without_a_message(games: Path) -> None:
    before = "import os; r, w = os.pipe(); os.close(r); os.dup2(w, 1)"
    ran = play(["show", "games.txt", "--list"], b"", games, before=before)
    assert (ran.status, ran.err) == (141, b"")


def test_on_a_terminal_the_game_fills_the_screen_and_q_leaves(games: Path) -> None:
    before = "os.environ['TERM'] = 'xterm-256color'; os.environ['LC_ALL'] = 'C.UTF-8'"
    ran = play_on_a_terminal(["show", "games.txt"], b"q", games, before=before)
    assert ran.status == 0


def test_a_dumb_terminal_gets_text(games: Path) -> None:
    before = "os.environ['TERM'] = 'dumb'"
    ran = play_on_a_terminal(["show", "games.txt", "--ascii"], b"", games, before=before)
    assert (ran.status, b"X wins: five from H8 to L8" in ran.out) == (0, True)


def test_every_option_and_key_is_documented_and_no_other() -> None:
    options = set(re.findall(r"--[a-z-]+", make_parser().format_help()))
    assert set(re.findall(r"`[^`\n]*?(--[a-z-]+)", PAGE)) == options
    assert f"\n{key_table(VIEWER_KEYS)}\n" in PAGE
