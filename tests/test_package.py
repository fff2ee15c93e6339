"""The released package, built once and installed into empty environments."""

from __future__ import annotations

import fcntl
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from kit.clones import git, make_repository, release
from kit.program import PATIENCE
from kit.server import READY

import tengen

pytestmark = pytest.mark.slow
PACKAGE = Path(tengen.__file__).parent
NO_FILES = {"__pycache__", ".so"}


@pytest.fixture(scope="session")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a repository in which 9.0.0 was released, by the first process that needs it."""
    alone = "PYTEST_XDIST_WORKER" not in os.environ
    temporary = tmp_path_factory.getbasetemp()
    place = (temporary if alone else temporary.parent) / "released"
    place.mkdir(exist_ok=True)
    with (place / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (place / "clone").exists():
            make_release(place)
    return place / "clone"


def make_release(place: Path) -> None:
    made = make_repository(place, with_package=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TENGEN_OPTIMISATION", "0")
        ran = release(made, "9.0.0", "--no-isolation")
    assert ran.returncode == 0, ran.stderr


def built(clone: Path, ending: str) -> Path:
    """Return the file in dist with this ending."""
    (found,) = (clone / "dist").glob(f"tengen_gomoku-9.0.0*{ending}")
    return found


def install(clone: Path, place: Path, *, with_packages: bool = False) -> Path:
    """Install the wheel into a new environment and return the directory of its commands."""
    venv.create(place, symlinks=True)
    python = str(place / "bin" / "python")
    options = ["--quiet", "--no-index", "--no-deps", "--no-compile"]
    command = [sys.executable, "-m", "pip", "--python", python, "install", *options]
    subprocess.run([*command, str(built(clone, ".whl"))], check=True)
    if with_packages:
        (site,) = (place / "lib").glob("python*/site-packages")
        (site / "packages.pth").write_text(f"{sysconfig.get_path('purelib')}\n")
    return place / "bin"


def run(command: Path, *arguments: str, typed: str = "") -> str:
    """Return the output of a command of an environment."""
    return subprocess.run(
        [command, *arguments],
        input=typed,
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
        cwd=command.parent,
    ).stdout


@contextmanager
def served(tengen_command: Path, data: Path) -> Iterator[str]:
    """Yield the address of a running server."""
    command = [str(tengen_command), "web", "--port", "0", "--data", str(data)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        ready = READY.match(server.stdout.readline())
        try:
            assert ready is not None
            yield ready[1]
        finally:
            server.terminate()


def test_a_release_sets_the_version_dates_the_changes_commits_and_tags(clone: Path) -> None:
    changes = (clone / "CHANGELOG.md").read_text()
    assert '__version__ = "9.0.0"' in (clone / "src" / "tengen" / "__init__.py").read_text()
    assert re.search(r"\n## Unreleased\n\n## 9\.0\.0 \(\d{4}-\d\d-\d\d\)\n\n### Changed\n", changes)
    assert git(clone, "log", "-1", "--format=%s %D") == (
        "release: Tengen 9.0.0 HEAD -> main, tag: v9.0.0"
    )
    assert git(clone, "status", "--porcelain") == ""


def test_the_sdist_has_what_a_build_needs_and_no_tests(clone: Path) -> None:
    with tarfile.open(built(clone, ".tar.gz")) as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
    assert names >= {"LICENSE", "README.md", "CHANGELOG.md", "docs/package.md", "setup.py"}
    assert names >= {"src/tengen/engine/alpha_beta.py", "src/tengen/engine/alpha_beta.pxd"}
    assert not any(name.startswith("tests") or name.endswith(".so") for name in names)


def test_the_wheel_has_every_file_of_the_package(clone: Path) -> None:
    files = {
        str(path.relative_to(PACKAGE.parent))
        for path in PACKAGE.rglob("*")
        if path.is_file() and not NO_FILES & {path.suffix, path.parent.name}
    }
    with zipfile.ZipFile(built(clone, ".whl")) as wheel:
        names = set(wheel.namelist())
    assert len(files) > 300
    assert files - names == set()


def test_the_wheel_has_every_compiled_module(clone: Path) -> None:
    modules = {f"tengen/{path.relative_to(PACKAGE)}"[:-4] for path in PACKAGE.glob("*/*.pxd")}
    with zipfile.ZipFile(built(clone, ".whl")) as wheel:
        compiled = {name.split(".")[0] for name in wheel.namelist() if name.endswith(".so")}
    assert len(modules) >= 10
    assert compiled == {*modules, "tengen/_cython"}


def test_a_classic_game_runs_in_an_environment_without_other_packages(
    clone: Path, tmp_path: Path
) -> None:
    commands = install(clone, tmp_path / "environment")
    assert run(commands / "tengen", "--version") == "tengen 9.0.0\n"
    shown = run(commands / "tengen", "tictactoe", typed="1\n4\n2\n5\n3\n")
    assert "Player 1 (X) wins." in shown


def test_the_compiled_engine_needs_no_other_packages(clone: Path, tmp_path: Path) -> None:
    commands = install(clone, tmp_path / "environment")
    compiled = "from tengen.engine.alpha_beta import COMPILED; print(COMPILED)"
    assert run(commands / "python", "-c", compiled) == "True\n"
    assert run(commands / "pbrain-tengen", typed="START 15\nEND\n") == "OK\n"


def test_a_page_is_served_from_an_installed_package(clone: Path, tmp_path: Path) -> None:
    commands = install(clone, tmp_path / "environment", with_packages=True)
    with served(commands / "tengen", tmp_path / "games") as address:
        with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
            page = answer.read().decode()
        with urllib.request.urlopen(f"{address}/api/choices", timeout=PATIENCE) as answer:
            assert answer.status == 200
    assert "<title>" in page
