"""Taking back, doing again, offers, resignation, and who sits where."""

from __future__ import annotations

import pytest
from kit.table import ONE, TWO, Table

from tengen.game.commands import (
    Abort,
    ChangeSitter,
    Claim,
    Command,
    Decline,
    OfferDraw,
    OfferRematch,
    Pause,
    PlayMove,
    Redo,
    Resign,
    Resume,
    TakeBack,
)
from tengen.game.events import (
    Declined,
    GameEnded,
    GameResult,
    Offer,
    Offered,
    Redone,
    RematchAgreed,
    TakenBack,
)
from tengen.game.opening_rules import OpeningRule
from tengen.game.setup import Computer, Person, TimeControl
from tengen.game.tasks import Seat
from tengen.rules.outcome import Termination

FIVE = "h8 a1 i8 a2 j8 a3 k8 a4 l8"


def moves(table: Table) -> str:
    """The stones on the board, as row,column in the order they were put."""
    return " ".join(map(str, table.state.board.moves))


def test_taking_back_goes_to_one_s_own_last_move() -> None:
    table = Table()
    table.play("h8 i9 h9")
    assert table.do(TakeBack(TWO)) == (TakenBack(0, TWO, 2),)
    assert moves(table) == "7,7"
    assert table.task.seat is TWO
    assert table.do(TakeBack(ONE)) == (TakenBack(0, ONE, 1),)
    assert table.refused(TakeBack(ONE)) == "there is nothing to take back"


def test_nothing_of_one_s_own_is_nothing_to_take_back() -> None:
    table = Table()
    table.play("h8")
    assert table.refused(TakeBack(TWO)) == "there is nothing to take back"


def test_what_was_taken_back_can_be_done_again_in_parts() -> None:
    table = Table()
    table.play("h8 i9 h9 i10 h10")
    table.do(TakeBack(ONE))
    table.do(TakeBack(ONE))
    assert moves(table) == "7,7 6,8"
    assert table.do(Redo(ONE)) == (Redone(0, ONE, 2),)
    assert moves(table) == "7,7 6,8 6,7 5,8"
    assert table.do(Redo(ONE)) == (Redone(0, ONE, 1),)
    assert moves(table) == "7,7 6,8 6,7 5,8 5,7"
    assert table.refused(Redo(ONE)) == "there is nothing to do again"


def test_another_move_forgets_what_was_taken_back() -> None:
    table = Table()
    table.play("h8 i9")
    table.do(TakeBack(TWO))
    table.play("a1")
    assert table.refused(Redo(TWO)) == "there is nothing to do again"


def test_a_won_game_goes_on_when_the_winning_move_is_taken_back() -> None:
    table = Table()
    table.play(FIVE)
    table.do(TakeBack(ONE))
    assert table.state.result is None
    assert table.says == "Black to move"
    table.play("m9")
    assert table.says == "White to move"


def test_a_winning_move_that_is_done_again_wins_again() -> None:
    table = Table()
    table.play(FIVE)
    result = table.state.result
    table.do(TakeBack(TWO))
    redone, ended = table.do(Redo(TWO), after=7)
    assert (redone.at, ended.at) == (7, 7)
    assert table.state.result == result
    assert table.says == "Black wins: five from H8 to L8"


def test_an_end_without_a_move_is_taken_back_with_the_move_before() -> None:
    table = Table()
    table.play("h8 i9")
    table.do(Resign(ONE))
    table.do(TakeBack(ONE))
    assert table.state.result is None
    assert moves(table) == ""


def test_steps_of_an_opening_can_be_taken_back_and_done_again() -> None:
    table = Table(OpeningRule.SWAP)
    table.play("h8 h9 a1")
    table.answer("black")
    table.do(TakeBack(TWO))
    assert table.says == "Player 2 chooses: play Black or play White"
    table.do(TakeBack(ONE))
    assert table.says == "Player 1 puts a stone for Black"
    table.do(Redo(ONE))
    assert table.says == "White to move"
    assert table.task.seat is ONE


def test_a_fifth_move_that_was_offered_can_be_taken_back() -> None:
    table = Table(OpeningRule.SOOSYRV)
    table.play("h8 h9 h10")
    for answer in ("stay", "c3", "2", "stay", "a1"):
        table.answer(answer)
    assert table.do(TakeBack(TWO)) == (TakenBack(0, TWO, 3),)
    assert table.says == "Player 2 says how many fifth moves there will be: 1 to 8"
    table.answer("1")
    table.answer("stay")
    assert table.says == "Player 1 offers fifth moves: 1 of 1"


def test_with_consent_taking_back_is_asked_for_and_agreed_to() -> None:
    table = Table(consent=True)
    table.play("h8 i9")
    assert table.do(TakeBack(ONE)) == (Offered(0, ONE, Offer.TAKE_BACK),)
    assert moves(table) == "7,7 6,8"
    assert table.refused(TakeBack(ONE)) == "that is offered already"
    assert table.do(TakeBack(TWO)) == (TakenBack(0, ONE, 2),)
    assert moves(table) == ""
    assert table.state.offers == {}


def test_what_is_taken_back_by_consent_is_not_done_again() -> None:
    table = Table(consent=True)
    table.play("h8 i9")
    table.do(TakeBack(ONE))
    table.do(TakeBack(TWO))
    assert table.refused(Redo(ONE)) == "there is nothing to do again"


def test_with_consent_the_end_cannot_be_taken_back() -> None:
    table = Table(consent=True)
    table.play(FIVE)
    assert table.refused(TakeBack(TWO)) == "the game is over"


def test_a_paused_game_is_not_taken_back_though_that_was_asked_for() -> None:
    table = Table(consent=True)
    table.play("h8")
    table.do(TakeBack(ONE))
    table.do(Pause(TWO))
    assert table.refused(TakeBack(TWO)) == "the game is paused"
    table.do(Resume(TWO))
    table.do(TakeBack(TWO))
    assert moves(table) == ""


def test_a_draw_is_offered_and_agreed_to() -> None:
    table = Table()
    table.play("h8")
    assert table.do(OfferDraw(ONE)) == (Offered(0, ONE, Offer.DRAW),)
    assert table.refused(OfferDraw(ONE)) == "that is offered already"
    table.do(OfferDraw(TWO))
    assert table.state.result == GameResult(None, Termination.AGREED)
    assert table.says == "A draw: both agreed"


def test_a_draw_can_be_declined_and_offered_again() -> None:
    table = Table()
    table.do(OfferDraw(ONE))
    assert table.refused(Decline(ONE)) == "there is nothing to decline"
    assert table.do(Decline(TWO)) == (Declined(0, TWO, Offer.DRAW),)
    assert table.refused(Decline(TWO)) == "there is nothing to decline"
    table.do(OfferDraw(ONE))
    assert table.state.offers == {ONE: Offer.DRAW}


def test_an_offer_lapses_with_the_next_move() -> None:
    table = Table()
    table.do(OfferDraw(TWO))
    table.play("h8")
    assert table.state.offers == {}


def test_another_offer_takes_the_place_of_the_last() -> None:
    table = Table(consent=True)
    table.play("h8")
    table.do(TakeBack(ONE))
    table.do(OfferDraw(ONE))
    assert table.state.offers == {ONE: Offer.DRAW}
    table.do(TakeBack(ONE))
    assert table.do(Decline(TWO)) == (Declined(0, TWO, Offer.TAKE_BACK),)


@pytest.mark.parametrize("opening", [OpeningRule.FREE, OpeningRule.SWAP])
def test_one_may_resign_at_any_time(opening: OpeningRule) -> None:
    table = Table(opening)
    table.do(Resign(TWO))
    assert table.state.result == GameResult(ONE, Termination.RESIGNED)
    names = ("Black", "White") if opening is OpeningRule.FREE else ("Player 1", "Player 2")
    assert table.says == f"{names[0]} wins: {names[1]} resigned"


def test_a_game_can_be_broken_off_until_both_have_moved() -> None:
    table = Table()
    table.play("h8")
    table.do(Abort(TWO))
    assert table.says == "The game was broken off"
    table.do(TakeBack(ONE))
    table.play("h8 i9")
    why = "both have moved: the game can be resigned, not broken off"
    assert table.refused(Abort(ONE)) == why


@pytest.mark.parametrize(
    "command", [Resign(ONE), OfferDraw(ONE), Abort(TWO), Pause(ONE), Resume(ONE)]
)
def test_after_the_end_there_is_nothing_to_agree_on(command: Command) -> None:
    table = Table()
    table.play("h8")
    table.do(Resign(TWO))
    assert table.refused(command) == "the game is over"
    assert table.refused(ChangeSitter(ONE, Computer(3))) == "the game is over"
    assert table.refused(PlayMove(TWO, table.point("a1"))) == "the game is over"


@pytest.mark.parametrize(
    "command", [Resign(ONE), OfferDraw(ONE), Abort(TWO), Pause(ONE), TakeBack(ONE), Redo(ONE)]
)
def test_a_paused_game_only_waits(command: Command) -> None:
    table = Table()
    table.play("h8")
    table.do(Pause(TWO))
    assert table.refused(command) == "the game is paused"
    assert table.refused(PlayMove(TWO, table.point("a1"))) == "the game is paused"


def test_a_rematch_comes_after_the_game_and_once() -> None:
    table = Table()
    why = "a rematch comes after the game, and once"
    assert table.refused(OfferRematch(ONE)) == why
    table.play(FIVE)
    assert table.do(OfferRematch(TWO)) == (RematchAgreed(0),)
    assert table.state.wants_rematch
    assert table.refused(OfferRematch(ONE)) == why


def test_with_consent_a_rematch_needs_both() -> None:
    table = Table(consent=True)
    table.play(FIVE)
    table.do(OfferRematch(TWO))
    assert table.refused(OfferRematch(TWO)) == "that is offered already"
    assert table.do(Decline(ONE)) == (Declined(0, ONE, Offer.REMATCH),)
    table.do(OfferRematch(ONE))
    assert not table.state.wants_rematch
    table.do(OfferRematch(TWO))
    assert table.state.wants_rematch


def test_a_game_that_has_a_rematch_is_not_played_on() -> None:
    table = Table()
    table.play(FIVE)
    table.do(TakeBack(ONE))
    table.play("l8")
    table.do(OfferRematch(ONE))
    assert table.refused(TakeBack(ONE)) == "the game is over, and another one has begun"


def test_a_rematch_has_the_seats_swapped() -> None:
    setup = Table().state.setup.with_sitter(ONE, Person("Ann")).with_sitter(TWO, Computer(4))
    assert setup.swapped() == setup.with_sitter(ONE, Computer(4)).with_sitter(TWO, Person("Ann"))


def test_somebody_else_can_go_on_from_a_seat() -> None:
    table = Table()
    table.play("h8")
    table.do(ChangeSitter(TWO, Computer(3)))
    assert table.state.setup.sitter(TWO) == Computer(3)
    assert table.state.setup.sitter(ONE) == Person()
    assert table.says == "Computer 3 to move (White)"
    table.do(TakeBack(ONE))
    assert table.state.setup.sitter(TWO) == Computer(3)


@pytest.mark.parametrize("seat", [ONE, TWO])
def test_a_game_can_be_claimed_whoever_is_to_move(seat: Seat) -> None:
    table = Table(consent=True)
    table.play("h8 i9 h9")
    table.do(OfferDraw(TWO))
    assert table.do(Claim(seat), after=5) == (GameEnded(5, GameResult(seat, Termination.LEFT)),)
    assert (table.state.task, table.state.offers) == (None, {})


def test_what_was_declined_stands_until_something_else_happens() -> None:
    table = Table(consent=True)
    table.play("h8 i9")
    table.do(OfferDraw(ONE))
    assert table.state.declined is None
    table.do(Decline(TWO))
    assert table.state.declined == Declined(0, TWO, Offer.DRAW)
    table.play("h9")
    assert table.state.declined is None


def test_to_play_on_is_to_decline() -> None:
    table = Table(consent=True)
    table.play("h8 i9")
    table.do(TakeBack(TWO))
    table.play("h9")
    assert table.state.declined == Declined(0, ONE, Offer.TAKE_BACK)


def test_who_plays_on_after_an_offer_of_their_own_has_declined_nothing() -> None:
    table = Table(consent=True)
    table.do(OfferDraw(ONE))
    table.play("h8")
    assert table.state.declined is None


def test_a_game_without_a_move_cannot_be_claimed() -> None:
    table = Table(consent=True)
    why = "nobody has moved: the game can be broken off, not won"
    assert table.refused(Claim(TWO)) == why
    table.play("h8")
    table.do(Claim(ONE))
    assert table.says == "Black wins: White has left"


def test_a_game_that_is_paused_or_over_cannot_be_claimed() -> None:
    table = Table()
    table.play("h8")
    table.do(Pause(ONE))
    assert table.refused(Claim(TWO)) == "the game is paused"
    table.do(Resume(ONE))
    table.do(Claim(TWO))
    assert table.refused(Claim(ONE)) == "the game is over"


def test_whose_time_is_up_has_lost_by_time_though_the_other_has_left() -> None:
    table = Table(clock=TimeControl(move=1000))
    table.play("h8")
    assert table.do(Claim(TWO), after=1000) == (GameEnded(1000, GameResult(ONE, Termination.TIME)),)
