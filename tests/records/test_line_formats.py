from __future__ import annotations

import pytest
from kit.records import read_again, written

from tengen.errors import RecordError
from tengen.records.line_formats import GAMES_FORMAT, MOVES_FORMAT, OPENINGS_FORMAT
from tengen.records.reading import Reading, Writing
from tengen.records.record import Record, Result, Score, last_board
from tengen.rules.coordinates import RowOne
from tengen.rules.outcome import Termination
from tengen.rules.point import Point
from tengen.rules.rules import RENJU, Player, Rules

TOP = Reading(row_one=RowOne.TOP)
BOTTOM = Reading(row_one=RowOne.BOTTOM)


def read_one(text: str, reading: Reading) -> Record:
    (record,) = read_again(text.encode(), MOVES_FORMAT, reading)
    return record


def test_row_one_is_where_the_options_say() -> None:
    assert read_one("a1o2", TOP).moves() == [Point(0, 0), Point(1, 14)]
    assert read_one("a1o2", BOTTOM).moves() == [Point(14, 0), Point(13, 14)]


def test_row_one_is_never_guessed() -> None:
    with pytest.raises(RecordError, match="use --row-one bottom"):
        read_one("a1o2", Reading())
    with pytest.raises(RecordError, match="use --row-one bottom"):
        written(read_one("a1", TOP), MOVES_FORMAT)


def test_moves_are_written_with_row_one_at_the_bottom_or_the_top() -> None:
    record = read_one("h8i9a15", BOTTOM)
    assert written(record, MOVES_FORMAT, Writing(RowOne.BOTTOM)) == b"h8i9a15\n"
    assert written(record, MOVES_FORMAT, Writing(RowOne.TOP)) == b"h8i7a1\n"


@pytest.mark.parametrize("text", ["h8i9", "H8I9", "h8 i9", "h8,i9;", "https://gomocalc.com/#/h8i9"])
def test_moves_are_read_in_many_notations(text: str) -> None:
    assert read_one(text, TOP).moves() == [Point(7, 7), Point(8, 8)]


def test_remarks_and_empty_lines_are_skipped() -> None:
    text = b"# a book\r\n\r\nh8\r\ni9j10\r\n"
    games = read_again(text, MOVES_FORMAT, TOP)
    assert [len(record.moves()) for record in games] == [1, 2]


def test_reading_continues_after_an_invalid_line_of_moves() -> None:
    reading = Reading(row_one=RowOne.TOP)
    games = read_again(b"h8i99\nwhat\nh8h8i9\ng7\n", MOVES_FORMAT, reading)
    assert [len(record.moves()) for record in games] == [1, 1, 1]
    assert [problem.place for problem in reading.problems.kept] == [
        "line 1, character 3",
        "line 2, character 1",
        "line 3, character 3",
    ]


def test_columns_of_a_wide_board_have_two_letters() -> None:
    reading = Reading(Rules(30, 30, 5), RowOne.TOP)
    assert read_one("aa1ab2", reading).moves() == [Point(0, 26), Point(1, 27)]


def test_openings_are_offsets_to_the_right_of_the_centre_and_below_it() -> None:
    (record,) = read_again(b"0,0, -1,2, 3,-4\n", OPENINGS_FORMAT)
    assert record.moves() == [Point(7, 7), Point(9, 6), Point(3, 10)]
    assert written(record, OPENINGS_FORMAT) == b"0,0, -1,2, 3,-4\n"


def test_the_centre_of_an_even_board_is_right_of_and_below_its_middle() -> None:
    (record,) = read_again(b"0,0\n", OPENINGS_FORMAT, Reading(Rules(20, 20, 5)))
    assert record.moves() == [Point(10, 10)]


def test_invalid_openings_are_reported_with_their_lines() -> None:
    reading = Reading()
    games = read_again(b"0,0, 1\n0,0, 0,0\n8,0\n1,1\n", OPENINGS_FORMAT, reading)
    assert [len(record.moves()) for record in games] == [1, 1]
    assert [problem.place for problem in reading.problems.kept] == ["line 1", "line 2", "line 3"]


def test_a_very_long_line_is_skipped_and_reported() -> None:
    reading = Reading(row_one=RowOne.TOP)
    games = read_again(b"h8 " * 50_000 + b"\ni9\n", MOVES_FORMAT, reading)
    assert [record.moves() for record in games] == [[Point(8, 8)]]
    assert [str(problem) for problem in reading.problems.kept] == [
        "line 1: longer than 65,536 bytes, skipped"
    ]


def read_game(text: str) -> Record:
    (record,) = read_again(text.encode(), GAMES_FORMAT)
    return record


@pytest.mark.parametrize(
    "text",
    [
        "15x15/5 freestyle h8 i9 g9",
        "3x3/3 freestyle O 2X/1O1/X2",
        "1\tone\ttwo\t1-0\tresigned\t15x15/5 renju h8 i9",
        "15x15/5 caro-exact",
    ],
)
def test_a_line_is_written_as_it_was_read(text: str) -> None:
    assert written(read_game(text), GAMES_FORMAT) == f"{text}\n".encode()


def test_rules_may_be_given_by_the_name_of_a_game() -> None:
    assert read_game("renju h8 i9").rules == RENJU


def test_a_position_includes_whose_turn_it_is() -> None:
    record = read_game("3x3/3 freestyle O 2X/1O1/X2")
    assert record.root.turn is Player.SECOND
    assert str(last_board(record)) == "3x3/3 freestyle O 2X/1O1/X2"


def test_a_line_of_a_match_has_players_and_a_result() -> None:
    record = read_game("7\tone\ttwo\t0-1\ttime out\t15x15/5 freestyle h8")
    assert (record.first, record.second) == ("one", "two")
    assert record.result == Result(Score.SECOND, Termination.TIME)


def test_reading_continues_after_invalid_lines() -> None:
    reading = Reading()
    text = b"hello\n15x15/5 freestyle h8 zz\n1\t2\t15x15/5 freestyle h8\n# no\n3x3/3 freestyle a1\n"
    games = read_again(text, GAMES_FORMAT, reading)
    assert [len(record.moves()) for record in games] == [1, 1, 1]
    assert [problem.place for problem in reading.problems.kept] == [
        "line 1",
        "line 2, character 22",
        "line 3",
    ]


def test_a_file_without_a_single_game_is_refused() -> None:
    with pytest.raises(RecordError, match="no game such as"):
        read_again(b"\n\n", GAMES_FORMAT)


def test_a_position_with_a_turn_of_its_own_is_written_as_a_board() -> None:
    record = Record(Rules(3, 3, 3))
    record.root.turn = Player.SECOND
    assert str(last_board(record)) in written(record, GAMES_FORMAT).decode()


def test_an_opening_is_read_from_the_middle_up_to_the_first_wrong_move() -> None:
    reading = Reading(Rules(11, 9, 5))
    (record,) = read_again(b"1,2,-3,-1,1,2,0,0\n", OPENINGS_FORMAT, reading)
    assert record.moves() == [Point(6, 6), Point(3, 2)]
    assert reading.problems.count == 1
