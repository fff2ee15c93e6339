from __future__ import annotations

import os
import sys
import threading

import pytest

from tengen.engine.thread_priority import NICENESS, lower_thread_priority


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
