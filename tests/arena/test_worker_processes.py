"""Local worker processes, some of which are killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from kit import tasks

from tengen.arena import worker_processes
from tengen.arena.executor import open_executor
from tengen.arena.worker_processes import ProcessExecutor
from tengen.errors import TaskError, WorkerDied

needs_proc = pytest.mark.skipif(not os.path.isdir("/proc"), reason="processes are listed in /proc")
MAIN = """
import signal, sys
from kit import tasks
from tengen.arena.executor import open_executor
from tengen.arena.task_runner import run_tasks
if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with open_executor(2) as executor:
        list(run_tasks(executor, getattr(tasks, sys.argv[1]), sys.argv[2:]))
"""


@pytest.fixture
def executor(monkeypatch: pytest.MonkeyPatch) -> Iterator[ProcessExecutor]:
    """Return an executor with two workers."""
    monkeypatch.setenv("PYTHONPATH", tasks.ENVIRONMENT["PYTHONPATH"])
    executor = ProcessExecutor(2)
    yield executor
    executor.stop()


def start_main(task: str, *arguments: str) -> subprocess.Popen[bytes]:
    command = (sys.executable, "-c", MAIN, task, *arguments)
    return subprocess.Popen(
        command, env=tasks.ENVIRONMENT, stderr=subprocess.PIPE, start_new_session=True
    )


def test_a_killed_worker_fails_its_own_task_only(executor: ProcessExecutor, tmp_path: Path) -> None:
    path = tmp_path / "pids"
    running = [executor.submit(tasks.record_and_wait, str(path)) for _ in range(2)]
    tasks.wait_for(lambda: path.exists() and path.read_text().count("\n") == 2)
    killed, other = map(int, path.read_text().split())
    os.kill(killed, signal.SIGKILL)
    (tmp_path / "pids.go").touch()
    results = [future.exception() or future.result() for future in running]
    assert other in results
    assert [type(result) for result in results if result != other] == [WorkerDied]
    assert executor.submit(tasks.square, 3).result() == 9


@needs_proc
def test_what_a_killed_worker_has_started_is_killed(
    executor: ProcessExecutor, tmp_path: Path
) -> None:
    executor.submit(tasks.start_sleeper, str(tmp_path)).result()
    tasks.wait_for(lambda: tasks.processes_with(str(tmp_path)))
    died = [executor.submit(tasks.die, number) for number in range(2)]
    assert all(isinstance(future.exception(), WorkerDied) for future in died)
    tasks.wait_for(lambda: not tasks.processes_with(str(tmp_path)))


def test_what_a_task_prints_does_not_disturb_the_results(
    executor: ProcessExecutor, capfd: pytest.CaptureFixture[str]
) -> None:
    assert executor.submit(print, "printed", flush=True).result() is None
    assert executor.submit(tasks.square, 3).result() == 9
    assert capfd.readouterr() == ("", "printed\n")


def test_shutting_down_waits_for_all_tasks_and_closes_what_they_kept(
    executor: ProcessExecutor, tmp_path: Path
) -> None:
    kept = [executor.submit(tasks.keep, str(tmp_path / str(number))) for number in range(5)]
    executor.shutdown()
    assert all(future.done() for future in kept)
    assert len(list(tmp_path.iterdir())) == 5
    with pytest.raises(RuntimeError, match="shut down"):
        executor.submit(tasks.square, 1)


def test_stopping_gives_up_all_tasks(executor: ProcessExecutor, tmp_path: Path) -> None:
    path = tmp_path / "pids"
    running = [executor.submit(tasks.record_and_wait, str(path)) for _ in range(2)]
    waiting = executor.submit(tasks.square, 2)
    tasks.wait_for(lambda: path.exists() and path.read_text().count("\n") == 2)
    executor.stop()
    assert waiting.cancelled()
    assert all(isinstance(future.exception(), WorkerDied) for future in running)


def test_a_worker_that_cannot_start_is_not_started_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    command = (sys.executable, "-c", "raise SystemExit(3)")
    monkeypatch.setattr(worker_processes, "WORKER_COMMAND", command)
    with open_executor(2) as executor:
        error = executor.submit(tasks.square, 1).exception()
    assert type(error) is TaskError
    assert str(error).startswith("a worker could not be started: process ")
    assert str(error).endswith(" ended with status 3")


@needs_proc
@pytest.mark.parametrize("task", ["start_sleeper_and_sleep", "record_and_wait"])
def test_no_process_is_left_when_the_main_process_is_killed(task: str, tmp_path: Path) -> None:
    main = start_main(task, *[str(tmp_path / name) for name in ("a", "b")])
    tasks.wait_for(lambda: len(_workers_of(main.pid)) == 2)
    workers = _workers_of(main.pid)
    main.kill()
    main.communicate()
    tasks.wait_for(lambda: not tasks.processes_with(str(tmp_path)))
    tasks.wait_for(lambda: not any(os.path.exists(f"/proc/{pid}") for pid in workers))


@needs_proc
def test_ctrl_c_ends_all_processes_without_a_word_of_the_workers(tmp_path: Path) -> None:
    main = start_main("start_sleeper_and_sleep", str(tmp_path / "a"), str(tmp_path / "b"))
    tasks.wait_for(lambda: len(tasks.processes_with(f"600){chr(0)}{tmp_path}")) == 2)
    os.killpg(main.pid, signal.SIGINT)
    _, errors = main.communicate(timeout=tasks.PATIENCE_SECONDS)
    assert errors.count(b"Traceback") == 1
    assert errors.endswith(b"KeyboardInterrupt\n")
    assert tasks.processes_with(str(tmp_path)) == []


def _workers_of(pid: int) -> list[int]:
    """Return the child processes of a process."""
    children = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for path in children for child in path.read_text().split()]
