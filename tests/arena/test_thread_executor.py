from __future__ import annotations

import threading

import pytest

from tengen.arena.thread_executor import ThreadExecutor


def test_tasks_run_in_as_many_threads_as_wanted() -> None:
    executor = ThreadExecutor(2)
    barrier = threading.Barrier(2)
    futures = [executor.submit(barrier.wait, 60) for _ in range(executor.ahead)]
    assert {future.result() for future in futures} == {0, 1}
    executor.stop()


def test_a_stopped_executor_has_no_threads_and_takes_no_tasks() -> None:
    threads = threading.active_count()
    executor = ThreadExecutor(1)
    assert executor.submit(int, "7").result() == 7
    executor.stop()
    assert threading.active_count() == threads
    with pytest.raises(RuntimeError):
        executor.submit(int, "7")
