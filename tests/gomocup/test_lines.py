from __future__ import annotations

import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.strategies import modest

from tengen.gomocup.text import MAX_LINE, LineCutter, line_text


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_lines_end_in_any_of_three_ways(end: bytes) -> None:
    assert LineCutter().feed(b"OK" + end + b"7,7" + end) == ["OK", "7,7"]


def test_a_line_is_given_out_when_its_end_has_come() -> None:
    cutter = LineCutter()
    assert cutter.feed(b"MESS") == []
    assert cutter.feed(b"AGE hi\r") == ["MESSAGE hi"]
    assert cutter.feed(b"\n7,7") == []
    assert cutter.end() == ["7,7"]
    assert cutter.end() == []


@modest
@given(st.binary(max_size=60), st.integers(0, 60))
def test_where_a_stream_is_cut_into_pieces_does_not_matter(stream: bytes, cut: int) -> None:
    whole, pieces = LineCutter(), LineCutter()
    lines = whole.feed(stream) + whole.end()
    assert pieces.feed(stream[:cut]) + pieces.feed(stream[cut:]) + pieces.end() == lines
    assert not any({"\r", "\n"} & set(line) for line in lines)


def test_a_line_without_end_does_not_fill_the_memory() -> None:
    cutter = LineCutter()
    tracemalloc.start()
    for _ in range(100):
        assert cutter.feed(b"x" * 10_000) == []
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept < 100_000
    assert cutter.feed(b"\n7,7\n") == ["x" * (MAX_LINE + 1), "7,7"]


def test_bytes_that_are_no_text_are_replaced() -> None:
    assert LineCutter().feed(b"MESSAGE \xff\xfe\n") == ["MESSAGE \ufffd\ufffd"]
    assert line_text("é".encode()) == line_text("é") == "é"
