from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.records import read_again, written
from kit.seats import FailingSeat, RandomSeat, ScriptedSeat
from kit.strategies import SEEDS, crowded_rules, modest

from tengen.arena.game import EngineGame, EngineMove, PlayedOpening
from tengen.arena.game_record import game_record
from tengen.arena.game_run import play_game
from tengen.gomocup.evaluations import EngineEvaluation
from tengen.records.formats import FORMATS
from tengen.records.line_formats import format_line
from tengen.records.record import Result, Score
from tengen.rules.board import Board
from tengen.rules.outcome import Termination
from tengen.rules.point import Point
from tengen.rules.rules import TIC_TAC_TOE, Player, Rules

NAMES = {Player.FIRST: "new", Player.SECOND: "old one"}
OPENING = (Point(1, 1), Point(0, 0))


def seen_game() -> EngineGame:
    """Return an adjudicated game with an opening of two moves and two moves of engines."""
    board = Board(TIC_TAC_TOE)
    for point in (*OPENING, Point(2, 2), Point(0, 2)):
        board.play(point)
    moves = (EngineMove(0.2, 0.1, EngineEvaluation(-35)), EngineMove(1541.6, None))
    return EngineGame(board, 2, None, Termination.ADJUDICATED, detail="long", moves=moves)


def opened_game() -> EngineGame:
    """Return the same game after an opening in which colours were swapped."""
    return replace(
        seen_game(), opening=PlayedOpening("swap2", is_swapped=True, decided_for=(Player.SECOND,))
    )


def test_a_record_has_times_and_evaluations_of_all_moves_after_the_opening() -> None:
    record = game_record(seen_game(), NAMES)
    assert [node.time for node in record.line()] == [None, None, 1, 1542]
    assert [node.evaluation for node in record.line()] == ["", "", "-35", ""]


def test_a_record_says_who_played_what_and_how_it_ended() -> None:
    record = game_record(opened_game(), NAMES)
    assert (record.first, record.second, record.opening) == ("new", "old one", "swap2")
    assert record.result == Result(Score.DRAW, Termination.ADJUDICATED)
    assert record.tags == {
        "opening moves": "2",
        "decided for": "old one",
        "detail": "long",
    }


def test_a_record_names_the_fault_of_the_loser() -> None:
    game = play_game(ScriptedSeat(), FailingSeat(), TIC_TAC_TOE, ())
    record = game_record(game, NAMES)
    assert record.result == Result(Score.FIRST, Termination.ENGINE_ERROR)
    assert record.tags["fault"] == "crash"


@pytest.mark.parametrize("name", ["json", "jsonl", "sgf"])
def test_our_formats_hold_the_whole_record(name: str) -> None:
    record = game_record(opened_game(), NAMES)
    assert read_again(written(record, FORMATS[name]), FORMATS[name]) == [record]


@modest
@given(crowded_rules(), SEEDS)
def test_a_line_of_text_holds_a_game_as_it_was_played(rules: Rules, seed: int) -> None:
    played = play_game(RandomSeat(seed), RandomSeat(seed + 1), rules, ())
    record = game_record(played, NAMES)
    (again,) = read_again(written(record, FORMATS["games"]), FORMATS["games"])
    assert again == record
    assert again.moves() == list(played.board.moves)


@modest
@given(st.text() | st.text(alphabet="\ud800a\x00\t\n\u2028"))
def test_any_name_is_written_as_one_field(name: str) -> None:
    record = game_record(seen_game(), {**NAMES, Player.FIRST: name})
    line = format_line(record, 1)
    (again,) = read_again(line, FORMATS["games"])
    assert line.count(b"\t") == format_line(game_record(seen_game(), NAMES), 1).count(b"\t")
    assert again.second == "old one"
    record.first = again.first
    assert read_again(format_line(record, 1), FORMATS["games"]) == [again]
