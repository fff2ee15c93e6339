from __future__ import annotations

import signal
import threading

import pytest

from tengen.terminal.input_queue import ExitReason, InputEvent, InputQueue


def heard(ear: InputQueue) -> InputEvent:
    """The next thing that comes in."""
    while (news := ear.next()) is None:
        pass
    return news


def test_lines_are_heard_in_their_order_and_then_that_they_end() -> None:
    ear = InputQueue(["h8", "", "i9"])
    with ear.listening():
        assert [heard(ear) for _ in range(4)] == ["h8", "", "i9", ExitReason.INPUT_ENDED]


def test_what_other_threads_want_done_is_heard() -> None:
    ear = InputQueue([])
    threading.Thread(target=ear.call, args=(print,)).start()
    assert heard(ear) is print


def test_where_nothing_comes_in_nothing_is_heard_for_a_while() -> None:
    assert InputQueue([]).next() is None


def test_ctrl_c_waits_for_its_turn_every_time() -> None:
    ear = InputQueue([])
    with ear.listening():
        assert heard(ear) is ExitReason.INPUT_ENDED
        for _ in range(3):
            signal.raise_signal(signal.SIGINT)
            assert heard(ear) is ExitReason.INTERRUPTED


def test_who_presses_ctrl_c_twice_does_not_wait() -> None:
    with InputQueue([]).listening():
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_afterwards_ctrl_c_is_what_it_was() -> None:
    before = signal.getsignal(signal.SIGINT)
    with InputQueue([]).listening():
        assert signal.getsignal(signal.SIGINT) is not before
    assert signal.getsignal(signal.SIGINT) is before


def test_in_another_thread_ctrl_c_is_none_of_its_business() -> None:
    ear, found = InputQueue([]), []
    before = signal.getsignal(signal.SIGINT)

    def listen() -> None:
        with ear.listening():
            found.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=listen)
    thread.start()
    thread.join()
    assert found == [before]
