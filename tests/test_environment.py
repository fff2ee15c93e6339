"""Setting up a clone: when it is needed, its progress, and its failures."""

from __future__ import annotations

import io
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import tomllib
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import environment
import pytest
from lock import EXTRAS
from packaging.requirements import Requirement
from progress import Progress

ROOT = Path(__file__).parent.parent
LOCKS = sorted((ROOT / "tools" / "lock").glob("*.txt"))


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a clone that looks as if it had been set up, with `environment` working on it."""
    place = tmp_path / "clone"
    for folder in (".venv/bin", ".cache", "tools/lock", "src/tengen/engine"):
        (place / folder).mkdir(parents=True)
    for name in (".venv/bin/python", "setup.py", "tools/lock/test.txt", ".venv/packages-for-test"):
        (place / name).touch()
    for name in ("pattern_position.py", "pattern_position.pxd"):
        (place / "src" / "tengen" / "engine" / name).touch()
    (place / ".venv" / "set-up-in").write_text(f"{place}\n")
    (place / ".venv" / "compiled").touch()
    for name in ("VENV", "PYTHON", "CACHE", "LOG", "LOCKS", "PLACE", "COMPILED"):
        inside = getattr(environment, name).relative_to(environment.ROOT)
        monkeypatch.setattr(environment, name, place / inside)
    monkeypatch.setattr(environment, "ROOT", place)
    return place


def make_newer(path: Path) -> None:
    later = environment.COMPILED.stat().st_mtime + 10
    os.utime(path, (later, later))


@pytest.mark.usefixtures("clone")
def test_a_clone_is_set_up_once() -> None:
    assert environment.is_done("test")
    assert environment.main("test") == 0


@pytest.mark.usefixtures("clone")
def test_a_moved_clone_is_set_up_again() -> None:
    environment.PLACE.write_text("/elsewhere\n")
    assert not environment.is_done("test")


def test_a_changed_lock_file_installs_packages_again(clone: Path) -> None:
    (clone / "tools" / "lock" / "test.txt").write_text("six==1.17.0\n")
    assert not environment.has_packages("test")


@pytest.mark.parametrize("name", ["setup.py", "src/tengen/engine/pattern_position.py"])
def test_a_changed_source_is_compiled_again(name: str, clone: Path) -> None:
    make_newer(clone / name)
    assert not environment.is_compiled()


def test_a_source_that_is_not_compiled_does_not_matter(clone: Path) -> None:
    (clone / "src" / "tengen" / "engine" / "engine.py").touch()
    make_newer(clone / "src" / "tengen" / "engine" / "engine.py")
    assert environment.is_compiled()


def test_only_a_changed_setup_py_compiles_all_modules_again(clone: Path) -> None:
    make_newer(clone / "src" / "tengen" / "engine" / "pattern_position.py")
    assert not environment.is_built_otherwise()
    make_newer(clone / "setup.py")
    assert environment.is_built_otherwise()


# Failures


@pytest.mark.parametrize(
    "log, why",
    [
        ("NewConnectionError: no", "cannot download packages. Check the network"),
        ("ERROR: none (from versions: none)", "cannot download packages."),
        ("OSError: [Errno 28] No space left on device", "the disk is full."),
        (
            "python: No module named ensurepip",
            "this Python cannot install pip. Install python3-venv",
        ),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES", "a package has a wrong hash."),
        ("  x failed\n      ERROR: HTTP error 503\nerror: subprocess", "HTTP error 503"),
        ("killed", "a program failed."),
    ],
)
def test_the_cause_of_a_failure_is_reported(log: str, why: str) -> None:
    assert environment.cause(log).startswith(why)


class FailingIndex(BaseHTTPRequestHandler):
    """A package index that answers with errors."""

    def do_GET(self) -> None:
        self.send_error(503)

    def log_message(self, *_: object) -> None:
        return


@pytest.fixture
def broken_index() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), FailingIndex) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/simple"
        server.shutdown()


@pytest.fixture
def silent_index() -> Iterator[str]:
    """A package index that accepts requests and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"http://127.0.0.1:{server.getsockname()[1]}/simple"


def bare_clone(place: Path) -> Path:
    shutil.copytree(ROOT / "tools", place / "tools", ignore=shutil.ignore_patterns("__pycache__"))
    return place


def start_setup(clone: Path, index: str) -> subprocess.Popen[str]:
    variables = {
        "PATH": os.environ["PATH"],
        "HOME": str(clone),
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_INDEX_URL": index,
        "PIP_RETRIES": "0",
    }
    return subprocess.Popen(
        [sys.executable, "-I", "-S", "-B", str(clone / "tools" / "start.py"), "tengen", "web"],
        env=variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """Return a bare clone with the files that the setup depends on."""
    clone = bare_clone(tmp_path / "clone")
    ignored = shutil.ignore_patterns("__pycache__", "*.so")
    shutil.copytree(ROOT / "src", clone / "src", ignore=ignored)
    return clone


def assert_fails_with_one_line(clone: Path, index: str) -> None:
    with start_setup(clone, index) as child:
        out, err = child.communicate()
    assert (child.returncode, out) == (1, "")
    assert err.splitlines()[-1].startswith(
        "tengen: could not set up: cannot download packages. Check the network, then"
    )
    assert "Traceback" not in err


def test_a_missing_network_is_reported_in_one_line(sources: Path) -> None:
    assert_fails_with_one_line(sources, "http://127.0.0.1:9/simple")


def test_a_failing_package_index_is_reported_in_one_line(sources: Path, broken_index: str) -> None:
    assert_fails_with_one_line(sources, broken_index)


def test_an_interrupted_setup_is_continued(sources: Path, silent_index: str) -> None:
    with start_setup(sources, silent_index) as child:
        assert child.stderr is not None
        while "installing packages" not in child.stderr.readline():
            pass
        os.killpg(child.pid, signal.SIGINT)
        assert "The next start continues it." in child.stderr.read()
    assert child.returncode == 130
    created = (sources / ".venv" / "set-up-in").stat().st_mtime_ns
    assert_fails_with_one_line(sources, "http://127.0.0.1:9/simple")
    assert (sources / ".venv" / "set-up-in").stat().st_mtime_ns == created


# Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    monkeypatch.setenv("TERM", "xterm")
    return Terminal()


def test_a_bar_shows_the_stage_and_the_time_left(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.monotonic", lambda: 0.0)
    progress = Progress({"unpacking": 1.0, "compiling": 3.0}, terminal)
    monkeypatch.setattr("time.monotonic", lambda: 5.0)
    progress.show("compiling", 2, 6)
    half = "[############            ]"
    assert terminal.getvalue() == f"\r\x1b[K{half} compiling 3 of 6, about 5 s left"


def test_the_time_left_is_not_shown_at_first(terminal: Terminal) -> None:
    Progress({"unpacking": 1.0, "compiling": 3.0}, terminal).show("unpacking", 0, 9)
    assert terminal.getvalue().endswith("] unpacking 1 of 9")


def test_the_bar_is_removed_at_the_end(terminal: Terminal) -> None:
    progress = Progress({"unpacking": 1.0}, terminal)
    progress.show("unpacking")
    progress.end()
    assert terminal.getvalue().endswith("\r\x1b[K")


@pytest.mark.parametrize("kind, stream", [("dumb", Terminal()), ("xterm", io.StringIO())])
def test_without_a_terminal_each_stage_is_a_line(
    kind: str, stream: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", kind)
    progress = Progress({"unpacking": 1.0, "compiling": 3.0}, stream)
    for done in range(3):
        progress.show("unpacking", done, 3)
    progress.show("compiling")
    progress.end()
    assert stream.getvalue() == "tengen: unpacking ...\ntengen: compiling ...\n"


# The lock files


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.stem)
def test_every_package_is_locked_with_its_hashes(path: Path) -> None:
    packages = re.split(r"\n(?=\S)", path.read_text())[1:]
    assert len(packages) > 10
    assert all(re.match(r"[\w.-]+(\[[\w,]+\])?==\S+", package) for package in packages)
    assert all(" --hash=sha256:" in package for package in packages)


def test_there_is_a_lock_file_for_each_script() -> None:
    assert {path.stem for path in LOCKS} == {"bench", "tengen", "test"}


def wanted(extra: str) -> Iterator[Requirement]:
    """Yield the requirements of pyproject.toml, with Tengen's own extras resolved."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    yield from map(Requirement, project["dependencies"])
    for requirement in map(Requirement, project["optional-dependencies"][extra]):
        if requirement.name != project["name"]:
            yield requirement
        for inner in requirement.extras if requirement.name == project["name"] else ():
            yield from wanted(inner)


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.stem)
def test_the_lock_file_satisfies_the_requirements_of_the_project(path: Path) -> None:
    locked = dict(re.findall(r"^([\w.-]+)==(\S+)", path.read_text(), re.MULTILINE))
    for requirement in wanted(EXTRAS[path.stem]):
        name = requirement.name.replace("_", "-")
        assert requirement.specifier.contains(locked[name]), f"{requirement}: run tools/lock.py"
