from __future__ import annotations

import pytest
from kit.records import read_again, written

from tengen.errors import RecordError
from tengen.records.line_formats import GAMES_FORMAT
from tengen.records.reading import Reading
from tengen.records.record import Record, Result, Score, last_board
from tengen.rules.outcome import Termination
from tengen.rules.rules import RENJU, Player


def read_one(text: str) -> Record:
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
    assert written(read_one(text), GAMES_FORMAT) == f"{text}\n".encode()


def test_a_game_may_be_told_by_its_name() -> None:
    assert read_one("renju h8 i9").rules == RENJU


def test_a_position_has_its_turn() -> None:
    record = read_one("3x3/3 freestyle O 2X/1O1/X2")
    assert record.root.turn is Player.SECOND
    assert str(last_board(record)) == "3x3/3 freestyle O 2X/1O1/X2"


def test_the_lines_of_a_match_have_players_and_a_result() -> None:
    record = read_one("7\tone\ttwo\t0-1\ttime out\t15x15/5 freestyle h8")
    assert (record.first, record.second) == ("one", "two")
    assert record.result == Result(Score.SECOND, Termination.TIME)


def test_reading_goes_on_after_lines_that_make_no_sense() -> None:
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
