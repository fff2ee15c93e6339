"""Programs run with limits, in separate directories, and leave nothing behind."""

import os
import re
import sys
import time
from pathlib import Path

import pytest
from kit.judge import NEEDS_A_COMPILER, c_program

from tengen.classic.judge.process import (
    ProgramRun,
    ProgramRunner,
    RunEnding,
    RunLimits,
    describe_ending,
    resolve_command,
)
from tengen.errors import UsageError

FORKS = """\
import os, sys, time
pid = os.fork()
if pid:
    print(pid, flush=True)
time.sleep({parent} if pid else 600)
"""


def run_code(code: str, limits: RunLimits | None = None, typed: bytes = b"") -> ProgramRun:
    runner = ProgramRunner([sys.executable, "-IS", "-c", code], limits or RunLimits(), "result.txt")
    return runner.run(typed)


def is_gone(pid: int) -> bool:
    """Return whether a process has ended; it may still be a zombie."""
    for _ in range(200):
        try:
            status = Path(f"/proc/{pid}/status").read_text()
        except FileNotFoundError:
            return True
        if "State:\tZ" in status:
            return True
        time.sleep(0.02)
    return False


def test_a_program_gets_its_whole_input_in_an_empty_directory() -> None:
    code = (
        "import os, sys; print(os.listdir(), sys.stdin.read()); open('result.txt', 'w').write('r')"
    )
    run = run_code(code, typed=b"1,2\n")
    assert (run.ending, run.status, run.out, run.result) == (RunEnding.EXITED, 0, "[] 1,2\n\n", "r")


def test_a_program_that_does_not_end_is_stopped() -> None:
    run = run_code(
        "import time; print('so far', flush=True); time.sleep(600)", RunLimits(seconds=1)
    )
    assert (run.ending, run.out) == (RunEnding.TIMED_OUT, "so far\n")


def test_a_program_that_closes_its_output_and_continues_is_stopped() -> None:
    run = run_code(
        "import os, time; os.close(1); os.close(2); time.sleep(600)", RunLimits(seconds=1)
    )
    assert run.ending is RunEnding.TIMED_OUT


def test_too_much_output_stops_the_program() -> None:
    for stream in ("stdout", "stderr"):
        run = run_code(
            f"import sys\nwhile 1: sys.{stream}.write('x' * 9999)", RunLimits(output=100)
        )
        assert run.ending is RunEnding.FLOODED
        assert 100 <= len(run.out + run.err) // 1024 < 1000


@pytest.mark.skipif(sys.platform != "linux", reason="memory limits are tested on Linux alone")
def test_memory_is_limited() -> None:
    run = run_code("x = bytearray(900 << 20); print(len(x))", RunLimits(memory=300))
    assert (run.ending, run.out) == (RunEnding.EXITED, "")
    assert "MemoryError" in run.err
    assert run_code("x = bytearray(900 << 20); print('ok')", RunLimits(memory=0)).out == "ok\n"


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
@pytest.mark.parametrize("parent, ending", [("600", RunEnding.TIMED_OUT), ("0", RunEnding.EXITED)])
def test_child_processes_of_a_program_are_killed_after_its_run(
    parent: str, ending: RunEnding
) -> None:
    run = run_code(FORKS.format(parent=parent), RunLimits(seconds=1))
    assert run.ending is ending
    assert is_gone(int(run.out))


@NEEDS_A_COMPILER
@pytest.mark.skipif(sys.platform != "linux", reason="memory limits are tested on Linux alone")
def test_a_crash_report_shows_the_memory_use(tmp_path: Path) -> None:
    greedy = "for (char *p; (p = malloc(1 << 20)); ) memset(p, 1, 1 << 20); abort();"
    program = c_program("five", tmp_path, '    printf("%s", RULES);', greedy)
    run = ProgramRunner(program, RunLimits(memory=64), None).run(b"")
    assert run.ending is RunEnding.CRASHED
    assert "MiB of memory, and the limit is 64 MiB" in describe_ending(run)


def test_a_crash_report_names_the_signal() -> None:
    run = run_code("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)")
    assert (run.ending, run.status) == (RunEnding.CRASHED, 11)


def test_a_stopped_runner_runs_nothing_more() -> None:
    runner = ProgramRunner([sys.executable, "-c", "print(1)"], RunLimits(), None)
    runner.stop()
    assert runner.run(b"").ending is RunEnding.STOPPED


def test_a_command_that_cannot_be_started_is_reported(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.write_text("not a program")
    with pytest.raises(UsageError, match="cannot start 'nosuchprogram': no such program"):
        resolve_command(["nosuchprogram"])
    with pytest.raises(UsageError, match=re.escape("it is not executable")):
        resolve_command([str(plain)])
    broken = tmp_path / "broken"
    broken.write_bytes(b"#!/no/such/interpreter\n")
    broken.chmod(0o755)
    with pytest.raises(UsageError, match="cannot start"):
        ProgramRunner([str(broken)], RunLimits(), None).run(b"")


def test_files_in_a_command_get_full_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "prog.s").touch()
    (tmp_path / "word").touch()
    monkeypatch.chdir(tmp_path)
    program, *rest = resolve_command(["sh", "-file", "prog.s", "word", "."])
    assert os.path.isabs(program)
    assert rest == ["-file", str(tmp_path / "prog.s"), "word", str(tmp_path)]
