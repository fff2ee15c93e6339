"""Games of GomocupJudge, with a line for the winner and the division after the final number."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.records import read_again, written
from kit.strategies import modest

from tengen.records.conversion import Conversion
from tengen.records.format import Feature
from tengen.records.formats import FORMATS, SourceFile
from tengen.records.psq import PSQ
from tengen.records.reading import Problems, Reading
from tengen.records.record import UNKNOWN_RESULT, Record, Result, Score, add_moves, judged
from tengen.rules.coordinates import grid_points
from tengen.rules.outcome import Termination
from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules, WinRule

THREE_MOVES = ["8,8,0", "9,7,0", "1,15,20"]


def judge_file(moves: list[str], last: str, size: int = 15) -> bytes:
    lines = [f"Piskvorky {size}x{size}, 11:11, 0", *moves, "RAPFI24.zip", "YIXIN18.zip", "-1", last]
    return "".join(f"{line}\r\n" for line in lines).encode()


def read_clean(data: bytes) -> Record:
    reading = Reading()
    (record,) = read_again(data, PSQ, reading)
    assert reading.problems == Problems()
    return record


def test_the_winner_of_a_game_without_a_line_is_read() -> None:
    record = read_clean(judge_file(THREE_MOVES, "1,Freestyle1"))
    assert (record.first, record.second) == ("RAPFI24.zip", "YIXIN18.zip")
    assert record.result == Result(Score.FIRST)
    assert record.tags == {"event": "Freestyle1"}


def test_zero_is_a_draw() -> None:
    assert read_clean(judge_file(THREE_MOVES, "0,Renju")).result == Result(Score.DRAW)


def test_without_an_opening_number_two_is_the_second_player() -> None:
    assert read_clean(judge_file(["8,8,7"], "2,Renju")).result.winner is Player.SECOND
    assert read_clean(judge_file([], "2,Renju")).result.winner is Player.SECOND


def test_after_an_opening_of_three_moves_the_second_player_is_number_one() -> None:
    moves = ["8,8,0", "9,7,0", "1,15,0", "2,2,31"]
    assert read_clean(judge_file(moves, "1,Standard1")).result.winner is Player.SECOND


@pytest.mark.parametrize(
    "division, win",
    [
        ("Freestyle1", WinRule.FREESTYLE),
        ("Freestyle15_2", WinRule.FREESTYLE),
        ("Fastgame", WinRule.FREESTYLE),
        ("Standard2", WinRule.STANDARD),
        ("Renju", WinRule.RENJU),
        ("Caro", WinRule.CARO_LONG),
        ("renju2016", WinRule.RENJU),
    ],
)
def test_the_division_determines_the_win_rule(division: str, win: WinRule) -> None:
    record = read_clean(judge_file(THREE_MOVES, f"1,{division}", size=20))
    assert record.rules == Rules(20, 20, 5, win)


def test_an_unknown_division_leaves_the_rules_to_the_options() -> None:
    data = judge_file(THREE_MOVES, "1,my cup")
    reading = Reading(Rules(15, 15, 5, WinRule.STANDARD))
    assert read_again(data, PSQ, reading)[0].rules.win is WinRule.STANDARD
    assert read_clean(data).rules.win is WinRule.FREESTYLE


def test_a_move_on_a_taken_point_loses_the_game() -> None:
    reading = Reading()
    (record,) = read_again(judge_file([*THREE_MOVES, "8,8,3"], "1,Renju"), PSQ, reading)
    assert (len(record.moves()), record.result) == (3, Result(Score.FIRST))
    assert reading.problems.count == 1


def test_a_line_on_the_board_is_the_reason() -> None:
    moves = [f"{col},{row},9" for col in range(1, 5) for row in (1, 2)]
    record = read_clean(judge_file([*moves, "5,1,9"], "1,Freestyle1"))
    assert judged(record) == Result(Score.FIRST, Termination.LINE)


def test_a_move_at_the_end_of_a_file_is_not_a_division() -> None:
    reading = Reading()
    (record,) = read_again(b"Piskvorky 15x15, 0:0, 0\n8,8\n1,2\n", PSQ, reading)
    assert (len(record.moves()), record.tags) == (2, {})


@st.composite
def judged_files(draw: st.DrawFn) -> tuple[bytes, Result]:
    """Draw a file as the judge writes it, and the result of its game."""
    points = draw(
        st.lists(st.sampled_from(grid_points(15, 15)), min_size=1, max_size=30, unique=True)
    )
    opening = draw(st.integers(0, min(6, len(points))))
    times = [0] * opening + [draw(st.integers(1, 9999)) for _ in points[opening:]]
    moves = [
        f"{point.col + 1},{point.row + 1},{time}" for point, time in zip(points, times, strict=True)
    ]
    colour = draw(st.sampled_from([0, 2 - len(points) % 2]))
    number = 3 - colour if colour and opening % 2 else colour
    division = draw(st.sampled_from(["Freestyle15_1", "Standard1", "Renju", "Caro", "my cup"]))
    score = (Score.DRAW, Score.FIRST, Score.SECOND)[colour]
    return judge_file(moves, f"{number},{division}"), Result(score)


@modest
@given(judged_files())
def test_a_file_of_the_judge_is_the_same_after_reading_and_writing(
    made: tuple[bytes, Result],
) -> None:
    data, result = made
    record = read_clean(data)
    assert record.result == result
    assert written(record, PSQ) == data
    assert not PSQ.losses(record)


def test_a_loss_on_time_is_written_before_the_division() -> None:
    record = Record(Rules(15, 15, 5, WinRule.RENJU), tags={"event": "Renju"})
    add_moves(record.root, [Point(7, 7)])
    record.result = Result(Score.FIRST, Termination.TIME)
    data = written(record, PSQ)
    assert data.endswith(b"15\r\n2,Renju\r\n")
    assert read_clean(data) == record
    assert not PSQ.losses(record)


@pytest.mark.parametrize("event", ["", "Renju", "two\nlines"])
def test_an_event_that_would_be_read_differently_is_not_written(event: str) -> None:
    record = Record(tags={"event": event}, result=Result(Score.FIRST))
    add_moves(record.root, [Point(7, 7)])
    assert written(record, PSQ).endswith(b"8,8,0\r\n-1\r\n")
    assert PSQ.losses(record)[Feature.RESULT] == 1


@pytest.mark.parametrize("name", ["psq", "rec", "moves", "openings", "pos", "sav", "lib"])
def test_a_result_that_no_board_shows_is_counted_as_lost(name: str) -> None:
    record = Record(result=Result(Score.SECOND))
    assert FORMATS[name].losses(record)[Feature.RESULT] == 1
    record.result = UNKNOWN_RESULT
    assert not FORMATS[name].losses(record)[Feature.RESULT]


def test_a_conversion_does_not_claim_that_the_rules_were_assumed(tmp_path: Path) -> None:
    path = tmp_path / "game.psq"
    path.write_bytes(judge_file(THREE_MOVES, "1,Renju"))
    conversion = Conversion(FORMATS["sgf"])
    conversion.into_file([SourceFile(str(path), "game.psq")], str(tmp_path / "game.sgf"))
    (record,) = read_again((tmp_path / "game.sgf").read_bytes(), FORMATS["sgf"])
    assert (conversion.assumed, conversion.problems[str(path)].count) == ({}, 0)
    assert (record.rules.win, record.result) == (WinRule.RENJU, Result(Score.FIRST))
