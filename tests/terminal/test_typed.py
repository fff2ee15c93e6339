from __future__ import annotations

import os

import pytest

from tengen.terminal.input_queue import MAX_LINE, read_lines


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
