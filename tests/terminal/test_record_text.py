from __future__ import annotations

import pytest
from hypothesis import given
from kit.records import records
from kit.strategies import modest
from kit.viewers import GAME, grow, point, sample

from tengen.records.game_tree import Node, Stone
from tengen.records.record import Record, Result, Score
from tengen.rules.outcome import Termination
from tengen.rules.point import Point
from tengen.rules.rules import GAMES, Player
from tengen.rules.wording import MARK_NAMES
from tengen.terminal.record_text import (
    describe_record,
    describe_record_move,
    describe_record_result,
    facts_of,
    node_name,
    players_of,
)

FOUL = "h9 a1 i9 a15 j10 o1 j11 o15 j9"


def ended(score: Score, reason: Termination, moves: str = "h8 i9") -> Record:
    record = Record(result=Result(score, reason))
    grow(record.root, moves)
    return record


@pytest.mark.parametrize(
    "score, reason, words",
    [
        (Score.FIRST, Termination.RESIGNED, "Black wins: White resigned"),
        (Score.SECOND, Termination.TIME, "White wins: Black's time is up"),
        (Score.FIRST, Termination.FOUL, "Black wins: White played a forbidden point"),
        (Score.FIRST, Termination.ILLEGAL_MOVE, "Black wins: White made an illegal move"),
        (Score.SECOND, Termination.ENGINE_ERROR, "White wins: Black's engine failed"),
        (Score.SECOND, Termination.UNKNOWN, "White wins"),
        (Score.SECOND, Termination.LINE, "White wins"),
        (Score.DRAW, Termination.AGREED, "A draw: both agreed"),
        (Score.DRAW, Termination.FULL_BOARD, "A draw: the board is full"),
        (Score.DRAW, Termination.NO_LEGAL_POINT, "A draw: all points left are forbidden to Black"),
        (Score.DRAW, Termination.UNKNOWN, "A draw"),
        (Score.UNKNOWN, Termination.ABORTED, "The game was aborted"),
        (Score.UNKNOWN, Termination.UNKNOWN, ""),
    ],
)
def test_every_result_is_described(score: Score, reason: Termination, words: str) -> None:
    assert describe_record_result(ended(score, reason)) == words


def test_the_winning_line_is_named_if_the_board_shows_it() -> None:
    for result in (Result(), Result(Score.FIRST), Result(Score.FIRST, Termination.LINE)):
        record = ended(result.score, result.reason, GAME)
        assert describe_record_result(record) == "Black wins: five from G9 to K5"
    assert describe_record_result(ended(Score.SECOND, Termination.UNKNOWN, GAME)) == "White wins"


def test_a_foul_is_named_if_the_last_move_is_one() -> None:
    record = Record(GAMES["renju"], result=Result(Score.SECOND, Termination.FOUL))
    grow(record.root, FOUL)
    assert describe_record_result(record) == "White wins: Black's J9 is a double-three"
    assert describe_record_result(record, MARK_NAMES) == "O wins: X's J9 is a double-three"


def test_an_impossible_position_has_the_recorded_result() -> None:
    fives = [
        Stone(Point(row, col), player) for row, player in enumerate(Player) for col in range(5)
    ]
    record = Record(root=Node(stones=tuple(fives)))
    assert describe_record_result(record) == ""
    assert describe_record(record) == "0 moves"


def test_facts_are_in_order_without_unknown_ones() -> None:
    record = sample()
    record.tags = {"my own": "yes", "date": "2024", "event": "Open", "place": ""}
    record.opening = "swap2"
    assert list(facts_of(record)) == ["Rules", "Opening", "Event", "Date", "My own"]


def test_players_have_names_or_sides() -> None:
    record = Record(first="Anna\n\x1b[2J")
    assert list(players_of(record).values()) == ["Anna [2J (Black)", "White"]


def test_moves_have_names() -> None:
    record = sample()
    nodes = [Node(Player.FIRST, point("h8"), time=1250), Node(Player.SECOND), Node()]
    nodes.append(Node(stones=(Stone(point("h8"), None),)))
    assert [node_name(node, record) for node in nodes] == ["h8", "pass", "", "set-up"]
    words = ["Black H8, 1.2 s", "White passes", "", "set-up stones"]
    assert [describe_record_move(node, record) for node in nodes] == words


def test_a_game_in_one_line() -> None:
    assert describe_record(sample()) == "Anna v Ben, 1-0, 21 moves, Open, 2024"
    assert describe_record(Record()) == "0 moves"


@modest
@given(records())
def test_any_record_can_be_described(record: Record) -> None:
    record.tags["event"] = record.first
    for words in (
        describe_record(record),
        describe_record_result(record),
        *facts_of(record).values(),
    ):
        assert words.isprintable()
