"""Times and evaluations of moves, in the formats that hold them."""

from __future__ import annotations

import io

import pytest
from kit.records import read_again, written

from tengen.records.conversion import merge_records
from tengen.records.format import Feature
from tengen.records.formats import FORMATS
from tengen.records.reading import Reading
from tengen.records.record import Record, add_moves
from tengen.rules.point import Point


def evaluated(*evaluations: str) -> Record:
    """Return a game whose moves have these evaluations; the second took no known time."""
    record = Record(first="one", second="two")
    add_moves(record.root, [Point(number, 2) for number in range(len(evaluations))])
    for number, (node, evaluation) in enumerate(zip(record.line(), evaluations, strict=True)):
        node.evaluation = evaluation
        node.time = None if number == 1 else 100 * number
    return record


@pytest.mark.parametrize("name", ["games", "json", "jsonl", "sgf"])
@pytest.mark.parametrize("evaluations", [["", "", "7"], ["-35", "+M5", ""], ["", "", ""]])
def test_times_and_evaluations_survive(name: str, evaluations: list[str]) -> None:
    record = evaluated(*evaluations)
    assert not FORMATS[name].losses(record)
    (again,) = read_again(written(record, FORMATS[name]), FORMATS[name])
    assert again.root == record.root


def test_a_line_of_text_has_a_field_for_times_and_evaluations() -> None:
    data = written(evaluated("+3", "-M2", ""), FORMATS["games"])
    assert data == b"1\tone\ttwo\t*\tunknown\t15x15/5 freestyle c15 c14 c13\t0/+3 /-M2 200\n"


def test_a_line_of_text_without_players_has_no_times() -> None:
    record = evaluated("+3", "")
    record.first = record.second = ""
    assert written(record, FORMATS["games"]) == b"15x15/5 freestyle c15 c14\n"
    lost = FORMATS["games"].losses(record)
    assert (lost[Feature.TIMES], lost[Feature.EVALUATIONS]) == (1, 1)


@pytest.mark.parametrize("details", ["12 x", "12", "1 2 3", "/ 1", "1/2/3 4"])
def test_wrong_times_in_a_line_of_text_are_reported(details: str) -> None:
    reading = Reading()
    data = f"1\ta\tb\t1-0\tline\t15x15/5 freestyle h8 h9\t{details}\n".encode()
    (record,) = FORMATS["games"].read(io.BytesIO(data), reading)
    assert (len(record.moves()), record.second) == (2, "b")
    assert reading.problems.count == 1


@pytest.mark.parametrize("name", ["json", "sgf"])
def test_a_wrong_evaluation_is_left_out(name: str) -> None:
    data = written(evaluated("-35"), FORMATS[name]).replace(b"-35", b"x35")
    (again,) = read_again(data, FORMATS[name])
    assert [node.evaluation for node in again.line()] == [""]


def test_a_format_without_evaluations_counts_them_as_lost() -> None:
    assert FORMATS["psq"].losses(evaluated("1", "2"))[Feature.EVALUATIONS] == 2


def test_merged_games_keep_the_evaluations_that_they_share() -> None:
    merged = merge_records([evaluated("1", "2"), evaluated("1", "3")])
    assert [node.evaluation for node in merged.line()] == ["1", ""]
