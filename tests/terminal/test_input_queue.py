from __future__ import annotations

import os
import signal
import threading

import pytest

from tengen.terminal.input import MAX_LINE, ExitReason, InputEvent, InputQueue, read_lines


def next_event(input_queue: InputQueue) -> InputEvent:
    """Return the next event."""
    while (news := input_queue.next()) is None:
        pass
    return news


def test_lines_come_in_order_and_then_the_end_of_input() -> None:
    input_queue = InputQueue(["h8", "", "i9"])
    with input_queue.listening():
        assert [next_event(input_queue) for _ in range(4)] == [
            "h8",
            "",
            "i9",
            ExitReason.INPUT_ENDED,
        ]


def test_calls_from_other_threads_are_queued() -> None:
    input_queue = InputQueue([])
    threading.Thread(target=input_queue.call, args=(print,)).start()
    assert next_event(input_queue) is print


def test_next_returns_none_after_a_tick_without_input() -> None:
    assert InputQueue([]).next() is None


def test_ctrl_c_is_queued() -> None:
    input_queue = InputQueue([])
    with input_queue.listening():
        assert next_event(input_queue) is ExitReason.INPUT_ENDED
        for _ in range(3):
            signal.raise_signal(signal.SIGINT)
            assert next_event(input_queue) is ExitReason.INTERRUPTED


def test_a_second_ctrl_c_interrupts_at_once() -> None:
    with InputQueue([]).listening():
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_the_signal_handler_is_restored() -> None:
    before = signal.getsignal(signal.SIGINT)
    with InputQueue([]).listening():
        assert signal.getsignal(signal.SIGINT) is not before
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_is_not_handled_outside_the_main_thread() -> None:
    input_queue, found = InputQueue([]), []
    before = signal.getsignal(signal.SIGINT)

    def listen() -> None:
        with input_queue.listening():
            found.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=listen)
    thread.start()
    thread.join()
    assert found == [before]


def lines_of(*blocks: bytes) -> list[str]:
    """Return the lines of these blocks of bytes."""
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


def test_an_endless_line_is_cut() -> None:
    lines = lines_of(b"x" * 60_000, b"\nh8\n")
    assert [len(line) for line in lines] == [MAX_LINE, 2]


def test_a_closed_input_has_no_lines() -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    os.close(theirs)
    assert list(read_lines(ours)) == []
