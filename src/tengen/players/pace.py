"""How long somebody may think: what the clocks of a game grant."""

from __future__ import annotations

from tengen.engine.analysis import Limits
from tengen.engine.time_management import LARGEST_SHARE, MIN_MOVES_TO_COME, TimeGrant, allot_time
from tengen.session.state import State

RESERVE = 500
"""Milliseconds that are kept for all that is not thinking, such as to put the stones."""
TO_BEGIN = 0.7
"""In the last part of the time for a move a new depth would hardly be completed."""


def limits_of(state: State, now: int) -> Limits:
    """The seconds for what is to be done now; no limits where there are no clocks.

    What moves bring in is shared out beforehand, but no move takes more than a quarter of what
    is there.
    """
    seat = state.actor
    assert seat is not None
    move, game = state.clocks.move_left(seat, now), state.clocks.game_left(seat, now)
    moves = len(state.board.stones) // 2
    if game is None:
        return (
            Limits()
            if move is None
            else Limits(allot_time(TimeGrant(move / 1000, moves=moves)).hard)
        )
    most = LARGEST_SHARE * game
    turn = most if move is None else min(most, move)
    left = max(0, game - RESERVE) + MIN_MOVES_TO_COME * state.clocks.control.increment
    allowance = allot_time(TimeGrant(turn / 1000, left=left / 1000, moves=moves))
    return Limits(allowance.hard, soft=TO_BEGIN * allowance.soft)
