from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator

import pytest

from tengen.engine.cancel_token import CancelToken
from tengen.engine.search_thread import (
    AUTOGROUP,
    NICENESS,
    SESSION_NICENESS,
    SearchThread,
    lower_thread_priority,
    run_in_thread,
)
from tengen.errors import EngineError, RuleError, TengenError

LONG = 60.0


@pytest.mark.skipif(sys.platform != "linux", reason="niceness applies to whole processes here")
def test_only_the_current_thread_gets_a_lower_priority() -> None:
    found: list[int] = []

    def work() -> None:
        lower_thread_priority()
        found.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))

    before = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [max(before, NICENESS)]
    assert os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) == before


@pytest.mark.skipif(not os.path.exists(AUTOGROUP), reason="this system does not group sessions")
def test_a_session_gets_a_lower_priority() -> None:
    code = "from tengen.engine.search_thread import AUTOGROUP, lower_session_priority\n"
    code += "lower_session_priority(); print(open(AUTOGROUP).read())"
    run = [sys.executable, "-c", code]
    found = subprocess.run(run, capture_output=True, text=True, start_new_session=True, check=True)
    assert found.stdout.split()[-1] == str(SESSION_NICENESS)


def work_until_cancelled(cancel: CancelToken) -> Iterator[int]:
    """Yield 1, and 2 once it is cancelled."""
    is_over = threading.Event()
    yield 1
    with cancel.on_cancel(is_over.set):
        assert is_over.wait(LONG)
    yield 2


def test_results_are_reported() -> None:
    reported: list[int | TengenError] = []
    thread = SearchThread("it", lambda _: [1, 2], reported.append)
    thread.join()
    assert reported == [1, 2]
    assert not thread.is_busy


def test_after_a_cancel_the_work_ends_and_nothing_is_reported() -> None:
    reported: queue.Queue[int | TengenError] = queue.Queue()
    thread = SearchThread("it", work_until_cancelled, reported.put)
    assert reported.get(timeout=LONG) == 1
    thread.cancel()
    thread.join()
    assert reported.empty()


def test_results_waiting_in_another_thread_are_dropped_after_a_cancel() -> None:
    calls: queue.Queue[Callable[[], None]] = queue.Queue()
    reported: list[int | TengenError] = []
    thread = SearchThread("it", lambda _: [1, 2], reported.append, calls.put)
    calls.get(timeout=LONG)()
    late = calls.get(timeout=LONG)
    thread.cancel()
    late()
    assert reported == [1]


@pytest.mark.parametrize("error", [RuleError("no"), ZeroDivisionError("oh")])
def test_an_error_is_reported_as_a_tengen_error(error: Exception) -> None:
    def fail(_cancel: CancelToken) -> Iterator[int]:
        raise error

    reported: list[int | TengenError] = []
    SearchThread("it", fail, reported.append).join()
    assert len(reported) == 1
    assert reported[0] is error or isinstance(reported[0], EngineError)


def test_run_in_thread_yields_results_and_ticks() -> None:
    cancel, found = CancelToken(), list[int]()
    for result in run_in_thread(lambda: work_until_cancelled(cancel), cancel, 0.01):
        if result is None:
            cancel.cancel()
        else:
            found.append(result)
    assert found == [1, 2]


def test_run_in_thread_does_not_cancel_finished_work() -> None:
    cancel = CancelToken()
    assert list(run_in_thread(lambda: [1, 2], cancel)) == [1, 2]
    assert not cancel.is_cancelled


def test_leaving_run_in_thread_early_cancels_the_work() -> None:
    cancel = CancelToken()
    found = run_in_thread(lambda: work_until_cancelled(cancel), cancel)
    assert next(found) == 1
    found.close()
    assert cancel.is_cancelled


def test_run_in_thread_raises_the_error_of_the_work() -> None:
    with pytest.raises(ZeroDivisionError):
        list(run_in_thread(lambda: [1 // 0], CancelToken()))
