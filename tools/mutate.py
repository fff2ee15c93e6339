"""Break the code in small ways, one at a time, and see whether a test turns red.

    .venv/bin/python tools/mutate.py store session

Each name is a room, or a file below `src/tengen`; the tests are those of the same rooms, or the
folders and files given with `--from`. They are run once to see which lines each of them reaches.
Then every mutant is met by the tests that reach it, in a process of its own: first those of its own
file, then the quickest. It lives if all of them pass. `--tests N` lets each meet N of them at most,
which is quicker and leaves a few more alive. `--only TEXT` makes just those mutants whose line in
the report has that text. `--again REPORT` makes just those that an earlier report names, as long as
their lines have not moved.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import signal
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any, NamedTuple

import pytest
from mutants import Mutant, mutants_of

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "tengen"
CACHE = ROOT / ".cache" / "mutate"
OPTIONS = (
    *("-q", "-x", "-p", "no:randomly", "--assert=plain", "--hypothesis-seed=0"),
    *("-o", f"cache_dir={CACHE}"),
)
PASSED, FAILED, UNUSABLE = 0, 1, {3, 4, 5, 99}
"""What the tests end with. They are unusable if one is not found, or pytest itself breaks."""
PATIENCE, SLOWNESS = 10.0, 4.0
"""Seconds after which a test hangs, and its mutant counts as killed: so many, and so many times as
long as the test took before.
"""

OFTEN = 2000
"""Calls of a function after which one more will hardly reach another line."""


class Reached(NamedTuple):
    """What each test reaches."""

    seconds: dict[str, float]
    """How long each test took."""
    lines: dict[str, dict[int, list[str]]]
    """The tests that reach a line of a file."""
    most: int
    """How many a mutant meets."""

    def tests_of(self, mutant: Mutant) -> list[str]:
        """Those that may notice a mutant: if it changes what is imported, all of its file."""
        lines = self.lines[str(mutant.file)]
        wanted = mutant.lines if mutant.is_reached_by_calls else list(lines)
        found = {test for line in wanted for test in lines.get(line, ())}
        own = f"/test_{mutant.file.stem}.py"
        if not mutant.is_reached_by_calls:
            found |= {test for test in self.seconds if own in test}
        if not lines:
            found = set(self.seconds)  # a file without functions
        return sorted(found, key=lambda test: (own not in test, self.seconds[test]))[: self.most]

    def patience(self, tests: Sequence[str]) -> float:
        """After how many seconds these tests hang."""
        return 3 * PATIENCE + SLOWNESS * sum(self.seconds[test] for test in tests)


class Watch:
    """A plugin of pytest: notes the lines of some files that each test reaches.

    To save time, it stops looking at a function that a test has called often.
    """

    def __init__(self, files: Sequence[Path]) -> None:
        self._files = {str(file) for file in files}
        self._seen: set[tuple[str, int]] = set()
        self._calls: Counter[int] = Counter()
        self.tests: dict[str, tuple[float, list[tuple[str, int]]]] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Watch one test."""
        self._seen, self._calls = set(), Counter()
        start = time.perf_counter()
        self._set_trace(self._trace)
        try:
            return (yield)
        finally:
            self._set_trace(None)
            seconds = time.perf_counter() - start
            self.tests[item.nodeid] = seconds, sorted(self._seen)

    def _set_trace(self, trace: Any) -> None:  # noqa: ANN401 - a tracer
        sys.settrace(trace)
        threading.settrace(trace)

    def _trace(self, frame: FrameType, event: str, _arg: object) -> Any:  # noqa: ANN401 - a tracer
        file = frame.f_code.co_filename
        if file not in self._files:
            return None
        if event == "line":
            self._seen.add((file, frame.f_lineno))
        elif event == "call":
            self._calls[id(frame.f_code)] += 1
            if self._calls[id(frame.f_code)] > OFTEN:
                return None
        return self._trace


class Hurry:
    """A plugin of pytest: ends the process when a test hangs."""

    def __init__(self, seconds: dict[str, float]) -> None:
        self._seconds = seconds

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Watch one test."""
        patience = PATIENCE + SLOWNESS * self._seconds[item.nodeid]
        timer = threading.Timer(patience, os._exit, [FAILED])
        timer.daemon = True
        timer.start()
        try:
            return (yield)
        finally:
            timer.cancel()


class Replaced(MetaPathFinder):
    """Imports one module from other code."""

    def __init__(self, mutant: Mutant) -> None:
        self._mutant = mutant
        inner = mutant.file.relative_to(SOURCE.parent).with_suffix("")
        self.name = ".".join(inner.parts).removesuffix(".__init__")

    def find_spec(
        self, name: str, _path: Sequence[str] | None = None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module, if it is that one."""
        if name != self.name:
            return None
        file = str(self._mutant.file)
        return spec_from_file_location(name, file, loader=_Loader(name, file, self._mutant.code))


class _Loader(SourceFileLoader):
    def __init__(self, name: str, file: str, code: str) -> None:
        super().__init__(name, file)
        self._code = code

    def get_code(self, fullname: str) -> Any:  # noqa: ANN401 - as declared there
        return compile(self._code, self.get_filename(fullname), "exec")


def in_child(act: Callable[[], int], patience: float | None = None) -> int | None:
    """Act in a forked process, in silence; its exit status, or None if it took too long."""
    child = os.fork()
    if child == 0:
        os.setsid()
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(quiet, stream)
        status = max(UNUSABLE)
        try:
            status = act()
        finally:
            os._exit(status)
    ended = waited(child, patience)
    if ended is None:
        os.killpg(child, signal.SIGKILL)
        os.waitpid(child, 0)
    return ended


def waited(child: int, patience: float | None) -> int | None:
    """The exit status of a process, if it ends in time."""
    end = None if patience is None else time.monotonic() + patience
    while end is None or time.monotonic() < end:
        found, status = os.waitpid(child, 0 if end is None else os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.01)
    return None


def reach(folders: Sequence[str], files: Sequence[Path], most: int) -> Reached:
    """Run the tests once. SystemExit if one is red."""
    with tempfile.TemporaryDirectory() as directory:
        report = Path(directory) / "reached.json"

        def act() -> int:
            watch = Watch(files)
            status = pytest.main([*OPTIONS, *folders], plugins=[watch])
            needed = [name for name in sys.modules if not is_ours(name)]
            report.write_text(json.dumps([watch.tests, needed]), "utf-8")
            return int(status)

        if in_child(act) != 0:
            raise SystemExit("mutate: the tests are red before anything is changed; run ./test")
        tests, needed = json.loads(report.read_text("utf-8"))
    for name in needed:
        try:
            importlib.import_module(name)
        except ImportError:
            continue
    seconds = {test: took for test, (took, _) in tests.items()}
    reached = Reached(seconds, {str(file): defaultdict(list) for file in files}, most)
    for test, (_, lines) in tests.items():
        for file, line in lines:
            reached.lines[file][line].append(test)
    return reached


def is_ours(name: str) -> bool:
    """Whether a module is not to be imported before a mutant is made."""
    first = name.partition(".")[0]
    return first in {"tengen", "kit", "conftest", "__main__"} or first.startswith(("test_", "_"))


def lives(mutant: Mutant, reached: Reached) -> bool:
    """Whether all tests pass with the mutant."""
    tests = reached.tests_of(mutant)

    def act() -> int:
        replaced = Replaced(mutant)
        sys.meta_path.insert(0, replaced)
        try:
            importlib.import_module(replaced.name)
        except Exception:  # noqa: BLE001 - it is killed, however that was
            return FAILED
        return int(pytest.main([*OPTIONS, *tests], plugins=[Hurry(reached.seconds)]))

    if not tests:
        return True
    status = in_child(act, reached.patience(tests))
    if status in UNUSABLE:
        raise SystemExit(f"mutate: pytest ended with {status} for {mutant}")
    return status == PASSED


def main() -> None:
    """Report every mutant that lives, and how many were killed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="+", metavar="NAME", help="a room, or a file in one")
    parser.add_argument("--only", default="", metavar="TEXT", help="mutants with this text alone")
    parser.add_argument("--again", type=Path, metavar="REPORT", help="mutants of a report alone")
    parser.add_argument("--from", nargs="+", dest="folders", metavar="PATH", help="the tests")
    parser.add_argument("--tests", type=int, default=10_000, metavar="N", help="how many it meets")
    found = parser.parse_args()
    again = None if found.again is None else set(found.again.read_text("utf-8").splitlines())
    sys.path.insert(0, str(ROOT / "tests"))
    os.chdir(ROOT)
    files = [file for name in found.names for file in sorted(files_of(name))]
    rooms = dict.fromkeys(f"tests/{name.partition('/')[0]}" for name in found.names)
    reached = reach(found.folders or list(rooms), files, found.tests)
    killed = total = 0
    for file in files:
        for mutant in mutants_of(file):
            if found.only not in str(mutant) or (again is not None and str(mutant) not in again):
                continue
            total += 1
            if lives(mutant, reached):
                print(mutant, flush=True)
            else:
                killed += 1
        print(f"-- {file.relative_to(SOURCE)}: {killed} of {total} killed so far", flush=True)
    print(f"{killed} of {total} mutants killed: {100 * killed / max(total, 1):.1f} %")


def files_of(name: str) -> list[Path]:
    """The files of a room, or the one that was named."""
    path = SOURCE / name
    return [path] if path.is_file() else list(path.rglob("*.py"))


if __name__ == "__main__":
    main()
