"""The scripts at the root: what runs from a bare clone, and what needs the setup first."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
STAND_IN = '#!/bin/sh\necho "ran: $*"\n'
SET_UP = """
from pathlib import Path
PYTHON = Path(__file__).parent.parent / ".venv" / "bin" / "python"
def main(name):
    print("set up for", name, flush=True)
    return {status}
"""
NOT_IN_A_CLONE = shutil.ignore_patterns("__pycache__", "*.so", "*.c", "*.egg-info")


def make_clone(place: Path) -> Path:
    """Return a clone without any setup."""
    clone = place / "a clone"
    shutil.copytree(ROOT / "src", clone / "src", ignore=NOT_IN_A_CLONE)
    shutil.copytree(ROOT / "tools", clone / "tools", ignore=NOT_IN_A_CLONE)
    shutil.copy2(ROOT / "tengen", clone)
    return clone


@pytest.fixture(scope="module")
def bare_clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_clone(tmp_path_factory.mktemp("bare"))


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    return make_clone(tmp_path)


def make_path(place: Path, **scripts: str) -> str:
    """Return a PATH with a shell and these scripts, but without Python."""
    place.mkdir()
    for name in ("sh", "readlink", "env"):
        (place / name).symlink_to(shutil.which(name) or name)
    for name, text in scripts.items():
        write_script(place / name, text)
    return str(place)


def write_script(path: Path, text: str) -> None:
    path.write_text(text)
    path.chmod(0o755)


def python_script(version: str = "") -> str:
    """Return a fake Python of this version."""
    lie = f"import sys; sys.version_info = ({version}); " if version else ""
    run = (
        "import runpy, sys; sys.argv = sys.argv[1:]; runpy.run_path(sys.argv[0], None, '__main__')"
    )
    return f'#!/bin/sh\nshift 3\nexec {sys.executable} -I -S -B -c "{lie}{run}" "$@"\n'


def run(
    command: Path, *arguments: str, cwd: Path, typed: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    home = cwd / "home"
    home.mkdir(exist_ok=True)
    return subprocess.run(
        [command, *arguments],
        cwd=cwd,
        env={"PATH": os.environ["PATH"], "HOME": str(home), **environment},
        capture_output=True,
        text=True,
        check=False,
        input=typed,
    )


def files_in(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


# A bare clone

GAMES = {
    "five": "0,0\n1,0\n0,1\n1,1\n0,2\n1,2\n0,3\n1,3\n0,4\n",
    "outline": "0,0\n1,0\n0,1\n1,1\n0,2\n1,2\n0,3\n1,3\n0,4\n",
    "gomoku": "A0 A1 B0 B1 C0 C1 D0 D1 E0\n",
    "tictactoe": "1\n4\n2\n5\n3\n\n",
}


@pytest.mark.parametrize("edition", GAMES)
def test_a_classic_game_is_played_from_a_bare_clone(
    edition: str, bare_clone: Path, tmp_path: Path
) -> None:
    before = files_in(bare_clone)
    ran = run(bare_clone / "tengen", edition, cwd=tmp_path, typed=GAMES[edition])
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "wins" in ran.stdout
    assert files_in(bare_clone) == before
    assert files_in(tmp_path) - {"result.txt"} == {"home"}


@pytest.mark.parametrize("level", ["1", "7"])
def test_the_computer_plays_the_same_from_a_bare_clone(
    level: str, bare_clone: Path, tmp_path: Path
) -> None:
    game = ("five", "--computer", "both", "--no-result", "--level", level, "--seed", "3")
    ran = run(bare_clone / "tengen", *game, cwd=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    set_up = subprocess.run(
        [sys.executable, "-I", "-m", "tengen", *game], capture_output=True, text=True, check=True
    )
    assert ran.stdout == set_up.stdout


@pytest.mark.parametrize(
    "arguments, status, expected",
    [
        (["--version"], 0, "tengen "),
        (["--help"], 0, "usage: tengen"),
        (["five", "--help"], 0, "usage: tengen five"),
        (["wbe"], 2, "did you mean web?"),
        (["five", "--level", "x"], 2, "--level"),
    ],
)
def test_help_and_errors_work_in_a_bare_clone(
    arguments: list[str], status: int, expected: str, bare_clone: Path, tmp_path: Path
) -> None:
    ran = run(bare_clone / "tengen", *arguments, cwd=tmp_path)
    assert ran.returncode == status
    assert expected in ran.stdout + ran.stderr


def test_programs_are_graded_from_a_bare_clone(bare_clone: Path, tmp_path: Path) -> None:
    grade = ("grade", "tictactoe", "--games", "0", "--", bare_clone / "tengen", "tictactoe")
    ran = run(bare_clone / "tengen", *map(str, grade), cwd=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "(100 %)" in ran.stdout


def test_ctrl_c_ends_a_game_in_a_bare_clone_without_a_message(
    bare_clone: Path, tmp_path: Path
) -> None:
    with subprocess.Popen(
        [bare_clone / "tengen"],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as game:
        assert game.stdout is not None
        assert game.stderr is not None
        while not game.stdout.readline().startswith(b"14   "):
            pass
        game.send_signal(2)
        assert game.stderr.read() == b""
    assert game.returncode == 130


# Commands that need the setup


@pytest.mark.parametrize(
    "arguments", [["web"], ["play", "--plain"], ["--computer", "2", "--level", "9"]]
)
def test_other_commands_are_set_up_and_run_in_the_environment(
    arguments: list[str], clone: Path, tmp_path: Path
) -> None:
    (clone / "tools" / "environment.py").write_text(SET_UP.format(status=0))
    (clone / ".venv" / "bin").mkdir(parents=True)
    write_script(clone / ".venv" / "bin" / "python", STAND_IN)
    ran = run(clone / "tengen", *arguments, cwd=tmp_path)
    expected = f"set up for tengen\nran: -I -m tengen {' '.join(arguments)}\n"
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, expected, "")


def test_nothing_runs_after_a_failed_setup(clone: Path, tmp_path: Path) -> None:
    (clone / "tools" / "environment.py").write_text(SET_UP.format(status=7))
    ran = run(clone / "tengen", "five", "--level=10", cwd=tmp_path)
    assert (ran.returncode, ran.stdout) == (7, "set up for tengen\n")


def test_the_script_works_through_a_link(bare_clone: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(bare_clone / "tengen")
    assert run(link, "--version", cwd=tmp_path).stdout.startswith("tengen ")


# The choice of Python


def test_without_python_one_line_says_what_is_needed(bare_clone: Path, tmp_path: Path) -> None:
    ran = run(bare_clone / "tengen", cwd=tmp_path, PATH=make_path(tmp_path / "bin"))
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.startswith("tengen: Python 3.11 or later is needed, and none was found.")
    assert ran.stderr.count("\n") == 1


def test_the_error_names_an_old_python(bare_clone: Path, tmp_path: Path) -> None:
    path = make_path(tmp_path / "bin", python3=python_script("3, 9, 18"))
    ran = run(bare_clone / "tengen", cwd=tmp_path, PATH=path)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.startswith("tengen: Python 3.11 or later is needed, but ")
    assert " is 3.9.18." in ran.stderr


def test_a_newer_python_runs_instead_of_an_old_one(bare_clone: Path, tmp_path: Path) -> None:
    old, new = python_script("3, 10, 0"), python_script()
    path = make_path(tmp_path / "bin", **{"python3": old, "python3.13": new})
    ran = run(bare_clone / "tengen", "--version", cwd=tmp_path, PATH=path)
    assert ran.stdout.startswith("tengen ")


def test_a_python_with_a_version_in_its_name_is_used(bare_clone: Path, tmp_path: Path) -> None:
    path = make_path(tmp_path / "bin", **{"python3.12": python_script()})
    ran = run(bare_clone / "tengen", "--version", cwd=tmp_path, PATH=path)
    assert ran.stdout.startswith("tengen ")


# Other scripts


def test_ci_runs_the_test_script() -> None:
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
    assert "../test" in (ROOT / ".ci" / "run").read_text()


def test_every_slow_test_exists() -> None:
    for line in (ROOT / "tests" / "slow.txt").read_text().splitlines():
        path, name, *_ = line.split("::")
        text = (ROOT / path).read_text()
        assert path.endswith(".md") or name in text, line
