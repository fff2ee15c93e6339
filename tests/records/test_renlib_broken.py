"""Reading damaged RenLib libraries."""

from __future__ import annotations

import io

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from kit.libraries import MAGIC, ROOT, bare, copied, library, read, root_of, shape, tidy
from kit.strategies import modest

from tengen.errors import RecordError
from tengen.records import renlib_reader
from tengen.records.reading import Reading
from tengen.records.renlib import LIB
from tengen.records.renlib_reader import MAX_DEPTH
from tengen.rules.rules import GOMOKU_19

SAMPLE = library(
    b"\x00\x08about\0",
    b"\x78\x90",
    b"\x01\xc3\x00\x01x\0",
    b"\x69\x89\x00\x01one\x08two\0b\0",
    b"\x22\x60ab\xe3\0",
    b"\x00\x00",
    b"\x33\x44",
    b"\x79\x40",
)
BARE = {20, 28}
"""Lengths of a header alone and of a header with a root; both are complete libraries."""


def test_the_sample_is_valid() -> None:
    assert shape(root_of(SAMPLE)) == ["0 -", "1 7,7", "2 6,8", "3 2,1", "2 -", "3 3,2", "1 7,8"]


@pytest.mark.parametrize("length", range(8, len(SAMPLE)))
def test_a_file_that_is_cut_off_is_read_up_to_there_and_reported(length: int) -> None:
    record, problems = read(SAMPLE[:length])
    whole = shape(root_of(SAMPLE))
    assert shape(record.root) == whole[: len(shape(record.root))]
    assert bool(problems) is (length not in BARE)


@pytest.mark.parametrize("length", range(8))
def test_a_file_that_is_cut_off_in_its_header_is_refused(length: int) -> None:
    assert len(MAGIC) == 8
    with pytest.raises(RecordError):
        read(SAMPLE[:length])


@pytest.mark.parametrize("at", range(8, len(SAMPLE)))
def test_a_file_with_a_flipped_bit_can_be_read_and_copied(at: int) -> None:
    for bit in range(8):
        data = bytearray(SAMPLE)
        data[at] ^= 1 << bit
        record, _ = read(bytes(data))
        copy, problems = read(copied(bytes(data), "utf-8"), "utf-8")
        assert shape(copy.root) == shape(record.root)
        assert problems == []


@given(nodes=st.binary(max_size=200), minor=st.integers(0, 4))
@example(nodes=b"\x00\x42\x00\x42", minor=4)
@modest
def test_any_bytes_make_a_tree_that_can_be_copied(nodes: bytes, minor: int) -> None:
    data = library(nodes, minor=minor)
    record, _ = read(data)
    copy, problems = read(copied(data, "utf-8"), "utf-8")
    assert tidy(copy.root) == tidy(record.root)
    assert problems == []


@given(st.lists(st.tuples(st.integers(0, 40), st.sampled_from([0, 0, 0x80, 0xC0, 0x40, 0x43]))))
@modest
def test_any_flags_make_a_tree_that_can_be_copied(nodes: list[tuple[int, int]]) -> None:
    data = library(ROOT, *(bytes(node) + b"\0\1a\0" * (node[1] & 1) for node in nodes))
    record, _ = read(data)
    copy, problems = read(copied(data, "utf-8"), "utf-8")
    assert tidy(copy.root) == tidy(record.root)
    assert problems == []


def test_a_move_on_a_taken_point_is_skipped_with_everything_after_it() -> None:
    record, problems = read(bare("78 00 69 80 78 80 01 88 61 00 02 40 05 40 03 40 04 40"))
    assert shape(record.root) == ["0 -", "1 7,7", "2 6,8", "3 0,2", "2 0,3"]
    assert problems == ["byte 26: h8 is already taken; it and everything after it were skipped"]


@pytest.mark.parametrize("code", ["10", "f0", "f1", "ff"])
def test_a_point_off_the_board_is_skipped(code: str) -> None:
    record, problems = read(bare(f"78 00 {code} c0 01 40"))
    assert shape(record.root) == ["0 -", "1 7,7", "2 0,0"]
    skipped = "it and everything after it were skipped"
    assert problems == [f"byte 24: {code.upper()} is not a point of the board; {skipped}"]


def test_bytes_after_the_end_of_the_tree_are_ignored() -> None:
    record, problems = read(bare("78 00 69 40 01 40"))
    assert shape(record.root) == ["0 -", "1 7,7", "2 6,8"]
    assert problems == ["byte 26: the bytes after the end of the tree were ignored"]


def test_a_sibling_of_the_root_is_reported() -> None:
    record, problems = read(library(b"\x00\x80", b"\x78\x40"))
    assert shape(record.root) == ["0 -", "1 7,7"]
    assert problems == ["byte 20: the first node cannot have a sibling"]


def test_a_missing_sibling_is_reported() -> None:
    record, problems = read(bare("78 80 69 40"))
    assert shape(record.root) == ["0 -", "1 7,7", "2 6,8"]
    assert problems == ["byte 26: the file is cut off: more nodes should follow"]


def test_a_node_without_a_move_is_read_as_a_move_if_moves_follow() -> None:
    record, problems = read(bare("78 02 69 40"))
    assert shape(record.root) == ["0 -", "1 7,7", "2 6,8"]
    assert problems == ["byte 24: a node without a move has moves after it; it was read as a move"]


def test_a_text_without_a_point_and_an_unknown_extension_are_reported() -> None:
    record, problems = read(library(b"\x00\x01\x00\x01a\0", b"\x78\x01\x00\x02", b"\x69\x40"))
    assert shape(record.root) == ["0 -", "1 7,7", "2 6,8"]
    assert [problem.partition(": ")[2] for problem in problems] == [
        "a text that is not on a point of the board was skipped",
        "an unknown extension was skipped",
    ]


def test_too_many_passes_are_skipped() -> None:
    record, problems = read(library(ROOT, b"\x00\x00" * 100_000, b"\x78\x40"))
    assert len(shape(record.root)) == MAX_DEPTH + 1
    assert len(problems) == 1


def test_an_endless_text_is_not_read_into_memory() -> None:
    data = library(ROOT, b"\x78\x40"[:1] + b"\x08") + b"a" * (
        renlib_reader.MAX_TEXT_BYTES + (1 << 18)
    )
    file = io.BytesIO(data)
    reading = Reading()
    list(LIB.read(file, reading))
    assert file.tell() < len(data)
    assert str(reading.problems.kept[0]) == "byte 24: the end of a text is missing"


def test_a_board_of_another_size_is_refused() -> None:
    with pytest.raises(RecordError, match="15x15, not 19x19"):
        list(LIB.read(io.BytesIO(bare("78 40")), Reading(GOMOKU_19)))
