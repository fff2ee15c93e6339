"""Binary positions: a byte for the number of moves, and one for each move."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.records import read_again, written
from kit.strategies import modest

from tengen.errors import RecordError
from tengen.records.formats import detect_format
from tengen.records.game_tree import Node, Stone
from tengen.records.move_lists import POS
from tengen.records.reading import Reading
from tengen.records.record import Record, add_moves
from tengen.rules.point import Point
from tengen.rules.rules import FREESTYLE_20, RENJU, Player

SAMPLE = bytes([4, 112, 98, 0, 224])
MOVES = [Point(7, 7), Point(6, 8), Point(0, 0), Point(14, 14)]


def read(data: bytes) -> tuple[Record, list[str]]:
    reading = Reading()
    (record,) = POS.read(io.BytesIO(data), reading)
    return record, [str(problem) for problem in reading.problems.kept]


def test_a_byte_is_row_times_fifteen_plus_column_from_the_top_left() -> None:
    record, problems = read(SAMPLE)
    assert record.moves() == MOVES
    assert problems == []


def test_a_game_is_written_with_exact_bytes() -> None:
    record = Record()
    add_moves(record.root, MOVES)
    assert written(record, POS) == SAMPLE
    assert written(Record(), POS) == b"\0"


@pytest.mark.parametrize("length", range(1, len(SAMPLE)))
def test_a_file_that_is_cut_off_gives_the_moves_up_to_there(length: int) -> None:
    record, problems = read(SAMPLE[:length])
    assert record.moves() == MOVES[: length - 1]
    assert problems == [f"the file ends after {length - 1} of 4 moves"]


def test_a_file_without_a_number_of_moves_is_refused() -> None:
    for data in (b"", bytes([226, 1, 2])):
        with pytest.raises(RecordError, match="not a binary position"):
            read(data)


@pytest.mark.parametrize("code", [112, 225, 255])
def test_an_impossible_move_ends_the_game(code: int) -> None:
    record, problems = read(bytes([3, 112, code, 5]))
    assert record.moves() == MOVES[:1]
    assert len(problems) == 1
    assert problems[0].startswith("move 2: ")


def test_bytes_after_the_moves_are_reported() -> None:
    record, problems = read(SAMPLE + b"more")
    assert record.moves() == MOVES
    assert problems == ["byte 5: the bytes after the last move were ignored"]


@given(st.binary(min_size=1).filter(lambda data: data[0] < 226))
@modest
def test_a_game_read_from_any_bytes_is_the_same_after_writing(data: bytes) -> None:
    record, _ = read(data)
    assert read_again(written(record, POS), POS) == [record]


def test_a_file_is_detected_by_its_exact_length_and_its_moves() -> None:
    assert detect_format("a.pos", SAMPLE) is POS
    for data in (b"", b"\0", SAMPLE[:-1], SAMPLE + b"\1", bytes([2, 7, 7]), bytes([1, 225])):
        assert not POS.resembles(data)


def test_other_board_sizes_and_set_ups_are_refused() -> None:
    set_up = Record(RENJU, Node(stones=(Stone(MOVES[0], Player.FIRST),)))
    assert "15x15, not 20x20" in POS.objection(Record(FREESTYLE_20))
    assert "set-up" in POS.objection(set_up)
    with pytest.raises(RecordError, match="15x15"):
        list(POS.read(io.BytesIO(SAMPLE), Reading(FREESTYLE_20)))
