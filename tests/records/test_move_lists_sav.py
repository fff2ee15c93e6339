"""Yixin Board's games: height, width, number of moves, and row and column of each move."""

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
from tengen.records.move_lists import SAV
from tengen.records.reading import Reading
from tengen.records.record import Record, add_moves
from tengen.rules.point import Point
from tengen.rules.rules import RENJU, Player, Rules

SAMPLE = b"12\r\n20\r\n3\r\n7 8\r\n0 19\r\n11 0\r\n"
RULES = Rules(20, 12, 5)
MOVES = [Point(7, 8), Point(0, 19), Point(11, 0)]


def read(data: bytes) -> tuple[Record, list[str]]:
    reading = Reading()
    (record,) = SAV.read(io.BytesIO(data), reading)
    return record, [str(problem) for problem in reading.problems.kept]


@pytest.mark.parametrize("data", [SAMPLE, SAMPLE.replace(b"\r", b""), b" " + SAMPLE + b"\n\n"])
def test_the_height_comes_first_and_rows_are_counted_from_the_top(data: bytes) -> None:
    record, problems = read(data)
    assert record.rules == RULES
    assert record.moves() == MOVES
    assert problems == []


def test_a_game_is_written_with_exact_bytes() -> None:
    record = Record(RULES)
    add_moves(record.root, MOVES)
    assert written(record, SAV) == SAMPLE


def test_the_options_give_the_rules_but_not_the_size() -> None:
    (record,) = SAV.read(io.BytesIO(SAMPLE.replace(b"12", b"15", 1)), Reading(RENJU))
    assert (record.rules.win, record.rules.width) == (RENJU.win, 20)


@pytest.mark.parametrize("data", [b"", b"15\n15\n", b"15\nx\n1\n", b"0\n15\n0\n", b"99\n99\n1\n"])
def test_a_file_without_sizes_is_refused(data: bytes) -> None:
    with pytest.raises(RecordError):
        read(data)


@pytest.mark.parametrize("length", range(10, len(SAMPLE)))
def test_a_file_that_is_cut_off_gives_the_moves_up_to_there(length: int) -> None:
    record, problems = read(SAMPLE[:length])
    assert len(record.moves()) <= 3
    assert record.moves()[:1] in ([], MOVES[:1])
    assert bool(problems) is (len(record.moves()) < 3)


def test_the_number_of_moves_is_checked_against_the_moves() -> None:
    assert read(b"15\n15\n2\n7 7\n")[1] == ["the file ends after 1 of 2 moves"]
    record, problems = read(b"15\n15\n1\n7 7\n6 6\n")
    assert record.moves() == [Point(7, 7)]
    assert problems == ["line 5: unexpected text '6 6'"]


@pytest.mark.parametrize("move", ["7 7", "15 0", "0 15", "-1 3"])
def test_an_impossible_move_ends_the_game(move: str) -> None:
    record, problems = read(f"15\n15\n3\n7 7\n{move}\n1 1\n".encode())
    assert record.moves() == [Point(7, 7)]
    assert len(problems) == 1
    assert problems[0].startswith("line 5: ")


@given(st.binary(max_size=60))
@modest
def test_a_game_read_from_any_bytes_after_the_sizes_is_the_same_after_writing(data: bytes) -> None:
    record, _ = read(b"15\n15\n5\n7 7\n" + data)
    assert read_again(written(record, SAV), SAV) == [record]


def test_a_file_is_detected_by_its_first_lines() -> None:
    assert detect_format("game.dat", SAMPLE) is SAV
    assert SAV.resembles(b"15\n15\n0\n")
    for head in (b"15\n15\n", b"15 15 1\n7 7\n", b"9\n9\n1\n7,7\n"):
        assert not SAV.resembles(head)


def test_a_set_up_is_refused() -> None:
    record = Record(RENJU, Node(stones=(Stone(MOVES[0], Player.FIRST),)))
    assert "set-up" in SAV.objection(record)


@pytest.mark.parametrize("height, width", [(1, 1), (52, 52), (1, 52)])
def test_boards_of_one_to_52_rows_and_columns_are_read(height: int, width: int) -> None:
    (record,) = read_again(f"{height}\n{width}\n0\n".encode(), SAV)
    assert record.rules == Rules(width, height, 5)


@pytest.mark.parametrize("height, width", [(0, 1), (1, 0), (53, 1), (1, 53)])
def test_other_sizes_are_refused(height: int, width: int) -> None:
    message = f"the board size {width}x{height} is not between 1x1 and 52x52"
    with pytest.raises(RecordError, match=message):
        read_again(f"{height}\n{width}\n0\n".encode(), SAV)
