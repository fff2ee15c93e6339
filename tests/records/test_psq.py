from __future__ import annotations

import io

import pytest
from kit.records import read_again, written

from tengen.errors import RecordError
from tengen.records.move_lists import REC
from tengen.records.psq import PSQ
from tengen.records.reading import Reading, Writing
from tengen.records.record import UNKNOWN_RESULT, Record, Result, Score, add_moves
from tengen.rules.outcome import Termination
from tengen.rules.point import Point
from tengen.rules.rules import Rules, WinRule

SAMPLE = (
    b"Piskvorky 15x15, 11:11, 0\r\n"
    b"8,8,0\r\n"
    b"9,7,1541\r\n"
    b"1,15,20\r\n"
    b"pbrain-one.exe\r\n"
    b"pbrain-two.exe\r\n"
    b"15\r\n"
)


def read_one(data: bytes, reading: Reading | None = None) -> Record:
    (record,) = read_again(data, PSQ, reading)
    return record


def test_columns_come_first_and_rows_are_counted_from_the_top() -> None:
    record = read_one(SAMPLE)
    assert record.moves() == [Point(7, 7), Point(6, 8), Point(14, 0)]
    assert [node.time for node in record.line()] == [None, 1541, 20]


def test_names_and_a_loss_on_time_are_read() -> None:
    record = read_one(SAMPLE)
    assert (record.first, record.second) == ("pbrain-one.exe", "pbrain-two.exe")
    assert record.result == Result(Score.FIRST, Termination.TIME)


def test_a_written_file_equals_the_sample_except_for_the_levels() -> None:
    assert written(read_one(SAMPLE), PSQ) == SAMPLE.replace(b"11:11", b"0:0")


def test_the_header_may_say_that_the_second_player_began() -> None:
    record = read_one(SAMPLE.replace(b"11:11, 0", b"11:11, 1"))
    assert (record.first, record.second) == ("pbrain-two.exe", "pbrain-one.exe")


def test_names_of_unknown_people_are_empty() -> None:
    data = SAMPLE.replace(b"pbrain-one.exe", b"homo-1").replace(b"pbrain-two.exe", b"homo-2")
    record = read_one(data)
    assert (record.first, record.second) == ("", "")


def test_a_file_saved_by_hand_has_no_names_and_no_result() -> None:
    record = read_one(b"Piskvorky 20x20, 0:5, 0\n1,1,0\n-1\n")
    assert record.rules == Rules(20, 20, 5)
    assert (record.first, record.result) == ("", UNKNOWN_RESULT)


@pytest.mark.parametrize(
    "code, reason",
    [(7, Termination.ILLEGAL_MOVE), (16, Termination.ENGINE_ERROR), (-2, Termination.ENGINE_ERROR)],
)
def test_an_error_loses_the_game_for_the_player_to_move(code: int, reason: Termination) -> None:
    record = read_one(f"Piskvorky 15x15, 0:0, 0\n8,8,0\n{code}\n".encode())
    assert record.result == Result(Score.FIRST, reason)


@pytest.mark.parametrize(
    "reason", [Termination.TIME, Termination.ILLEGAL_MOVE, Termination.ENGINE_ERROR]
)
def test_a_failure_of_a_program_is_written(reason: Termination) -> None:
    record = Record(result=Result(Score.FIRST, reason))
    add_moves(record.root, [Point(7, 7)])
    assert read_one(written(record, PSQ)) == record
    assert not PSQ.losses(record)


def test_the_win_rule_comes_from_the_options() -> None:
    given = Rules(19, 19, 5, WinRule.STANDARD)
    assert read_one(SAMPLE, Reading(given)).rules == Rules(15, 15, 5, WinRule.STANDARD)


def test_a_taken_point_ends_the_moves_and_is_reported_with_its_line() -> None:
    reading = Reading()
    record = read_one(b"Piskvorky 15x15, 0:0, 0\n8,8,0\n8,8,0\n9,9,0\na\nb\n0\n", reading)
    assert record.moves() == [Point(7, 7)]
    assert (record.first, record.second) == ("a", "b")
    (problem,) = reading.problems.kept
    assert str(problem).startswith("line 3: h8 is already taken;")


def test_a_point_off_the_board_and_a_missing_end_are_reported() -> None:
    reading = Reading()
    record = read_one(b"Piskvorky 3x3, 0:0, 0\n4,1,0\n", reading)
    assert record.moves() == []
    first, second = map(str, reading.problems.kept)
    assert first.startswith("line 2: row 1, column 4 is not on the board")
    assert second == "line 3: the final number, which says how the game ended, is missing"


@pytest.mark.parametrize(
    "data", [b"", b"Piskvork", b"Piskvorky 0x15, 0:0, 0", b"Piskvorky 99x9, 0:0, 0"]
)
def test_a_file_in_another_format_is_refused(data: bytes) -> None:
    with pytest.raises(RecordError):
        list(PSQ.read(io.BytesIO(data), Reading()))


def test_a_gomotur_file_counts_from_zero_after_two_names() -> None:
    (record,) = read_again(b"one\r\ntwo\r\n9,9,0\r\n10,8,1541\r\n0\r\n", REC)
    assert record.rules == Rules(20, 20, 5)
    assert record.moves() == [Point(9, 9), Point(8, 10)]
    assert written(record, REC) == b"one\r\ntwo\r\n9,9,0\r\n10,8,1541\r\n-1\r\n"


def test_a_letter_that_is_not_in_the_code_page_is_reported() -> None:
    writing = Writing(encoding="ascii")
    data = written(Record(first="Łukasz"), PSQ, writing)
    assert b"?ukasz" in data
    assert writing.problems.count == 1
    with pytest.raises(RecordError, match="unknown code page 'nine'"):
        written(Record(), PSQ, Writing(encoding="nine"))
