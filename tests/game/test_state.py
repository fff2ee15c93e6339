"""Impossible events, and the state before and after others."""

from __future__ import annotations

import pytest
from kit.table import ONE, TWO, Table

from tengen.errors import ParseError, Refusal, RuleError, SessionError
from tengen.game.clock import TimeControl
from tengen.game.commands import Decline, OfferDraw, OfferRematch, Pause, PlayMove, Resume
from tengen.game.events import (
    GAME_TERMINATIONS,
    ChoiceMade,
    Event,
    FifthProposed,
    FifthsDeclared,
    Foul,
    GameEnded,
    GameResult,
    GameStarted,
    MovePlayed,
    TakenBack,
    parse_event,
)
from tengen.game.opening_rules import OpeningRule
from tengen.game.session import Session
from tengen.game.setup import Computer, ExternalEngine, Person, Setup
from tengen.game.tasks import Choice, Seat
from tengen.rules.outcome import Termination
from tengen.rules.point import Point
from tengen.rules.rules import RENJU, TIC_TAC_TOE

HERE, THERE = Point(7, 7), Point(7, 8)
END = GameEnded(1, GameResult(ONE, Termination.RESIGNED))


def refuse(table: Table, *events: Event) -> None:
    """Check that none of the events can happen, and that nothing changes."""
    before = len(table.session.events), table.state.board.moves, table.state.task
    for event in events:
        with pytest.raises(SessionError, match=f"{type(event).__name__}.* cannot happen"):
            table.session.apply(event)
    assert before == (len(table.session.events), table.state.board.moves, table.state.task)


def test_a_game_accepts_only_legal_moves_of_the_seat_to_move() -> None:
    table = Table()
    refuse(
        table,
        GameStarted(0, Setup()),
        MovePlayed(1, TWO, HERE),
        MovePlayed(1, ONE, Point(15, 0)),
        ChoiceMade(1, ONE, Choice.BLACK),
        FifthsDeclared(1, ONE, 1),
        FifthProposed(1, ONE, HERE),
        TakenBack(1, ONE, 1),
    )
    table.session.apply(MovePlayed(1, ONE, HERE))
    refuse(table, MovePlayed(2, TWO, HERE), MovePlayed(2, ONE, THERE), TakenBack(2, ONE, 2))


def test_no_move_can_be_played_in_a_pause_or_after_the_end() -> None:
    table = Table(rules=TIC_TAC_TOE)
    table.do(Pause(ONE))
    refuse(table, MovePlayed(1, ONE, Point(0, 0)))
    table.do(Resume(ONE))
    table.play("a1 b1 a2 b2 a3")
    refuse(table, MovePlayed(1, TWO, Point(0, 2)), MovePlayed(1, ONE, Point(0, 2)))
    with pytest.raises(SessionError, match="the game has already ended"):
        table.session.apply(END)


def test_only_the_options_can_be_chosen() -> None:
    table = Table(OpeningRule.SWAP)
    table.play("h8 i8 j8")
    refuse(
        table,
        ChoiceMade(1, TWO, Choice.ADD_TWO),
        ChoiceMade(1, ONE, Choice.BLACK),
        MovePlayed(1, TWO, HERE),
        FifthsDeclared(1, TWO, 1),
    )
    table.session.apply(ChoiceMade(1, TWO, Choice.BLACK))


def test_fifth_moves_are_declared_within_bounds_and_then_offered() -> None:
    table = Table(OpeningRule.SOOSYRV, RENJU)
    table.play("h8 h9 h10 stay c3")
    refuse(
        table,
        FifthsDeclared(1, TWO, 0),
        FifthsDeclared(1, TWO, 9),
        FifthsDeclared(1, ONE, 2),
        ChoiceMade(1, TWO, Choice.STAY),
    )
    table.play("2 stay")
    refuse(
        table,
        FifthProposed(1, TWO, Point(0, 0)),
        FifthProposed(1, ONE, HERE),
        MovePlayed(1, ONE, Point(0, 0)),
    )


def test_a_result_has_a_winner_or_a_foul_only_if_its_cause_does() -> None:
    foul = Foul(HERE, Refusal.OVERLINE)
    GameResult(ONE, Termination.FOUL, foul)
    for winner, cause, named in (
        (None, Termination.LINE, None),
        (ONE, Termination.AGREED, None),
        (None, Termination.FOUL, foul),
        (ONE, Termination.FOUL, None),
        (ONE, Termination.LINE, foul),
    ):
        with pytest.raises(
            RuleError, match=r"must have a winner|cannot have a winner|must name the foul"
        ):
            GameResult(winner, cause, named)
    with pytest.raises(RuleError, match="a point that is taken is not a foul"):
        Foul(HERE, Refusal.TAKEN)


@pytest.mark.parametrize("cause", sorted(set(Termination) - GAME_TERMINATIONS, key=str))
@pytest.mark.parametrize("winner", [None, ONE])
def test_causes_of_matches_and_records_are_refused(winner: Seat | None, cause: Termination) -> None:
    text = f'{{"type":"GameEnded","at":1,"result":{{"winner":1,"cause":"{cause.value}"}}}}'
    with pytest.raises(RuleError, match=f"between two seats does not end by {cause.value}$"):
        GameResult(winner, cause)
    with pytest.raises(ParseError, match=f"does not end by {cause.value}"):
        parse_event(text.encode())


def test_offers_end_when_they_are_answered() -> None:
    table = Table(rules=TIC_TAC_TOE, consent=True)
    table.play("a1")
    table.do(OfferDraw(ONE))
    table.do(Decline(TWO))
    assert (table.state.offers, table.state.declined is not None) == ({}, True)
    table.play("b1")
    assert table.state.declined is None
    table.play("a2 b2 a3")
    table.do(OfferRematch(ONE))
    table.do(OfferRematch(TWO))
    assert (table.state.offers, table.state.wants_rematch) == ({}, True)


def test_a_game_can_be_resumed_if_it_was_paused_or_replayed() -> None:
    table = Table()
    assert table.refused(Resume(ONE)) == "the game is not paused"
    table.play("h8")
    assert table.refused(Resume(ONE)) == "the game is not paused"
    again = Session.replay(table.session.events)
    again.handle(Resume(ONE), 1)
    with pytest.raises(SessionError, match="the game is not paused"):
        again.handle(Resume(ONE), 2)
    played_on = Session.replay(table.session.events)
    played_on.handle(PlayMove(TWO, Point(0, 0)), 1)
    with pytest.raises(SessionError, match="the game is not paused"):
        played_on.handle(Resume(ONE), 2)


def test_a_clock_may_begin_before_zero() -> None:
    session = Session.start(Setup(clock=TimeControl(move=1000)), -5000)
    assert session.state.clocks.deadline() == -4000
    assert session.state.clocks.left(ONE, -4500) == 500


@pytest.mark.parametrize("clock", [{"move": 1}, {"game": 1}, {"game": 1, "increment": 1}])
def test_a_clock_of_more_than_a_day_is_refused(clock: dict[str, int]) -> None:
    *_, last = clock
    TimeControl(**clock | {last: 86_400_000})
    with pytest.raises(RuleError, match="24 hours at most"):
        TimeControl(**clock | {last: 86_400_001})


def test_the_default_setup_is_a_game_between_two_people() -> None:
    setup = Setup()
    assert (setup.fouls_lose, setup.consent, setup.has_computer) == (False, False, False)
    assert Setup(one=Computer(1)).has_computer
    assert Setup(two=Computer(1)).has_computer
    assert (setup.one, setup.two) == (Person(), Person())
    assert ExternalEngine(("engine",), "Engine").turn == 2000
