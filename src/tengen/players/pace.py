"""How long somebody may think: what the clocks of a game grant."""

from __future__ import annotations

import copy

from tengen.search.analysis import Limits
from tengen.search.clock import LARGEST_SHARE, REST, Grant, allot
from tengen.session.clocks import Clocks
from tengen.session.seat import Seat
from tengen.session.setup import TimeControl
from tengen.session.state import State

RESERVE = 500
"""Milliseconds that are kept for all that is not thinking, such as to put the stones."""
TO_BEGIN = 0.7
"""In the last part of the time for a move a new depth would hardly be completed."""


def move_left(clocks: Clocks, seat: Seat, now: int) -> int | None:
    """Milliseconds that are left of the time for a move, whatever is left of the game."""
    return _left(clocks, TimeControl(move=clocks.control.move), seat, now)


def game_left(clocks: Clocks, seat: Seat, now: int) -> int | None:
    """Milliseconds that are left of the time for the game, whatever is left of the move."""
    return _left(clocks, TimeControl(game=clocks.control.game), seat, now)


def _left(clocks: Clocks, control: TimeControl, seat: Seat, now: int) -> int | None:
    alone = copy.copy(clocks)
    alone.control = control
    return alone.left(seat, now)


def limits_of(state: State, now: int) -> Limits:
    """The seconds for what is to be done now; no limits where there are no clocks.

    What moves bring in is shared out beforehand, but no move takes more than a quarter of what
    is there.
    """
    seat = state.actor
    assert seat is not None
    move, game = (left(state.clocks, seat, now) for left in (move_left, game_left))
    moves = len(state.board.stones) // 2
    if game is None:
        return Limits() if move is None else Limits(allot(Grant(move / 1000, moves=moves)).hard)
    most = LARGEST_SHARE * game
    turn = most if move is None else min(most, move)
    left = max(0, game - RESERVE) + REST * state.clocks.control.increment
    allowance = allot(Grant(turn / 1000, left=left / 1000, moves=moves))
    return Limits(allowance.hard, soft=TO_BEGIN * allowance.soft)
