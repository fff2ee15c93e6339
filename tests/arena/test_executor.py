"""Executors: what holds for all, and the one in this process."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable

import pytest
from kit import tasks

from tengen.arena.executor import SerialExecutor, open_executor


@pytest.fixture(autouse=True)
def _kit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", tasks.ENVIRONMENT["PYTHONPATH"])


def test_one_process_is_this_one_and_runs_tasks_in_this_thread() -> None:
    with open_executor(1) as executor:
        assert executor.submit(os.getpid).result() == os.getpid()
        assert executor.submit(threading.get_ident).result() == threading.get_ident()
        assert executor.ahead == 1


def test_one_isolated_process_is_another_one() -> None:
    with open_executor(1, is_isolated=True) as executor:
        assert executor.submit(os.getpid).result() != os.getpid()


def test_ctrl_c_interrupts_a_task_in_this_process() -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), open_executor(1) as executor:
        executor.submit(interrupt)


@pytest.mark.parametrize("processes", [1, 2])
def test_a_result_or_an_exception_reaches_who_asks(processes: int) -> None:
    with open_executor(processes) as executor:
        assert executor.submit(tasks.square, 7).result() == 49
        assert isinstance(executor.submit(int, "x").exception(), ValueError)


@pytest.mark.parametrize("make", [SerialExecutor])
def test_what_a_task_keeps_is_closed_at_the_end(
    make: Callable[[], SerialExecutor], tmp_path: os.PathLike[str]
) -> None:
    path = os.path.join(tmp_path, "closed")
    executor = make()
    executor.submit(tasks.keep, path)
    assert not os.path.exists(path)
    executor.stop()
    assert os.path.exists(path)
