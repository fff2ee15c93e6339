"""Batches of events that are about to be stored."""

from __future__ import annotations

import pytest

from tengen.game.events import (
    Event,
    GameEnded,
    GameResult,
    MovePlayed,
    Offer,
    Offered,
    Redone,
    TakenBack,
)
from tengen.game.tasks import Seat
from tengen.rules.outcome import Termination
from tengen.rules.point import Point
from tengen.storage.event_writer import make_event_batch

MOVE = MovePlayed(1, Seat.ONE, Point(7, 7))
OFFER = Offered(1, Seat.ONE, Offer.DRAW)
END = GameEnded(2, GameResult(Seat.ONE, Termination.RESIGNED))
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
def test_the_last_relevant_event_decides_whether_the_game_is_over(
    events: tuple[Event, ...], *, is_over: bool | None
) -> None:
    assert make_event_batch(1, 5, events).is_over is is_over
