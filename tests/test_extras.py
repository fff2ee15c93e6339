"""What works without the optional packages, and the message if one is missing."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from kit.missing import OPTIONAL, copy_uncompiled, run_without, without

from tengen.extras import explain_missing
from tengen.records.record import Record
from tengen.terminal.save_file import save_record

PROJECT = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())["project"]
GAME = "15x15/5 freestyle h8 i9 g9\n"
LINK = "http://127.0.0.1:9/game/abcdefghijkl"
LIBRARY = """
from tengen import Board, format_svg, parse_moves, parse_rules, view_of
import tengen.classic, tengen.rules, tengen.rules, tengen.render, tengen.engine, tengen.prove
print(len(parse_moves("h8 i9", parse_rules("five"))), format_svg(view_of(Board("five")))[:4])
"""


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["web", "--port", "0"], "the game in the browser needs uvicorn: [web]"),
        (
            ["render", "game.txt", "-o", "game.png"],
            "pictures as PNG or GIF need Pillow: [pictures]",
        ),
        (
            ["render", "game.txt", "-o", "game.gif"],
            "pictures as PNG or GIF need Pillow: [pictures]",
        ),
        (
            ["theorem", "expand", "proof.xz", "--cluster", "tcp://127.0.0.1:9"],
            "tasks on a cluster need distributed: [cluster]",
        ),
        (["train", "trained"], "training needs NumPy: [train]"),
        (["play", "--plain", "--join", LINK], "games on a server need websockets: [play]"),
    ],
)
def test_a_missing_package_is_one_line_with_the_command_that_installs_it(
    arguments: list[str], message: str, tmp_path: Path
) -> None:
    (tmp_path / "game.txt").write_text(GAME)
    ran = run_without(OPTIONAL, arguments, tmp_path)
    what, _, extra = message.rpartition(" ")
    assert ran.err.decode() == f"tengen: {what} pip install 'tengen-gomoku{extra}'\n"
    assert ran.status == 2


@pytest.mark.parametrize("arguments", [["play"], ["puzzles"], ["show", "game.txt"]])
def test_the_full_screen_game_names_its_extra(arguments: list[str], tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text(GAME)
    ours, theirs = pty.openpty()
    ran = subprocess.run(
        [*without(OPTIONAL), *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env={**os.environ, "HOME": str(tmp_path), "TERM": "xterm"},
        check=False,
    )
    os.close(ours)
    os.close(theirs)
    need = "tengen: the full-screen game needs Textual: pip install 'tengen-gomoku[play]'\n"
    assert (ran.returncode, ran.stderr.decode()) == (2, need)


@pytest.mark.parametrize(
    "arguments",
    [["brain"], ["five", "--computer", "1"], ["play", "--plain"], ["web", "--port", "0"]],
)
def test_an_engine_that_is_not_compiled_names_its_extra(
    arguments: list[str], tmp_path: Path
) -> None:
    source = copy_uncompiled(tmp_path)
    ran = run_without(["Cython", "cython"], arguments, tmp_path, source=source)
    assert b"tengen: the engine was not compiled when Tengen was installed" in ran.err
    assert ran.err.endswith(b"pip install 'tengen-gomoku[uncompiled]'\n")
    assert ran.status == 2


def test_pbrain_tengen_names_its_extra(tmp_path: Path) -> None:
    script = "from tengen.__main__ import brain; sys.exit(brain())"
    ran = subprocess.run(
        without(["Cython", "cython"], script),
        env={**os.environ, "PYTHONPATH": str(copy_uncompiled(tmp_path))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.stderr.endswith("pip install 'tengen-gomoku[uncompiled]'\n")
    assert (ran.returncode, ran.stderr.count("\n")) == (2, 1)


def test_the_rules_notation_search_and_drawings_need_no_packages() -> None:
    command = without([*OPTIONAL, "msgspec"], LIBRARY)
    assert subprocess.check_output(command, text=True) == "2 <svg\n"


@pytest.mark.parametrize(
    "arguments, typed, shown",
    [
        (["tictactoe"], b"1\n4\n2\n5\n3\n", b"Player 1 (X) wins"),
        (["five", "--computer", "1", "--level", "1"], b"", b"Player 1"),
        (["convert", "game.txt", "game.sgf"], b"", b""),
        (["render", "game.txt", "-o", "game.svg"], b"", b""),
        (["show", "game.txt"], b"", b"h8"),
        (["analyse", "h8", "--depth", "2"], b"", b"depth 2"),
        (["brain"], b"START 15\nBEGIN\nEND\n", b"OK"),
        (["play", "--plain", "--white", "person"], b"h8\nquit\n", b"Black H8, move 1."),
    ],
)
def test_the_base_install_plays_reads_draws_and_searches(
    arguments: list[str], typed: bytes, shown: bytes, tmp_path: Path
) -> None:
    (tmp_path / "game.txt").write_text(GAME)
    ran = run_without(OPTIONAL, arguments, tmp_path, typed)
    assert b"Traceback" not in ran.err
    assert b"pip install" not in ran.err
    assert shown in ran.out


def test_a_picture_that_cannot_be_saved_does_not_end_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "tengen.render.png", raising=False)
    monkeypatch.setitem(sys.modules, "PIL", None)
    message = save_record(Record(), str(tmp_path / "game.png"))
    assert message.endswith("need Pillow: pip install 'tengen-gomoku[pictures]'")
    assert not (tmp_path / "game.png").exists()


def test_other_missing_modules_raise_the_original_error() -> None:
    error = ModuleNotFoundError("No module named 'tengen.cli.plya'", name="tengen.cli.plya")
    with pytest.raises(ModuleNotFoundError, match="plya"):
        explain_missing(error)


@pytest.mark.parametrize("module", sorted({*OPTIONAL} - {"uvloop"}))  # uvicorn works without it
def test_every_optional_module_has_an_extra_that_installs_it(module: str) -> None:
    message = explain_missing(ModuleNotFoundError(name=f"{module}.inner"))
    extra = re.findall(r"pip install 'tengen-gomoku\[([a-z]+)\]'$", message)[0]
    packages = {re.split("[>\\[]", one)[0] for one in PROJECT["optional-dependencies"][extra]}
    known = {"PIL": "pillow", "rich": "textual"}
    assert known.get(module, module.lower()) in packages


def test_the_extra_all_contains_every_extra_for_a_single_machine() -> None:
    extras = PROJECT["optional-dependencies"]
    users = sorted({*extras} - {"all", "bench", "cluster", "test", "train"})
    assert extras["all"] == [f"tengen-gomoku[{','.join(users)}]"]
    assert all("tengen-gomoku[all]" in extras[name] for name in ("bench", "test"))


def test_every_dependency_has_an_upper_bound() -> None:
    extras = PROJECT["optional-dependencies"]
    users = [one for name in {*extras} - {"bench", "test"} for one in extras[name]]
    others = [one for one in users if not one.startswith("tengen-gomoku")]
    assert len(others) >= 8
    assert [one for one in (*others, *PROJECT["dependencies"]) if ",<" not in one] == []
