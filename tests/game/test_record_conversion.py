from __future__ import annotations

import pytest
from hypothesis import given
from kit.sessions import sessions
from kit.strategies import modest
from kit.table import ONE, TWO, Table

from tengen.errors import RuleError
from tengen.game.clock import TimeControl
from tengen.game.commands import (
    Abort,
    ChangeSitter,
    Claim,
    LookAtClock,
    OfferDraw,
    Pause,
    Redo,
    Resign,
    Resume,
    TakeBack,
)
from tengen.game.opening_rules import OpeningRule
from tengen.game.record_conversion import moves_to_position, to_record
from tengen.game.session import Session
from tengen.game.setup import Computer, ExternalEngine, Person, Setup
from tengen.records.game_tree import Node, Stone
from tengen.records.record import Record, Result, Score, add_moves, judged, last_board
from tengen.rules.notation import format_moves, parse_moves
from tengen.rules.outcome import Termination
from tengen.rules.point import Point
from tengen.rules.rules import FIVE_IN_A_ROW, GAMES, TIC_TAC_TOE, Player

DOUBLE_THREE = "h9 a1 i9 a15 j10 o1 j11 o15"


def record_of(table: Table) -> Record:
    return to_record(table.session.events)


def times_of(table: Table) -> list[int | None]:
    return [node.time for node in record_of(table).line()]


def moves_in(record: Record, count: int | None = None) -> str:
    return format_moves(moves_to_position(record, count), record.rules)


def record_with(moves: str, rules: str = "five") -> Record:
    record = Record(GAMES[rules])
    add_moves(record.root, parse_moves(moves, record.rules))
    return record


def test_names_opening_and_clock_are_in_the_record() -> None:
    table = Table(OpeningRule.SWAP, clock=TimeControl(30_000, 300_000, 3_000))
    table.do(ChangeSitter(ONE, Person("Anna")))
    table.do(ChangeSitter(TWO, ExternalEngine(("./rapid",), "Rapid")))
    table.play("h8 h9 a1")
    table.answer("black")
    record = record_of(table)
    assert (record.first, record.second) == ("Rapid", "Anna")
    assert (record.opening, record.clock) == ("swap", "30s 5+3")
    assert record.moves() == list(table.state.board.moves)


def test_unknown_facts_are_empty() -> None:
    table = Table()
    table.do(ChangeSitter(TWO, Computer(7)))
    record = record_of(table)
    assert (record.first, record.second) == ("", "Computer 7")
    assert (record.opening, record.clock, record.result) == ("", "", Result())
    assert record.root.children == []


def test_the_time_of_a_move_is_the_time_since_the_previous_one() -> None:
    table = Table()
    table.play("h8 i9 g9", after=700)
    assert times_of(table) == [700, 700, 700]


def test_a_pause_does_not_count() -> None:
    table = Table()
    table.do(Pause(ONE), after=100)
    table.do(Resume(ONE), after=5000)
    table.answer("h8", after=30)
    table.session = Session.replay(table.session.events)
    table.do(Resume(ONE), after=9000)
    table.answer("i9", after=4)
    assert times_of(table) == [130, 4]


def test_undone_moves_are_left_out_and_redone_moves_keep_their_time() -> None:
    table = Table()
    table.play("h8 i9 g9", after=10)
    table.do(TakeBack(ONE), after=500)
    table.do(Redo(TWO), after=500)
    table.answer("g8", after=7)
    assert times_of(table) == [10, 10, 10, 7]
    table.do(TakeBack(TWO), after=500)
    table.answer("a1", after=3)
    assert times_of(table) == [10, 10, 10, 3]
    assert moves_in(record_of(table)) == "h8 i9 g9 a1"


def test_the_record_begins_with_the_moves_of_the_setup() -> None:
    table = Table()
    moves = tuple(parse_moves("h8 i9 g9", FIVE_IN_A_ROW))
    table.session = Session.start(Setup(moves=moves), 0)
    table.answer("a1", after=5)
    assert times_of(table) == [None, None, None, 5]
    assert moves_in(record_of(table)) == "h8 i9 g9 a1"


def ended(cause: Termination) -> Table:
    table = Table(clock=TimeControl(1000))
    if cause is Termination.ABORTED:
        table.do(Abort(ONE))
        return table
    table.play("h8 a1 i8 b1 j8 c1 k8 d1")
    if cause is Termination.LINE:
        table.answer("l8")
    elif cause is Termination.RESIGNED:
        table.do(Resign(ONE))
    elif cause is Termination.LEFT:
        table.do(Claim(TWO))
    elif cause is Termination.TIME:
        table.do(LookAtClock(TWO), after=1001)
    else:
        table.do(OfferDraw(ONE))
        table.do(OfferDraw(TWO))
    return table


@pytest.mark.parametrize(
    "cause, score",
    [
        (Termination.LINE, Score.FIRST),
        (Termination.RESIGNED, Score.SECOND),
        (Termination.TIME, Score.SECOND),
        (Termination.LEFT, Score.SECOND),
        (Termination.AGREED, Score.DRAW),
        (Termination.ABORTED, Score.UNKNOWN),
    ],
)
def test_the_result_is_in_the_record(cause: Termination, score: Score) -> None:
    assert record_of(ended(cause)).result == Result(score, cause)


def test_a_foul_is_the_last_move_of_the_record() -> None:
    table = Table(rules=GAMES["renju"], fouls_lose=True)
    table.play(DOUBLE_THREE, after=1)
    table.answer("j9", after=40)
    record = record_of(table)
    assert record.result == Result(Score.SECOND, Termination.FOUL)
    assert (record.line()[-1].player, record.line()[-1].time) == (Player.FIRST, 40)
    assert format_moves(record.moves(), record.rules) == f"{DOUBLE_THREE} j9"


@modest
@given(sessions())
def test_the_record_of_any_game_has_the_same_moves(session: Session) -> None:
    record = to_record(session.events)
    board = session.state.board
    is_foul = session.state.result is not None and session.state.result.foul is not None
    assert tuple(record.moves())[: len(board.moves)] == board.moves
    assert len(record.moves()) == len(board.moves) + is_foul
    if session.state.result is not None and session.state.result.cause is Termination.LINE:
        assert record.result == judged(Record(record.rules, record.root))


def test_moves_can_lead_to_any_position_of_a_record() -> None:
    record = record_with("h8 i9 g9")
    assert moves_in(record) == "h8 i9 g9"
    assert moves_in(record, 2) == "h8 i9"
    assert moves_to_position(record, 0) == ()


@pytest.mark.parametrize(
    "moves, count, why",
    [
        ("a1 b2", 3, "the game has 2 moves, not 3"),
        ("a1 b1 a2 b2 a3", None, "the game is over after move 5"),
        ("a1 b1 a2 b2 a3", 5, "the game is over after move 5"),
    ],
)
def test_a_position_that_cannot_be_continued_is_refused(
    moves: str, count: int | None, why: str
) -> None:
    with pytest.raises(RuleError, match=why):
        moves_to_position(record_with(moves, "tictactoe"), count)


def test_set_up_stones_become_moves_if_possible() -> None:
    record = record_with("a1 b2 c3", "tictactoe")
    stones = last_board(record).stones
    root = Node(stones=tuple(Stone(point, player) for point, player in stones.items()))
    found = moves_to_position(Record(TIC_TAC_TOE, root))
    assert sorted(found) == sorted(stones)
    assert [stones[point] for point in found] == [Player.FIRST, Player.SECOND, Player.FIRST]
    root.turn = Player.FIRST
    with pytest.raises(RuleError, match="players who take turns cannot reach"):
        moves_to_position(Record(TIC_TAC_TOE, root))


def test_as_many_stones_of_both_players_become_moves() -> None:
    stones = (Stone(Point(0, 0), Player.FIRST), Stone(Point(1, 1), Player.SECOND))
    record = Record(TIC_TAC_TOE, Node(stones=stones[::-1]))
    assert moves_to_position(record) == (Point(0, 0), Point(1, 1))
