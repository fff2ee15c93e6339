"""Runs of many tasks, some of which kill their workers."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import ParamSpec, TypeVar

import pytest
from kit import tasks

from tengen.arena.executor import SerialExecutor, TaskExecutor, open_executor
from tengen.arena.task_runner import run_tasks, run_tasks_in_order
from tengen.engine.cancel_token import CancelToken
from tengen.errors import TaskKilled, TaskLost, WorkerDied

P = ParamSpec("P")
R = TypeVar("R")


class ScriptedExecutor(TaskExecutor):
    """Ends each attempt at a task as a script says; `ahead` is 3."""

    def __init__(self, script: dict[str, list[Exception | None]]) -> None:
        self.script = script
        self.submitted: list[str] = []

    @property
    def ahead(self) -> int:
        return 3

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        future: Future[R] = Future()
        self.submitted.append(str(args[0]))
        endings = self.script.get(str(args[0]), [])
        error = endings.pop(0) if endings else None
        if error is None:
            future.set_result(fn(*args, **kwargs))
        else:
            future.set_exception(error)
        return future

    def stop(self) -> None:
        """There is nothing to stop."""


def test_every_task_has_its_result_once() -> None:
    executor = ScriptedExecutor({})
    done = list(run_tasks(executor, str.upper, iter("abcdefgh")))
    assert sorted(done) == [(letter, letter.upper()) for letter in "abcdefgh"]


def test_a_task_whose_worker_died_is_run_again() -> None:
    executor = ScriptedExecutor({"b": [WorkerDied("died"), WorkerDied("died")]})
    done = dict(run_tasks(executor, str.upper, "abc"))
    assert done == {"a": "A", "b": "B", "c": "C"}
    assert sorted(executor.submitted) == ["a", "b", "b", "b", "c"]


def test_a_task_is_given_up_after_three_deaths_and_the_others_go_on() -> None:
    executor = ScriptedExecutor({"b": [WorkerDied("died")] * 9})
    done = dict(run_tasks(executor, str.upper, "abcd"))
    killed = done.pop("b")
    assert isinstance(killed, TaskKilled)
    assert str(killed) == "given up after 3 workers died in a row: 'b'"
    assert done == {"a": "A", "c": "C", "d": "D"}
    assert executor.submitted.count("b") == 3


def test_a_lost_connection_is_not_held_against_a_task() -> None:
    executor = ScriptedExecutor({"a": [TaskLost("lost")] * 9})
    assert list(run_tasks(executor, str.upper, "a")) == [("a", "A")]
    assert len(executor.submitted) == 10


def test_an_error_of_a_task_ends_the_run() -> None:
    executor = ScriptedExecutor({"c": [ValueError("wrong")]})
    with pytest.raises(ValueError, match="wrong"):
        list(run_tasks(executor, str.upper, "abcdefgh"))


def test_only_as_many_tasks_are_taken_as_are_needed() -> None:
    taken = []

    def count() -> Iterator[str]:
        for number in itertools.count():
            taken.append(number)
            yield str(number)

    run = run_tasks(ScriptedExecutor({}), str.upper, count())
    for finished in range(1, 6):
        next(run)
        assert len(taken) == finished + 2


def test_one_process_gives_each_result_before_the_next_task_starts() -> None:
    started: list[int] = []
    for task, _ in run_tasks(SerialExecutor(), started.append, range(4)):
        assert started[-1] == task


def test_results_can_come_in_the_order_of_the_tasks() -> None:
    executor = ScriptedExecutor(
        {"(0, 'a')": [WorkerDied("died")], "(1, 'b')": [WorkerDied("x")] * 3}
    )
    done = list(run_tasks_in_order(executor, str.upper, "abcd"))
    assert [task for task, _ in done] == ["a", "b", "c", "d"]
    assert [result for _, result in done if not isinstance(result, TaskKilled)] == ["A", "C", "D"]


def test_a_cancelled_run_starts_nothing_more() -> None:
    cancel, executor = CancelToken(), ScriptedExecutor({})
    for _ in run_tasks(executor, str.upper, "abcdefgh", cancel):
        cancel.cancel()
    assert len(executor.submitted) == 3


def test_a_run_that_waits_can_be_cancelled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", tasks.ENVIRONMENT["PYTHONPATH"])
    cancel, path = CancelToken(), tmp_path / "pids"
    with open_executor(2) as executor:
        watch = executor.submit(tasks.wait_for_file, str(path))
        watch.add_done_callback(lambda _: cancel.cancel())
        assert list(run_tasks(executor, tasks.record_and_wait, [str(path)], cancel)) == []


def test_nothing_is_lost_or_doubled_when_workers_are_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", tasks.ENVIRONMENT["PYTHONPATH"])
    paths = [str(tmp_path / str(number)) for number in range(6)]
    with open_executor(2) as executor:
        done = list(run_tasks(executor, tasks.die_at_first, paths))
    assert sorted(done) == [(path, path) for path in paths]


def test_a_task_that_always_kills_its_worker_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", tasks.ENVIRONMENT["PYTHONPATH"])
    with open_executor(2) as executor:
        ((task, result),) = run_tasks(executor, tasks.die, ["bad"])
    assert task == "bad"
    assert isinstance(result, TaskKilled)
