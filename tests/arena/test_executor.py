from __future__ import annotations

import os
import threading
from collections.abc import Callable

import pytest
from kit import tasks

from tengen.arena.executor import KeptThings, SerialExecutor, open_executor


def test_what_is_kept_is_closed_once_and_can_be_kept_again() -> None:
    kept, closed = KeptThings(), list[str]()
    for _ in range(2):
        kept.add(lambda: closed.append("first"))
        kept.close()
        kept.close()
    assert closed == ["first", "first"]


def test_nothing_is_closed_before_the_last_of_the_running_tasks_ends() -> None:
    kept, closed = KeptThings(), list[str]()
    kept.add(lambda: closed.append("engine"))
    with kept.task():
        with kept.task():
            kept.close()
        assert closed == []
    assert closed == ["engine"]


def fail() -> None:
    raise OSError


def test_something_that_cannot_be_closed_does_not_keep_the_rest_open() -> None:
    kept, closed = KeptThings(), list[str]()
    kept.add(fail)
    kept.add(lambda: closed.append("engine"))
    kept.close_now()
    assert closed == ["engine"]


def test_what_is_kept_is_closed_a_while_after_the_last_task() -> None:
    kept, closed = KeptThings(), threading.Event()
    kept.add(closed.set)
    with kept.task(0.01):
        pass
    assert closed.wait(60)


def test_a_new_task_keeps_everything_open() -> None:
    kept, closed = KeptThings(), threading.Event()
    kept.add(closed.set)
    with kept.task(600):
        pass
    with kept.task():
        assert not closed.is_set()
    assert not closed.is_set()


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
