"""Piskvork's files, line by line, with the exact values and messages."""

from __future__ import annotations

import io

import pytest
from kit.records import read_again, written

from tengen.errors import RecordError
from tengen.records import psq
from tengen.records.psq import PSQ
from tengen.records.reading import Reading
from tengen.records.record import Record, Result, Score, add_moves
from tengen.rules.outcome import Termination
from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules, WinRule

HEADER = "Piskvorky 15x15, 0:0, 0"


def read(*lines: str, header: str = HEADER) -> tuple[Record, list[str]]:
    """Read a file; return its game, and the problems."""
    reading = Reading()
    data = "".join(f"{line}\n" for line in (header, *lines)).encode()
    (record,) = PSQ.read(io.BytesIO(data), reading)
    return record, [str(problem) for problem in reading.problems.kept]


def times(record: Record) -> list[int | None]:
    return [node.time for node in record.line()]


@pytest.mark.parametrize("code", ["0", "x"])
@pytest.mark.parametrize(
    "move, time",
    [
        ("8,8,0", None),
        ("8,8,1", 1),
        ("8,8,00012", 12),
        ("8,8,999999999999999", 999_999_999_999_999),
        ("8,8,1234567890123456", 123_456_789_012_345),
        ("8,8,-5", None),
        ("8,8", None),
        (" 8 , 8 , 7 ms", 7),
        ("08,8,3", 3),
    ],
)
def test_the_third_number_of_a_move_is_its_time(move: str, time: int | None, code: str) -> None:
    record, _ = read("1,1,5", move, code)
    assert record.moves() == [Point(0, 0), Point(7, 7)]
    assert times(record) == [5, time]


def test_moves_after_the_first_wrong_one_are_skipped() -> None:
    record, problems = read("1,1,5", "16,1,6", "2,2,7", "Ann", "Ben", "15")
    assert record.moves() == [Point(0, 0)]
    assert (record.first, record.second) == ("Ann", "Ben")
    assert record.result == Result(Score.FIRST, Termination.TIME)
    (problem,) = problems
    assert problem.startswith("line 3: row 1, column 16 is not on the board")


@pytest.mark.parametrize(
    "size, rules",
    [("1x1", Rules(1, 1, 5)), ("52x52", Rules(52, 52, 5)), ("20x15", Rules(20, 15, 5))],
)
def test_the_size_is_width_and_height(size: str, rules: Rules) -> None:
    record, problems = read("0", header=f"Piskvorky {size}, -1:12, 0")
    assert (record.rules, problems) == (rules, [])


@pytest.mark.parametrize("size", ["53x52", "52x53", "0x15", "15x0"])
def test_a_size_out_of_range_is_refused(size: str) -> None:
    message = f"the board size {size} is not between 1x1 and 52x52"
    with pytest.raises(RecordError, match=message):
        read("0", header=f"Piskvorky {size}, 0:0, 0")


@pytest.mark.parametrize(
    "lines, first, second",
    [
        (["0"], "", ""),
        (["Ann", "0"], "Ann", ""),
        ([" Ann ", "homo-2", "0"], "Ann", ""),
        (["homo-1", "Ben", "0"], "", "Ben"),
    ],
)
def test_names_are_the_two_lines_after_the_moves(lines: list[str], first: str, second: str) -> None:
    record, problems = read("8,8,1", *lines)
    assert (record.first, record.second, problems) == (first, second, [])


def test_lines_after_the_names_are_unexpected() -> None:
    _, problems = read("8,8,1", "Ann", "Ben", "", "more", "9,9,1", "0", "")
    assert problems == ["line 6: unexpected text 'more'", "line 7: unexpected text '9,9,1'"]


def test_a_missing_final_number_is_noted_at_the_line_after_the_moves() -> None:
    record, problems = read("8,8,1", "Ann")
    assert problems == ["line 3: the final number, which says how the game ended, is missing"]
    assert (record.first, record.result) == ("Ann", Result())


@pytest.mark.parametrize("line", ["3,Renju", "1,", "1 Renju", "-1,Renju"])
def test_another_last_line_is_not_a_division(line: str) -> None:
    record, problems = read("8,8,1", "Ann", "Ben", "0", line)
    assert record.tags == {}
    assert problems[0].endswith("the final number, which says how the game ended, is missing")


def test_blanks_around_a_division_are_ignored() -> None:
    record, problems = read("8,8,1", "Ann", "Ben", " -1 ", " 1 , Renju 5 ", "", " ")
    assert (record.tags, record.result) == ({"event": "Renju 5"}, Result(Score.FIRST))
    assert problems == []


def test_a_division_needs_a_final_number_before_it() -> None:
    record, _ = read("8,8,1", "Ann", "Ben", "1,Renju")
    assert (record.tags, record.rules.win) == ({}, WinRule.FREESTYLE)


@pytest.mark.parametrize(
    "number, code, result",
    [
        (1, 15, Result(Score.FIRST, Termination.TIME)),
        (2, 15, Result(Score.SECOND)),
        (0, 15, Result(Score.DRAW)),
        (1, 0, Result(Score.FIRST)),
    ],
)
def test_the_reason_of_the_final_number_counts_for_the_same_winner_only(
    number: int, code: int, result: Result
) -> None:
    record, _ = read("8,8,1", "Ann", "Ben", str(code), f"{number},Renju")
    assert record.result == result


@pytest.mark.parametrize(
    "name, win",
    [("UNLIMITED", WinRule.FREESTYLE), ("a caro cup", WinRule.CARO_LONG), ("cup", None)],
)
def test_a_division_may_contain_a_win_rule(name: str, win: WinRule | None) -> None:
    assert psq.win_rule_of(name) is win


@pytest.mark.parametrize(
    "reason, code",
    [
        (Termination.LINE, 0),
        (Termination.FULL_BOARD, 0),
        (Termination.NO_LEGAL_POINT, 0),
        (Termination.UNKNOWN, -1),
        (Termination.RESIGNED, -1),
        (Termination.TIME, 15),
        (Termination.ILLEGAL_MOVE, 7),
        (Termination.ENGINE_ERROR, -2),
    ],
)
def test_the_final_number_says_how_the_game_ended(reason: Termination, code: int) -> None:
    record = Record(first="Ann", result=Result(Score.FIRST, reason))
    add_moves(record.root, [Point(7, 7)])
    expected = f"Piskvorky 15x15, 0:0, 0\r\n8,8,0\r\nAnn\r\nhomo-2\r\n{code}\r\n"
    assert written(record, PSQ) == expected.encode()


@pytest.mark.parametrize("moves, winner", [(0, Player.SECOND), (1, Player.FIRST)])
def test_a_loss_is_held_only_for_the_player_to_move(moves: int, winner: Player) -> None:
    for player in Player:
        score = Score.FIRST if player is Player.FIRST else Score.SECOND
        record = Record(result=Result(score, Termination.TIME))
        add_moves(record.root, [Point(7, 7)][:moves])
        assert psq.holds_result(record) is (player is winner)


def test_names_are_written_as_one_line_each() -> None:
    record = Record(Rules(20, 19, 5), second="a\n b  c")
    expected = b"Piskvorky 20x19, 0:0, 0\r\nhomo-1\r\na b c\r\n-1\r\n"
    assert written(record, PSQ) == expected
    (again,) = read_again(expected, PSQ)
    assert (again.first, again.second) == ("", "a b c")


@pytest.mark.parametrize(
    "head, is_psq",
    [
        (b"Piskvorky 15x15", True),
        (b"\xef\xbb\xbf \t\r\nPiskvorky", True),
        (b"piskvorky", False),
        (b"x Piskvorky", False),
    ],
)
def test_the_format_is_detected_by_its_first_word(head: bytes, is_psq: bool) -> None:  # noqa: FBT001
    assert PSQ.resembles(head) is is_psq


def test_a_file_of_more_than_a_megabyte_is_refused() -> None:
    data = f"{HEADER}\n0\n".encode()
    whole = data + b" " * (psq.MAX_GAME_BYTES - len(data))
    (record,) = read_again(whole, PSQ)
    assert record.rules == Rules(15, 15, 5)
    with pytest.raises(RecordError, match="longer than 1,048,576 bytes"):
        read_again(whole + b" ", PSQ)
