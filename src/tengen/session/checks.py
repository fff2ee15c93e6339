"""What most commands need: a game that goes on, and one's turn in it."""

from __future__ import annotations

from tengen.errors import SessionError
from tengen.session.seat import Seat
from tengen.session.state import State


def check_going_on(state: State) -> None:
    """Raise SessionError if the game has ended or stands still."""
    if state.result is not None:
        raise SessionError("the game is over")
    _check_running(state)


def check_turn(state: State, seat: Seat) -> None:
    """Raise SessionError if nothing is asked of this seat."""
    check_going_on(state)
    if state.actor is not seat:
        raise SessionError("it is the other player's turn")


def check_can_go_on(state: State, now: int) -> None:
    """Raise SessionError if a game, ended or not, cannot be played on from an earlier step."""
    _check_running(state)
    if state.wants_rematch:
        raise SessionError("the game is over, and another one has begun")
    if any(state.clocks.game_left(seat, now) == 0 for seat in Seat):
        raise SessionError("a clock has run out: the game cannot go on")


def _check_running(state: State) -> None:
    if state.is_paused:
        raise SessionError("the game is paused")
