from __future__ import annotations

import os
import queue
import sys
import threading
from collections.abc import Callable, Iterator

import pytest

from tengen.engine.cancel_token import CancelToken
from tengen.engine.search_thread import NICENESS, SearchThread, lower_thread_priority, run_aside
from tengen.errors import EngineError, RuleError, TengenError

LONG = 60.0


@pytest.mark.skipif(sys.platform != "linux", reason="niceness belongs to whole processes here")
def test_a_thread_lets_others_go_first_and_no_other_thread_is_changed() -> None:
    found: list[int] = []

    def think() -> None:
        lower_thread_priority()
        found.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))

    before = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    thread = threading.Thread(target=think)
    thread.start()
    thread.join()
    assert found == [max(before, NICENESS)]
    assert os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) == before


def work_until_cancelled(cancel: CancelToken) -> Iterator[int]:
    """Says 1, and 2 once it is cancelled."""
    is_over = threading.Event()
    yield 1
    with cancel.on_cancel(is_over.set):
        assert is_over.wait(LONG)
    yield 2


def test_what_comes_of_the_work_is_told() -> None:
    told: list[int | TengenError] = []
    thread = SearchThread("it", lambda _: [1, 2], told.append)
    thread.join()
    assert told == [1, 2]
    assert not thread.is_busy


def test_after_a_cancel_the_work_ends_and_nothing_is_told() -> None:
    told: queue.Queue[int | TengenError] = queue.Queue()
    thread = SearchThread("it", work_until_cancelled, told.put)
    assert told.get(timeout=LONG) == 1
    thread.cancel()
    thread.join()
    assert told.empty()


def test_what_was_told_to_another_thread_is_dropped_there_after_a_cancel() -> None:
    calls: queue.Queue[Callable[[], None]] = queue.Queue()
    told: list[int | TengenError] = []
    thread = SearchThread("it", lambda _: [1, 2], told.append, calls.put)
    calls.get(timeout=LONG)()
    late = calls.get(timeout=LONG)
    thread.cancel()
    late()
    assert told == [1]


@pytest.mark.parametrize("error", [RuleError("no"), ZeroDivisionError("oh")])
def test_an_error_is_told_as_one_of_ours(error: Exception) -> None:
    def fail(_cancel: CancelToken) -> Iterator[int]:
        raise error

    told: list[int | TengenError] = []
    SearchThread("it", fail, told.append).join()
    assert len(told) == 1
    assert told[0] is error or isinstance(told[0], EngineError)


def test_work_aside_is_heard_of_step_by_step_and_between_steps() -> None:
    cancel, found = CancelToken(), list[int]()
    for news in run_aside(lambda: work_until_cancelled(cancel), cancel, 0.01):
        if news is None:
            cancel.cancel()
        else:
            found.append(news)
    assert found == [1, 2]


def test_work_aside_that_is_complete_is_not_cancelled() -> None:
    cancel = CancelToken()
    assert list(run_aside(lambda: [1, 2], cancel)) == [1, 2]
    assert not cancel.is_cancelled


def test_whoever_breaks_off_cancels_the_work_aside() -> None:
    cancel = CancelToken()
    found = run_aside(lambda: work_until_cancelled(cancel), cancel)
    assert next(found) == 1
    found.close()
    assert cancel.is_cancelled


def test_what_goes_wrong_aside_is_raised_as_it_is() -> None:
    with pytest.raises(ZeroDivisionError):
        list(run_aside(lambda: [1 // 0], CancelToken()))
