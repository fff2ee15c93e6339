"""Taking back, redoing, offers, resignation, and changes of players."""

from __future__ import annotations

import pytest
from kit.table import ONE, TWO, Table

from tengen.game.clock import TimeControl
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
from tengen.game.setup import Computer, Person
from tengen.game.tasks import Seat
from tengen.rules.outcome import Termination

FIVE = "h8 a1 i8 a2 j8 a3 k8 a4 l8"


def moves(table: Table) -> str:
    """Return the moves on the board as row,column."""
    return " ".join(map(str, table.state.board.moves))


def test_taking_back_undoes_your_own_last_move() -> None:
    table = Table()
    table.play("h8 i9 h9")
    assert table.do(TakeBack(TWO)) == (TakenBack(0, TWO, 2),)
    assert moves(table) == "7,7"
    assert table.task.seat is TWO
    assert table.do(TakeBack(ONE)) == (TakenBack(0, ONE, 1),)
    assert table.refused(TakeBack(ONE)) == "there is nothing to take back"


def test_a_player_without_a_move_has_nothing_to_take_back() -> None:
    table = Table()
    table.play("h8")
    assert table.refused(TakeBack(TWO)) == "there is nothing to take back"


def test_undone_moves_can_be_redone_in_parts() -> None:
    table = Table()
    table.play("h8 i9 h9 i10 h10")
    table.do(TakeBack(ONE))
    table.do(TakeBack(ONE))
    assert moves(table) == "7,7 6,8"
    assert table.do(Redo(ONE)) == (Redone(0, ONE, 2),)
    assert moves(table) == "7,7 6,8 6,7 5,8"
    assert table.do(Redo(ONE)) == (Redone(0, ONE, 1),)
    assert moves(table) == "7,7 6,8 6,7 5,8 5,7"
    assert table.refused(Redo(ONE)) == "there is nothing to redo"


def test_a_new_move_discards_undone_moves() -> None:
    table = Table()
    table.play("h8 i9")
    table.do(TakeBack(TWO))
    table.play("a1")
    assert table.refused(Redo(TWO)) == "there is nothing to redo"


def test_a_won_game_continues_when_the_winning_move_is_taken_back() -> None:
    table = Table()
    table.play(FIVE)
    table.do(TakeBack(ONE))
    assert table.state.result is None
    assert table.says == "Black to move"
    table.play("m9")
    assert table.says == "White to move"


def test_a_redone_winning_move_wins_again() -> None:
    table = Table()
    table.play(FIVE)
    result = table.state.result
    table.do(TakeBack(TWO))
    redone, ended = table.do(Redo(TWO), after=7)
    assert (redone.at, ended.at) == (7, 7)
    assert table.state.result == result
    assert table.says == "Black wins: five from H8 to L8"


def test_a_resignation_is_taken_back_with_the_last_move() -> None:
    table = Table()
    table.play("h8 i9")
    table.do(Resign(ONE))
    table.do(TakeBack(ONE))
    assert table.state.result is None
    assert moves(table) == ""


def test_opening_steps_can_be_undone_and_redone() -> None:
    table = Table(OpeningRule.SWAP)
    table.play("h8 h9 a1")
    table.answer("black")
    table.do(TakeBack(TWO))
    assert table.says == "Player 2 chooses: play Black or play White"
    table.do(TakeBack(ONE))
    assert table.says == "Player 1 places a stone for Black"
    table.do(Redo(ONE))
    assert table.says == "White to move"
    assert table.task.seat is ONE


def test_an_offered_fifth_move_can_be_taken_back() -> None:
    table = Table(OpeningRule.SOOSYRV)
    table.play("h8 h9 h10")
    for answer in ("stay", "c3", "2", "stay", "a1"):
        table.answer(answer)
    assert table.do(TakeBack(TWO)) == (TakenBack(0, TWO, 3),)
    assert table.says == "Player 2 declares the number of fifth moves: 1 to 8"
    table.answer("1")
    table.answer("stay")
    assert table.says == "Player 1 offers fifth moves: 1 of 1"


def test_with_consent_the_opponent_must_agree_to_taking_back() -> None:
    table = Table(consent=True)
    table.play("h8 i9")
    assert table.do(TakeBack(ONE)) == (Offered(0, ONE, Offer.TAKE_BACK),)
    assert moves(table) == "7,7 6,8"
    assert table.refused(TakeBack(ONE)) == "that is already offered"
    assert table.do(TakeBack(TWO)) == (TakenBack(0, ONE, 2),)
    assert moves(table) == ""
    assert table.state.offers == {}


def test_moves_taken_back_by_consent_cannot_be_redone() -> None:
    table = Table(consent=True)
    table.play("h8 i9")
    table.do(TakeBack(ONE))
    table.do(TakeBack(TWO))
    assert table.refused(Redo(ONE)) == "there is nothing to redo"


def test_with_consent_the_end_cannot_be_taken_back() -> None:
    table = Table(consent=True)
    table.play(FIVE)
    assert table.refused(TakeBack(TWO)) == "the game is over"


def test_a_request_to_take_back_cannot_be_accepted_in_a_pause() -> None:
    table = Table(consent=True)
    table.play("h8")
    table.do(TakeBack(ONE))
    table.do(Pause(TWO))
    assert table.refused(TakeBack(TWO)) == "the game is paused"
    table.do(Resume(TWO))
    table.do(TakeBack(TWO))
    assert moves(table) == ""


def test_a_draw_can_be_offered_and_accepted() -> None:
    table = Table()
    table.play("h8")
    assert table.do(OfferDraw(ONE)) == (Offered(0, ONE, Offer.DRAW),)
    assert table.refused(OfferDraw(ONE)) == "that is already offered"
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


def test_a_new_offer_replaces_the_last() -> None:
    table = Table(consent=True)
    table.play("h8")
    table.do(TakeBack(ONE))
    table.do(OfferDraw(ONE))
    assert table.state.offers == {ONE: Offer.DRAW}
    table.do(TakeBack(ONE))
    assert table.do(Decline(TWO)) == (Declined(0, TWO, Offer.TAKE_BACK),)


@pytest.mark.parametrize("opening", [OpeningRule.FREE, OpeningRule.SWAP])
def test_a_player_may_resign_at_any_time(opening: OpeningRule) -> None:
    table = Table(opening)
    table.do(Resign(TWO))
    assert table.state.result == GameResult(ONE, Termination.RESIGNED)
    names = ("Black", "White") if opening is OpeningRule.FREE else ("Player 1", "Player 2")
    assert table.says == f"{names[0]} wins: {names[1]} resigned"


def test_a_game_can_be_aborted_until_both_have_moved() -> None:
    table = Table()
    table.play("h8")
    table.do(Abort(TWO))
    assert table.says == "The game was aborted"
    table.do(TakeBack(ONE))
    table.play("h8 i9")
    why = "both players have moved: you can resign, but not abort the game"
    assert table.refused(Abort(ONE)) == why


@pytest.mark.parametrize(
    "command", [Resign(ONE), OfferDraw(ONE), Abort(TWO), Pause(ONE), Resume(ONE)]
)
def test_most_commands_are_refused_after_the_end(command: Command) -> None:
    table = Table()
    table.play("h8")
    table.do(Resign(TWO))
    assert table.refused(command) == "the game is over"
    assert table.refused(ChangeSitter(ONE, Computer(3))) == "the game is over"
    assert table.refused(PlayMove(TWO, table.point("a1"))) == "the game is over"


@pytest.mark.parametrize(
    "command", [Resign(ONE), OfferDraw(ONE), Abort(TWO), Pause(ONE), TakeBack(ONE), Redo(ONE)]
)
def test_most_commands_are_refused_in_a_pause(command: Command) -> None:
    table = Table()
    table.play("h8")
    table.do(Pause(TWO))
    assert table.refused(command) == "the game is paused"
    assert table.refused(PlayMove(TWO, table.point("a1"))) == "the game is paused"


def test_a_rematch_can_be_offered_once_after_the_game() -> None:
    table = Table()
    why = "a rematch can be offered only once, after the game"
    assert table.refused(OfferRematch(ONE)) == why
    table.play(FIVE)
    assert table.do(OfferRematch(TWO)) == (RematchAgreed(0),)
    assert table.state.wants_rematch
    assert table.refused(OfferRematch(ONE)) == why


def test_with_consent_both_must_agree_to_a_rematch() -> None:
    table = Table(consent=True)
    table.play(FIVE)
    table.do(OfferRematch(TWO))
    assert table.refused(OfferRematch(TWO)) == "that is already offered"
    assert table.do(Decline(ONE)) == (Declined(0, ONE, Offer.REMATCH),)
    table.do(OfferRematch(ONE))
    assert not table.state.wants_rematch
    table.do(OfferRematch(TWO))
    assert table.state.wants_rematch


def test_a_game_with_a_rematch_cannot_be_continued() -> None:
    table = Table()
    table.play(FIVE)
    table.do(TakeBack(ONE))
    table.play("l8")
    table.do(OfferRematch(ONE))
    assert table.refused(TakeBack(ONE)) == "the game is over, and a rematch was agreed"


def test_a_rematch_has_the_seats_swapped() -> None:
    setup = Table().state.setup.with_sitter(ONE, Person("Ann")).with_sitter(TWO, Computer(4))
    assert setup.swapped() == setup.with_sitter(ONE, Computer(4)).with_sitter(TWO, Person("Ann"))


def test_another_player_can_take_over_a_seat() -> None:
    table = Table()
    table.play("h8")
    table.do(ChangeSitter(TWO, Computer(3)))
    assert table.state.setup.sitter(TWO) == Computer(3)
    assert table.state.setup.sitter(ONE) == Person()
    assert table.says == "Computer 3 to move (White)"
    table.do(TakeBack(ONE))
    assert table.state.setup.sitter(TWO) == Computer(3)


@pytest.mark.parametrize("seat", [ONE, TWO])
def test_either_seat_can_claim_the_game(seat: Seat) -> None:
    table = Table(consent=True)
    table.play("h8 i9 h9")
    table.do(OfferDraw(TWO))
    assert table.do(Claim(seat), after=5) == (GameEnded(5, GameResult(seat, Termination.LEFT)),)
    assert (table.state.task, table.state.offers) == (None, {})


def test_a_declined_offer_is_known_until_the_next_event() -> None:
    table = Table(consent=True)
    table.play("h8 i9")
    table.do(OfferDraw(ONE))
    assert table.state.declined is None
    table.do(Decline(TWO))
    assert table.state.declined == Declined(0, TWO, Offer.DRAW)
    table.play("h9")
    assert table.state.declined is None


def test_playing_on_declines_an_offer() -> None:
    table = Table(consent=True)
    table.play("h8 i9")
    table.do(TakeBack(TWO))
    table.play("h9")
    assert table.state.declined == Declined(0, ONE, Offer.TAKE_BACK)


def test_playing_on_does_not_decline_your_own_offer() -> None:
    table = Table(consent=True)
    table.do(OfferDraw(ONE))
    table.play("h8")
    assert table.state.declined is None


def test_a_game_without_a_move_cannot_be_claimed() -> None:
    table = Table(consent=True)
    why = "nobody has moved: you can abort the game, but not claim it"
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


def test_a_claim_after_the_deadline_is_a_loss_on_time() -> None:
    table = Table(clock=TimeControl(move=1000))
    table.play("h8")
    assert table.do(Claim(TWO), after=1000) == (GameEnded(1000, GameResult(ONE, Termination.TIME)),)
