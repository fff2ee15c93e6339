from __future__ import annotations

import os
import signal
import threading

import pytest

from tengen.terminal.input import MAX_LINE, ExitReason, InputEvent, InputQueue, read_lines


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


def lines_of(*blocks: bytes) -> list[str]:
    """What is read when these bytes come in, and then nothing more."""
    ours, theirs = os.pipe()
    try:
        for block in blocks:
            os.write(theirs, block)
        os.close(theirs)
        return list(read_lines(ours))
    finally:
        os.close(ours)


@pytest.mark.parametrize(
    "typed, lines",
    [
        (b"", []),
        (b"h8\ni9\n", ["h8", "i9"]),
        (b"h8\n\ni9", ["h8", "", "i9"]),
        (b"h8\r\n", ["h8\r"]),
        ("\u017b\u00f3\u0142w\n".encode(), ["\u017b\u00f3\u0142w"]),
        (b"a\xff\n", ["a\udcff"]),
        (b"\x00\n", ["\x00"]),
    ],
)
def test_lines_are_read_as_they_are_typed(typed: bytes, lines: list[str]) -> None:
    assert lines_of(typed) == lines


def test_a_line_comes_as_soon_as_it_is_complete() -> None:
    ours, theirs = os.pipe()
    lines = read_lines(ours)
    os.write(theirs, b"h8\ni")
    assert next(lines) == "h8"
    os.write(theirs, b"9\n")
    assert next(lines) == "i9"
    os.close(theirs)
    os.close(ours)


def test_a_line_without_end_takes_no_room() -> None:
    lines = lines_of(b"x" * 60_000, b"\nh8\n")
    assert [len(line) for line in lines] == [MAX_LINE, 2]


def test_where_there_is_nothing_to_read_from_there_are_no_lines() -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    os.close(theirs)
    assert list(read_lines(ours)) == []
