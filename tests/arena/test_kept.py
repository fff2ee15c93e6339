"""When what is kept is closed."""

from __future__ import annotations

import threading

from tengen.arena.kept import KeptThings


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
