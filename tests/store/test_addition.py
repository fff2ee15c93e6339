"""What is known of events on their way into the store."""

from __future__ import annotations

import pytest

from tengen.rules.point import Point
from tengen.session.events import (
    Event,
    GameEnded,
    MovePlayed,
    Offer,
    Offered,
    Redone,
    TakenBack,
)
from tengen.session.result import Cause, Result
from tengen.session.seat import Seat
from tengen.store.addition import make_addition

MOVE = MovePlayed(1, Seat.ONE, Point(7, 7))
OFFER = Offered(1, Seat.ONE, Offer.DRAW)
END = GameEnded(2, Result(Seat.ONE, Cause.RESIGNED))
BACK = TakenBack(3, Seat.ONE, 1)
AGAIN = Redone(4, Seat.ONE, 1)


@pytest.mark.parametrize(
    "events, is_over",
    [
        ((MOVE,), None),
        ((OFFER,), None),
        ((MOVE, END), True),
        ((BACK,), False),
        ((AGAIN,), False),
        ((AGAIN, END), True),
        ((END, AGAIN), False),
        ((END, BACK), False),
    ],
)
def test_the_last_event_that_says_so_tells_whether_the_game_is_over(
    events: tuple[Event, ...], *, is_over: bool | None
) -> None:
    assert make_addition(1, 5, events).is_over is is_over
