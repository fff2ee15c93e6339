"""The scripts at the root, with a stand-in for Python where it must be seen whether one runs."""

import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
STAND_IN = '#!/bin/sh\necho "ran: $*"\n'
NEEDED = ("sh", "cmp", "find", "readlink")


def make_clone(place: Path, *, is_set_up: bool) -> Path:
    """A clone whose environment is a stand-in that tells how it is called."""
    clone = place / "a clone"
    (clone / "tools").mkdir(parents=True)
    for room in ("proofs", "search", "solver"):
        (clone / "src" / "tengen" / room).mkdir(parents=True)
    for name in ("tengen", "tools/setup.sh", "tools/setup.py", "pyproject.toml", "setup.py"):
        shutil.copy2(ROOT / name, clone / name)
    if is_set_up:
        (clone / ".venv" / "bin").mkdir(parents=True)
        write_script(clone / ".venv" / "bin" / "python", STAND_IN)
        shutil.copy(clone / "pyproject.toml", clone / ".venv" / "set-up-for-tengen")
        (clone / ".venv" / "set-up-in").write_text(f"{clone.resolve()}\n")
    return clone


def make_path(place: Path, **scripts: str) -> str:
    """A PATH with what the scripts need, no Python, and these scripts."""
    place.mkdir()
    for name in NEEDED:
        (place / name).symlink_to(shutil.which(name) or name)
    for name, text in scripts.items():
        write_script(place / name, text)
    return str(place)


def write_script(path: Path, text: str) -> None:
    path.write_text(text)
    path.chmod(0o755)


def run(command: Path, path: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [command, "outline", "a b"],
        cwd=cwd,
        env={"PATH": path},
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )


def test_once_set_up_no_other_python_is_started(tmp_path: Path) -> None:
    clone = make_clone(tmp_path, is_set_up=True)
    ran = run(clone / "tengen", make_path(tmp_path / "bin"), tmp_path)
    assert (ran.returncode, ran.stdout) == (0, "ran: -I -m tengen outline a b\n")
    assert ran.stderr == ""


def test_the_script_works_through_a_link(tmp_path: Path) -> None:
    clone = make_clone(tmp_path, is_set_up=True)
    link = tmp_path / "link"
    link.symlink_to(clone / "tengen")
    assert run(link, make_path(tmp_path / "bin"), tmp_path).stdout.startswith("ran: ")


def test_without_python_one_line_says_what_is_needed(tmp_path: Path) -> None:
    clone = make_clone(tmp_path, is_set_up=False)
    ran = run(clone / "tengen", make_path(tmp_path / "bin"), tmp_path)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == "tengen: Python 3.11 or later is needed, and none was found\n"


def test_an_old_python_is_named_in_that_line(tmp_path: Path) -> None:
    clone = make_clone(tmp_path, is_set_up=False)
    path = make_path(tmp_path / "bin", python3="#!/bin/sh\necho 3.9.18\n")
    ran = run(clone / "tengen", path, tmp_path)
    assert ran.returncode == 1
    need = "tengen: Python 3.11 or later is needed, and none was found"
    assert ran.stderr == f"{need}: python3 is 3.9.18\n"


@pytest.mark.parametrize("version", ["3.11.0", "3.12.1rc1", "3.20.0", "4.0.0"])
def test_a_new_enough_python_sets_up(version: str, tmp_path: Path) -> None:
    clone = make_clone(tmp_path, is_set_up=False)
    stand_in = f'#!/bin/sh\n[ "$1" = -I ] && echo "$*" || echo {version}\n'
    path = make_path(tmp_path / "bin", python="#!/bin/sh\necho 2.7.18\n", python3=stand_in)
    ran = run(clone / "tengen", path, tmp_path)
    assert ran.stdout == f"-I {clone.resolve()}/tools/setup.py tengen\n"


def test_a_moved_clone_or_a_changed_source_or_project_file_is_set_up_again(tmp_path: Path) -> None:
    clone = make_clone(tmp_path, is_set_up=True)
    path = make_path(
        tmp_path / "bin", python3='#!/bin/sh\n[ "$1" = -I ] && echo again || echo 3.11\n'
    )
    moved = clone.rename(tmp_path / "moved")
    assert run(moved / "tengen", path, tmp_path).stdout.startswith("again\n")
    (moved / ".venv" / "set-up-in").write_text(f"{moved.resolve()}\n")
    assert run(moved / "tengen", path, tmp_path).stdout.startswith("ran: ")
    later = (moved / ".venv" / "set-up-in").stat().st_mtime + 10
    source = moved / "src" / "tengen" / "search" / "position.py"
    source.touch()
    os.utime(source, (later, later))
    assert run(moved / "tengen", path, tmp_path).stdout.startswith("again\n")
    source.unlink()
    with (moved / "pyproject.toml").open("a") as project:
        project.write("# changed\n")
    assert run(moved / "tengen", path, tmp_path).stdout.startswith("again\n")


def test_the_real_script_runs_from_anywhere_and_writes_only_there(tmp_path: Path) -> None:
    ran = subprocess.run(
        [ROOT / "tengen", "--version"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert ran.stdout.startswith("tengen ")
    assert os.listdir(tmp_path) == []


def test_ci_runs_the_test_script() -> None:
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
    assert "../test" in (ROOT / ".ci" / "run").read_text()


UNREACHABLE = {
    "PIP_CONFIG_FILE": os.devnull,
    "PIP_FIND_LINKS": "",
    "PIP_EXTRA_INDEX_URL": "",
    "PIP_INDEX_URL": "http://127.0.0.1:9/simple",
    "PIP_RETRIES": "0",
}
"""A package index at a port where nothing listens."""


def test_a_set_up_without_a_network_says_so_in_one_line(tmp_path: Path) -> None:
    clone = make_clone(tmp_path, is_set_up=False)
    ran = subprocess.run(
        [sys.executable, "-I", clone / "tools" / "setup.py", "tengen"],
        env={"PATH": os.environ["PATH"], **UNREACHABLE},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 1
    _, why = ran.stderr.splitlines()
    assert why.startswith("tengen: could not set up: no package server can be reached.")
    assert "run this again" in why


@pytest.mark.parametrize(
    "log, why",
    [
        ("OSError: [Errno 28] No space left on device", "the disk is full."),
        ("  x failed\n      ERROR: HTTP error 503\nerror: subprocess", "HTTP error 503"),
        ("killed", "pip failed"),
    ],
)
def test_the_cause_of_a_failed_set_up_is_told(log: str, why: str) -> None:
    cause = runpy.run_path(str(ROOT / "tools" / "setup.py"))["cause"]
    assert cause(log).startswith(why)
