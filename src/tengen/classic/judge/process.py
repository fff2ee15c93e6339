"""Run a program within limits, and check its exit status and its result file.

The program runs in its own session and process group. When it ends or reaches a limit, the whole
group is killed, so that nothing it started outlives the run.
"""

from __future__ import annotations

import enum
import os
import selectors
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import IO

from tengen.classic.judge import requirements
from tengen.classic.judge.conventions import Conventions
from tengen.classic.judge.expected import OLD_RESULT, ExpectedRun, StepKind
from tengen.classic.judge.faults import ProgramFault, ScreenPart, board_difference
from tengen.classic.judge.tokens import Tokeniser, normalise_text
from tengen.errors import UsageError, quote

MIB = 1 << 20
READ_SIZE = 1 << 16
LIMITING_SHELL = 'ulimit -c 0; ulimit -f "$1"; [ "$2" = 0 ] || ulimit -v "$2"; shift 2; exec "$@"'
"""Sets the limits (file size in blocks of 512 bytes, memory in KiB) and executes the program."""
LARGEST_FILE = 64 * MIB
POLL_INTERVAL = 0.02
NOT_STARTED = {126, 127}


@dataclass(frozen=True, slots=True)
class RunLimits:
    """Limits of one run: seconds, MiB of memory per process (0 for no limit), KiB of output."""

    seconds: float = 10.0
    memory: int = 1024
    output: int = 4096


class RunEnding(enum.Enum):
    """How a run ended."""

    EXITED = "exited"
    CRASHED = "was killed by a signal"
    TIMED_OUT = "reached the time limit"
    FLOODED = "reached the output limit"
    STOPPED = "was stopped by the judge"


@dataclass(frozen=True, slots=True)
class ProgramRun:
    """The results of a run."""

    ending: RunEnding
    status: int
    """The exit status, or the number of the signal after a crash."""
    out: str
    err: str
    result: str | None
    memory: int
    """The peak memory use of the program, in MiB."""
    memory_limit: int = 0


class ProgramRunner:
    """Runs a command with different inputs. It can be used from several threads."""

    def __init__(self, command: list[str], limits: RunLimits, result_file: str | None) -> None:
        self.command = command
        self._resolved = resolve_command(command)
        self.limits = limits
        self._result_file = result_file
        self._groups: set[int] = set()
        self._lock = threading.Lock()
        self._is_stopped = False

    def run(self, typed: bytes, old_result: bytes | None = None) -> ProgramRun:
        """Run the program with this input."""
        with tempfile.TemporaryDirectory(
            prefix="tengen-grade-", ignore_cleanup_errors=True
        ) as folder:
            result = os.path.join(folder, self._result_file or "result.txt")
            if old_result is not None:
                _write(result, old_result)
            with tempfile.TemporaryFile() as source:
                source.write(typed)
                source.seek(0)
                ending, status, out, err, memory = self._run_in(folder, source)
            self._check_started(status, err)
            content = self._read_result(result) if self._result_file else None
            return ProgramRun(
                ending, status, _decode(out), _decode(err), content, memory, self.limits.memory
            )

    def stop(self) -> None:
        """Kill all running programs; may be called from any thread."""
        with self._lock:
            self._is_stopped = True
            for group in self._groups:
                _kill(group)

    def _run_in(self, folder: str, source: IO[bytes]) -> tuple[RunEnding, int, bytes, bytes, int]:
        blocks, kib = str(LARGEST_FILE // 512), str(self.limits.memory * 1024)
        with self._lock:
            if self._is_stopped:
                return RunEnding.STOPPED, 0, b"", b"", 0
            child = subprocess.Popen(  # noqa: S603 - running the program is the point
                ["/bin/sh", "-c", LIMITING_SHELL, "sh", blocks, kib, *self._resolved],
                stdin=source,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=folder,
                start_new_session=True,
            )
            self._groups.add(child.pid)
        try:
            return self._watch(child)
        finally:
            with self._lock:
                self._groups.discard(child.pid)
            for pipe in (child.stdout, child.stderr):
                if pipe is not None:
                    pipe.close()

    def _watch(self, child: subprocess.Popen[bytes]) -> tuple[RunEnding, int, bytes, bytes, int]:
        reader = _OutputReader(child, self.limits)
        try:
            ending = reader.read_until_the_end()
        finally:
            _kill(child.pid)
        _, wait_status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(wait_status)
        reader.read_the_rest()
        if self._is_stopped:
            ending = RunEnding.STOPPED
        elif ending is RunEnding.EXITED and child.returncode < 0:
            ending = RunEnding.CRASHED
        return ending, abs(child.returncode), reader.out, reader.err, usage.ru_maxrss // 1024

    def _check_started(self, status: int, err: bytes) -> None:
        if status in NOT_STARTED and err.startswith(b"sh: ") and b"exec" in err:
            why = _decode(err).strip().rpartition(": ")[2]
            raise UsageError(f"cannot start {quote(self.command[0])}: {why}.")

    def _read_result(self, path: str) -> str | None:
        try:
            with open(path, "rb") as file:
                return _decode(file.read(self.limits.output * 1024))
        except OSError:
            return None


class _OutputReader:
    """Reads both outputs of a program until it ends or reaches a limit."""

    def __init__(self, child: subprocess.Popen[bytes], limits: RunLimits) -> None:
        self._child = child
        self._max_size = limits.output * 1024
        self._deadline = time.monotonic() + limits.seconds
        self._pieces: dict[int, list[bytes]] = {}
        self._size = 0
        self._selector = selectors.DefaultSelector()
        for pipe in (child.stdout, child.stderr):
            assert pipe is not None
            os.set_blocking(pipe.fileno(), False)
            self._selector.register(pipe.fileno(), selectors.EVENT_READ)
            self._pieces[pipe.fileno()] = []
        self._out, self._err = self._pieces.values()

    @property
    def out(self) -> bytes:
        return b"".join(self._out)

    @property
    def err(self) -> bytes:
        return b"".join(self._err)

    def read_until_the_end(self) -> RunEnding:
        """Read while the program runs."""
        while self._selector.get_map():
            if time.monotonic() > self._deadline:
                return RunEnding.TIMED_OUT
            if not self._read_once(POLL_INTERVAL) and self._has_exited():
                return RunEnding.EXITED
            if self._size > self._max_size:
                return RunEnding.FLOODED
        return self._wait()

    def read_the_rest(self) -> None:
        """Read what is still in the pipes after the processes were killed."""
        while (
            self._size <= self._max_size
            and self._selector.get_map()
            and self._read_once(POLL_INTERVAL)
        ):
            pass
        self._selector.close()

    def _read_once(self, seconds: float) -> bool:
        """Read the available output. Return False if there was none within the time."""
        ready = self._selector.select(seconds)
        for key, _events in ready:
            piece = os.read(key.fd, READ_SIZE)
            self._pieces[key.fd].append(piece)
            self._size += len(piece)
            if not piece:
                self._selector.unregister(key.fd)
        return bool(ready)

    def _wait(self) -> RunEnding:
        """Wait for the end of a program that has closed its outputs."""
        pause = 0.0005
        while not self._has_exited():
            if time.monotonic() > self._deadline:
                return RunEnding.TIMED_OUT
            time.sleep(pause)
            pause = min(POLL_INTERVAL, pause * 2)
        return RunEnding.EXITED

    def _has_exited(self) -> bool:
        """Return whether the program has ended, without reaping it, so that its PID stays valid."""
        options = os.WEXITED | os.WNOHANG | os.WNOWAIT
        return os.waitid(os.P_PID, self._child.pid, options) is not None


def resolve_command(command: list[str]) -> list[str]:
    """Return the command with full paths, as it runs in another directory. Raise UsageError."""
    program = shutil.which(command[0])
    if program is None:
        why = "no such program" if not os.path.exists(command[0]) else "it is not executable"
        raise UsageError(f"cannot start {quote(command[0])}: {why}.")
    return [os.path.abspath(program), *map(_full_path, command[1:])]


def _full_path(word: str) -> str:
    """Return a word that is the path of an existing file as a full path, any other unchanged."""
    is_path = ("." in word or "/" in word) and os.path.exists(word)
    return os.path.abspath(word) if is_path else word


def _kill(group: int) -> None:
    """Kill a process group, which may have ended already."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


def _decode(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _write(path: str, data: bytes) -> None:
    with open(path, "wb") as file:
        file.write(data)


def describe_ending(run: ProgramRun) -> str:
    """Describe how a program ended."""
    if run.ending is RunEnding.TIMED_OUT:
        return "did not end within the time limit"
    if run.ending is RunEnding.FLOODED:
        return "printed more than the output limit allows"
    if run.ending is RunEnding.CRASHED:
        return f"crashed with {_signal_name(run.status)}{_memory_words(run)}"
    return f"ended with exit status {run.status}"


def _signal_name(number: int) -> str:
    try:
        return f"{signal.Signals(number).name} ({signal.strsignal(number)})"
    except ValueError:
        return f"signal {number}"


def _memory_words(run: ProgramRun) -> str:
    if run.memory_limit and run.memory >= 0.8 * run.memory_limit:
        return f"; it used {run.memory} MiB of memory, and the limit is {run.memory_limit} MiB"
    return ""


class ExitChecker:
    """Checks the exit status and the result file of a program that has ended by itself."""

    def __init__(self, conventions: Conventions, strictness: str, tokeniser: Tokeniser) -> None:
        self._conventions = conventions
        self._strictness = strictness
        self._tokeniser = tokeniser

    def faults(
        self, expected: ExpectedRun, run: ProgramRun, *, is_swapped: bool = False
    ) -> list[ProgramFault]:
        """Return the faults; with `is_swapped`, the wrong player has started the game."""
        if expected.is_cut:
            return self._faults_of_cut_game(expected, run)
        status = self._wrong_status(expected, run)
        return status if is_swapped else [*status, *self._wrong_result(expected, run)]

    @staticmethod
    def checked(expected: ExpectedRun) -> set[str]:
        """Return the requirements that `faults` checks."""
        return (
            {requirements.END_OF_INPUT}
            if expected.is_cut
            else {requirements.EXIT_STATUS, requirements.RESULT_FILE}
        )

    def _wrong_status(self, expected: ExpectedRun, run: ProgramRun) -> list[ProgramFault]:
        wanted = self._conventions.finished_status
        if wanted is None or run.status == wanted:
            return []
        words = f"The exit status is {run.status} after the game, but should be {wanted}"
        return [ProgramFault(requirements.EXIT_STATUS, words, len(expected.script.entries))]

    def _faults_of_cut_game(self, expected: ExpectedRun, run: ProgramRun) -> list[ProgramFault]:
        typed = len(expected.script.entries)
        if run.result is not None and self._conventions.result is not None:
            words = f"{self._conventions.result.name} is written, but the game was not finished"
            return [ProgramFault(requirements.END_OF_INPUT, words, typed)]
        wanted = self._conventions.end_of_input_status
        if self._strictness == requirements.EXACT and wanted is not None and run.status != wanted:
            words = f"The exit status is {run.status} after the end of the input"
            return [
                ProgramFault(requirements.END_OF_INPUT, f"{words}, but should be {wanted}", typed)
            ]
        return []

    def _wrong_result(self, expected: ExpectedRun, run: ProgramRun) -> list[ProgramFault]:
        if self._conventions.result is None or expected.result is None:
            return []
        words = self._describe_result(expected, run.result)
        if words is None:
            return []
        shown: tuple[ScreenPart, ...] = (("text", run.result),) if run.result else ()
        wanted: tuple[ScreenPart, ...] = (("text", expected.result),)
        typed = len(expected.script.entries)
        name = self._conventions.result.name
        return [ProgramFault(requirements.RESULT_FILE, f"{name} {words}", typed, wanted, shown)]

    def _describe_result(self, expected: ExpectedRun, got: str | None) -> str | None:
        """Describe what is wrong with the result file; None if nothing is."""
        if got is None:
            return "is not written"
        if got == expected.result:
            return None
        if OLD_RESULT in got:
            return "still contains the result of an earlier game"
        wrong = self._wrong_content(expected, got)
        if wrong is None and self._strictness == requirements.EXACT:
            return "differs in white space or wording"
        return wrong

    def _wrong_content(self, expected: ExpectedRun, got: str) -> str | None:
        final = next(one for one in reversed(expected.steps) if one.kind is StepKind.SHOW_BOARD)
        ending = next(one for one in reversed(expected.steps) if one.kind is StepKind.ANNOUNCE)
        boards = list(self._conventions.drawing.find(got))
        if not boards:
            return "does not contain the board"
        if len(boards) > 1:
            return f"contains {len(boards)} boards, but must contain only the last one"
        if boards[0].cells != final.cells:
            difference = board_difference(final.cells, boards[0].cells, self._conventions)
            return f"does not contain the final board: {difference}"
        results = self._tokeniser.results(got[boards[0].end :])
        if normalise_text(expected.verdict) in normalise_text(got) or results == [ending.player]:
            return None
        return "has the wrong result below the board" if results else "lacks the result"
