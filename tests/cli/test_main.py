import re
import subprocess
import sys
from pathlib import Path

import pytest
from kit.program import play

from tengen import __version__
from tengen.classic import EDITIONS
from tengen.cli.main import run

HEAVY = ("argparse", "dataclasses", "typing", "re", "random", "pathlib", "contextlib", "subprocess")

LEVEL = "expected a whole number from 1 to 10"


def test_without_an_edition_five_is_played(tmp_path: Path) -> None:
    assert play([], b"7,7\n", tmp_path) == play(["five"], b"7,7\n", tmp_path)


def test_options_without_an_edition_are_those_of_five(tmp_path: Path) -> None:
    plain = play([], b"7,7\n", tmp_path)
    assert play(["--colour", "never", "--no-result"], b"7,7\n", tmp_path) == plain


def test_the_version_is_one_line(tmp_path: Path) -> None:
    ran = play(["--version"], b"", tmp_path)
    assert (ran.status, ran.out, ran.err) == (0, f"tengen {__version__}\n".encode(), b"")


def test_help_has_no_colours(tmp_path: Path) -> None:
    ran = play(["play", "--help"], b"", tmp_path, env={"FORCE_COLOR": "1"})
    assert ran.out.startswith(b"usage: tengen play [-h]")


def test_help_lists_every_edition_and_an_example(tmp_path: Path) -> None:
    ran = play(["--help"], b"", tmp_path)
    assert ran.status == 0
    assert all(f"  {name} " in ran.out.decode() for name in EDITIONS)
    assert b"  tengen " in ran.out


@pytest.mark.parametrize("name", EDITIONS)
def test_help_of_an_edition_names_its_options_and_an_example_that_runs(
    name: str, tmp_path: Path
) -> None:
    ran = play([name, "--help"], b"", tmp_path)
    text = ran.out.decode()
    assert ran.status == 0
    assert all(option in text for option in ("--result", "--no-result", "--record", "--colour"))
    example = text.split("example:\n  tengen ")[1].split()
    assert play(example, b"", tmp_path).err == b"tengen: the input ended before the game did\n"


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["fiv"], "there is no command 'fiv': did you mean five?"),
        (["chess"], "choose from five, outline, gomoku, tictactoe, play, "),
        (["five", "--leve"], "unrecognized arguments: --leve"),
        (["five", "--level", "3"], "--level needs --computer"),
        (["gomoku", "--seed", "3"], "--seed needs --computer"),
        (["--computer", "1", "--level", "0"], f"argument --level: {LEVEL}, not '0'"),
        (["--computer", "1", "--level", "11"], f"argument --level: {LEVEL}, not '11'"),
        (["--computer", "1", "--level", "high"], f"argument --level: {LEVEL}, not 'high'"),
        (["--computer", "1", "--seed", "1.5"], "argument --seed: invalid int value: '1.5'"),
        (["--computer", "3"], "argument --computer: invalid choice: '3'"),
        (["--computer"], "argument --computer: expected one argument"),
        (["five", "six"], "unrecognized arguments: six"),
        (["--colour", "pink"], "argument --colour/--color: invalid choice: 'pink'"),
        (["--result"], "argument --result: expected one argument"),
        (["--result", "x", "--no-result"], "not allowed with argument --result"),
    ],
)
def test_wrong_use_is_reported_in_one_line_that_says_what_to_do(
    arguments: list[str], message: str, tmp_path: Path
) -> None:
    ran = play(arguments, b"", tmp_path)
    assert (ran.status, ran.out) == (2, b"")
    assert message in ran.err.decode()
    assert ran.err.count(b"\n") == 1
    assert re.search(rb"[Ss]ee `tengen( [a-z]+)? --help`\.\n", ran.err)


def test_wrong_use_is_reported_in_process_too(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["nine"]) == 2
    assert capfd.readouterr().err.startswith("tengen: there is no command 'nine'")


def test_a_plain_game_imports_nothing_heavy() -> None:
    code = "import sys; from tengen.__main__ import main; main(); print(*sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-I", "-c", code], input="", capture_output=True, text=True, check=False
    )
    loaded = ran.stdout.splitlines()[-1].split()
    assert "tengen.classic.five" in loaded
    assert [name for name in loaded if name in HEAVY] == []
    text_forms = tuple(f"tengen.rules.{name}" for name in ("coordinates", "notation", "wording"))
    assert [name for name in loaded if name.startswith((*text_forms, "tengen.engine"))] == []
    assert "threading" not in loaded
    assert {f"tengen.classic.{name}" for name in EDITIONS[1:]}.isdisjoint(loaded)
