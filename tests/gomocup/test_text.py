from __future__ import annotations

import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.strategies import modest

from tengen.errors import ParseError
from tengen.gomocup.text import (
    MAX_LINE,
    LineCutter,
    format_coordinates,
    format_points,
    line_text,
    parse_coordinates,
    parse_integers,
    parse_points,
)
from tengen.rules.point import Point


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_lines_may_end_in_lf_crlf_or_cr(end: bytes) -> None:
    assert LineCutter().feed(b"OK" + end + b"7,7" + end) == ["OK", "7,7"]


def test_a_line_is_returned_when_it_is_complete() -> None:
    cutter = LineCutter()
    assert cutter.feed(b"MESS") == []
    assert cutter.feed(b"AGE hi\r") == ["MESSAGE hi"]
    assert cutter.feed(b"\n7,7") == []
    assert cutter.end() == ["7,7"]
    assert cutter.end() == []


@modest
@given(st.binary(max_size=60), st.integers(0, 60))
def test_the_pieces_of_a_stream_do_not_matter(stream: bytes, cut: int) -> None:
    whole, pieces = LineCutter(), LineCutter()
    lines = whole.feed(stream) + whole.end()
    assert pieces.feed(stream[:cut]) + pieces.feed(stream[cut:]) + pieces.end() == lines
    assert not any({"\r", "\n"} & set(line) for line in lines)


def test_an_endless_line_does_not_fill_the_memory() -> None:
    cutter = LineCutter()
    tracemalloc.start()
    for _ in range(100):
        assert cutter.feed(b"x" * 10_000) == []
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept < 100_000
    assert cutter.feed(b"\n7,7\n") == ["x" * (MAX_LINE + 1), "7,7"]


def test_invalid_bytes_are_replaced() -> None:
    assert LineCutter().feed(b"MESSAGE \xff\xfe\n") == ["MESSAGE \ufffd\ufffd"]
    assert line_text("é".encode()) == line_text("é") == "é"


POINTS = st.builds(Point, st.integers(-99, 99), st.integers(-99, 99))


def test_the_column_comes_first_and_rows_count_from_the_top() -> None:
    assert parse_coordinates("7,0") == Point(row=0, col=7)
    assert format_coordinates(Point(row=0, col=7)) == "7,0"


@modest
@given(st.lists(POINTS, min_size=1, max_size=5))
def test_printed_points_are_read_as_the_same_points(points: list[Point]) -> None:
    text = format_points(tuple(points))
    assert parse_points(text) == tuple(points)
    assert parse_coordinates(text.split()[0]) == points[0]


@pytest.mark.parametrize("text", ["3,4", " 3,4 ", "3 , 4", "3,\t4", "03,4"])
def test_spaces_around_the_numbers_are_ignored(text: str) -> None:
    assert parse_coordinates(text) == Point(4, 3)


@pytest.mark.parametrize(
    "text", ["", "3", "3,", ",4", "3,4,1", "3;4", "a,b", "٣,٤", "1e9,1", "3.0,4"]
)
def test_other_texts_are_not_points(text: str) -> None:
    with pytest.raises(ParseError, match="not a point"):
        parse_coordinates(text)


@pytest.mark.parametrize("text", ["", "3,4 5", "3,4,5,6", "3,4x5,6", "9999999999,1"])
def test_a_list_of_points_must_be_complete(text: str) -> None:
    with pytest.raises(ParseError, match="not a row of points"):
        parse_points(text)


def test_numbers_are_separated_by_commas() -> None:
    assert parse_integers("7, 8,-1") == [7, 8, -1]
    for text in ("", "7,,8", "7 8", "x", "1" * 5000):
        with pytest.raises(ParseError):
            parse_integers(text)
