"""Test the tests: make small changes to the code, one at a time, and see whether a test fails.

    .venv/bin/python tools/mutate.py storage game

Each name is a room, or a file below `src/tengen`. The tests are those of the same rooms, or the
folders and files given with `--from`. They are run once to record which lines each test reaches.
Then the tests that reach a mutant are run with it in a separate process, first those of its own
file, then the fastest. A mutant survives if all of them pass. `--tests N` runs at most N tests for
each mutant, which is faster and leaves a few more alive. `--only TEXT` makes only the mutants whose
line in the report contains TEXT, `--every N` only each Nth, which measures a large room faster.
`--again REPORT` makes only the mutants of an earlier report, as long as their lines have not moved.
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
from collections.abc import Callable, Collection, Iterator, Sequence
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
PASSED, FAILED, NOT_FOUND, UNUSABLE = 0, 1, 4, {3, 5, 99}
"""Exit statuses of pytest. A mutant can rename the cases of a test, which are then not found."""
EXTRA_SECONDS, SLOWDOWN = 10.0, 4.0
"""A test hangs, which kills its mutant, after SLOWDOWN times its usual time plus EXTRA_SECONDS."""

MAX_TRACED_CALLS = 2000
"""Calls of a function after which it is no longer traced, as no new lines are likely."""


class Reached(NamedTuple):
    """The lines that each test reaches."""

    seconds: dict[str, float]
    """How long each test took."""
    lines: dict[str, dict[int, list[str]]]
    """The tests that reach a line of a file."""
    max_tests: int
    """Tests to run for a mutant."""

    def tests_of(self, mutant: Mutant) -> list[str]:
        """Return the tests that may notice a mutant; outside functions, all tests of its file."""
        lines = self.lines[str(mutant.file)]
        wanted = mutant.lines if mutant.is_reached_by_calls else list(lines)
        found = {test for line in wanted for test in lines.get(line, ())}
        own = f"/test_{mutant.file.stem}.py"
        if not mutant.is_reached_by_calls:
            found |= {test for test in self.seconds if own in test}
        if not lines:
            found = set(self.seconds)  # a file without functions
        ordered = sorted(found, key=lambda test: (own not in test, self.seconds[test]))
        return ordered[: self.max_tests]

    def timeout(self, tests: Sequence[str]) -> float:
        """Return the seconds after which these tests count as hanging."""
        return 3 * EXTRA_SECONDS + SLOWDOWN * sum(self.seconds[test] for test in tests)


class LineRecorder:
    """A pytest plugin that records the lines of some files that each test reaches.

    To save time, it stops tracing a function that a test has called often.
    """

    def __init__(self, files: Sequence[Path]) -> None:
        self._files = {str(file) for file in files}
        self._seen: set[tuple[str, int]] = set()
        self._calls: Counter[int] = Counter()
        self.tests: dict[str, tuple[float, list[tuple[str, int]]]] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Record the lines of one test."""
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
            if self._calls[id(frame.f_code)] > MAX_TRACED_CALLS:
                return None
        return self._trace


class TimeoutPlugin:
    """A pytest plugin that ends the process if a test hangs."""

    def __init__(self, seconds: dict[str, float]) -> None:
        self._seconds = seconds

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Run one test with a timeout."""
        timeout = EXTRA_SECONDS + SLOWDOWN * self._seconds[item.nodeid]
        timer = threading.Timer(timeout, os._exit, [FAILED])
        timer.daemon = True
        timer.start()
        try:
            return (yield)
        finally:
            timer.cancel()


class MutantFinder(MetaPathFinder):
    """Imports one module from the code of a mutant."""

    def __init__(self, mutant: Mutant) -> None:
        self._mutant = mutant
        inner = mutant.file.relative_to(SOURCE.parent).with_suffix("")
        self.name = ".".join(inner.parts).removesuffix(".__init__")

    def find_spec(
        self, name: str, _path: Sequence[str] | None = None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of the mutated module, or None for any other."""
        if name != self.name:
            return None
        file = str(self._mutant.file)
        return spec_from_file_location(name, file, loader=_Loader(name, file, self._mutant.code))


class _Loader(SourceFileLoader):
    def __init__(self, name: str, file: str, code: str) -> None:
        super().__init__(name, file)
        self._code = code

    def get_code(self, fullname: str) -> Any:  # noqa: ANN401 - as in the base class
        return compile(self._code, self.get_filename(fullname), "exec")


def run_in_child(act: Callable[[], int], timeout: float | None = None) -> int | None:
    """Call `act` in a forked process without output; return its exit status, None on timeout."""
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
    exit_status = wait_for(child, timeout)
    if exit_status is None:
        os.killpg(child, signal.SIGKILL)
        os.waitpid(child, 0)
    return exit_status


def wait_for(child: int, timeout: float | None) -> int | None:
    """Return the exit status of a process, or None if it does not end in time."""
    end = None if timeout is None else time.monotonic() + timeout
    while end is None or time.monotonic() < end:
        ended, status = os.waitpid(child, 0 if end is None else os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.01)
    return None


def record_lines(folders: Sequence[str], files: Sequence[Path], max_tests: int) -> Reached:
    """Run the tests once and record the lines they reach. Raise SystemExit if one fails."""
    with tempfile.TemporaryDirectory() as directory:
        report = Path(directory) / "reached.json"

        def act() -> int:
            recorder = LineRecorder(files)
            status = pytest.main([*OPTIONS, *folders], plugins=[recorder])
            needed = [name for name, module in sys.modules.items() if not is_ours(name, module)]
            report.write_text(json.dumps([recorder.tests, needed]), "utf-8")
            return int(status)

        if run_in_child(act) != 0:
            raise SystemExit("mutate: the tests fail without any change; run ./test")
        tests, needed = json.loads(report.read_text("utf-8"))
    for name in needed:
        try:
            importlib.import_module(name)
        except ImportError:
            continue
    check_names(tests)
    seconds = {test: took for test, (took, _) in tests.items()}
    reached = Reached(seconds, {str(file): defaultdict(list) for file in files}, max_tests)
    for test, (_, lines) in tests.items():
        for file, line in lines:
            reached.lines[file][line].append(test)
    return reached


def check_names(tests: Collection[str]) -> None:
    """Raise SystemExit if pytest does not find every test by its name without any change."""
    if run_in_child(lambda: int(pytest.main([*OPTIONS, "--collect-only", *tests]))) == NOT_FOUND:
        raise SystemExit("mutate: pytest does not find all tests by their names")


def is_ours(name: str, module: ModuleType) -> bool:
    """Return whether a module is of the project, and must be imported after the mutant."""
    file = Path(getattr(module, "__file__", None) or "/")
    is_in_project = file.is_relative_to(ROOT) and not file.is_relative_to(ROOT / ".venv")
    return is_in_project or name.startswith("_")


def survives(mutant: Mutant, reached: Reached) -> bool:
    """Return whether all tests pass with the mutant."""
    tests = reached.tests_of(mutant)

    def act() -> int:
        finder = MutantFinder(mutant)
        sys.meta_path.insert(0, finder)
        try:
            importlib.import_module(finder.name)
        except Exception:  # noqa: BLE001 - any exception kills the mutant
            return FAILED
        return int(pytest.main([*OPTIONS, *tests], plugins=[TimeoutPlugin(reached.seconds)]))

    if not tests:
        return True
    status = run_in_child(act, reached.timeout(tests))
    if status in UNUSABLE:
        raise SystemExit(f"mutate: pytest ended with {status} for {mutant}")
    return status == PASSED


def main() -> None:
    """Print every mutant that survives, and how many were killed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="+", metavar="NAME", help="a room, or a file in one")
    parser.add_argument("--only", default="", metavar="TEXT", help="only mutants with this text")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each Nth mutant")
    parser.add_argument("--again", type=Path, metavar="REPORT", help="only mutants of a report")
    parser.add_argument("--from", nargs="+", dest="folders", metavar="PATH", help="tests to run")
    parser.add_argument("--tests", type=int, default=10_000, metavar="N", help="tests per mutant")
    args = parser.parse_args()
    again = None if args.again is None else set(args.again.read_text("utf-8").splitlines())
    sys.path.insert(0, str(ROOT / "tests"))
    os.chdir(ROOT)
    files = [file for name in args.names for file in sorted(files_of(name))]
    rooms = dict.fromkeys(f"tests/{name.partition('/')[0]}" for name in args.names)
    reached = record_lines(args.folders or list(rooms), files, args.tests)
    killed = total = 0
    for file in files:
        for number, mutant in enumerate(mutants_of(file)):
            if args.only not in str(mutant) or (again is not None and str(mutant) not in again):
                continue
            if number % args.every:
                continue
            total += 1
            if survives(mutant, reached):
                print(mutant, flush=True)
            else:
                killed += 1
        print(f"-- {file.relative_to(SOURCE)}: {killed} of {total} killed so far", flush=True)
    print(f"{killed} of {total} mutants killed: {100 * killed / max(total, 1):.1f} %")


def files_of(name: str) -> list[Path]:
    """Return the files of a room, or the named file."""
    path = SOURCE / name
    return [path] if path.is_file() else list(path.rglob("*.py"))


if __name__ == "__main__":
    main()
