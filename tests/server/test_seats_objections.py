"""Commands that a client may not give."""

from __future__ import annotations

import pytest
from starlette.types import Message

from tengen.game.commands import Claim, Pause, Resign, Resume
from tengen.game.session import Session
from tengen.game.setup import Setup
from tengen.game.tasks import Seat
from tengen.server.messages.game import CLAIM_AFTER, ClientCommand, ProblemMessage
from tengen.server.rooms.seats import (
    NO_PAUSE,
    NOT_BEGUN,
    NOT_YOURS,
    OPPONENT_CONNECTED,
    Presence,
    RoomClient,
    objection_to,
)
from tengen.server.send_queue import Batch, SendQueue, flush_all
from tengen.storage.rooms import Holders

ANNA, BEN = b"anna", b"ben"


async def send(_message: Message) -> None:
    """Drop the message."""


def client(digest: bytes | None) -> RoomClient:
    return RoomClient(SendQueue(send, Batch(flush_all)), digest)


class Scene:
    """A game where Anna is connected; by default against Ben, who left at time 0."""

    def __init__(self, holders: Holders = (ANNA, BEN)) -> None:
        self.time = 0
        self.presence = Presence(lambda: holders, lambda: self.time)
        self.session: Session | None = Session.start(Setup(), 0)
        self.anna = client(ANNA)
        self.presence.enter(self.anna)

    def objection(self, command: ClientCommand) -> ProblemMessage | None:
        return objection_to(self.session, self.presence, self.anna, command)


@pytest.mark.parametrize("gone", [CLAIM_AFTER, CLAIM_AFTER + 1])
def test_a_game_can_be_claimed_after_exactly_one_minute(gone: int) -> None:
    scene = Scene()
    scene.time = gone
    assert scene.objection(Claim(Seat.ONE)) is None


@pytest.mark.parametrize(
    "gone, left",
    [(0, "60 seconds"), (1, "60 seconds"), (9_999, "51 seconds"), (58_001, "2 seconds"),
     (59_000, "1 second"), (59_999, "1 second")],
)  # fmt: skip
def test_a_claim_before_that_says_how_long_to_wait(gone: int, left: str) -> None:
    scene = Scene()
    scene.time = gone
    problem = scene.objection(Claim(Seat.ONE))
    assert problem is not None
    assert problem.says == f"Your opponent may come back: wait {left} more."


def test_a_game_cannot_be_claimed_from_a_connected_opponent() -> None:
    scene = Scene()
    scene.time = CLAIM_AFTER
    scene.presence.enter(client(BEN))
    assert scene.objection(Claim(Seat.ONE)) is OPPONENT_CONNECTED


def test_other_objections() -> None:
    scene = Scene()
    assert scene.objection(Resign(Seat.ONE)) is None
    assert scene.objection(Resign(Seat.TWO)) is NOT_YOURS
    assert scene.objection(Pause(Seat.ONE)) is NO_PAUSE
    scene.session = None
    assert scene.objection(Resign(Seat.ONE)) is NOT_BEGUN


@pytest.mark.parametrize("holders", [(ANNA, None), (ANNA, ANNA)])
def test_a_game_without_another_person_can_be_paused(holders: Holders) -> None:
    scene = Scene(holders)
    assert scene.objection(Pause(Seat.ONE)) is None
    assert scene.objection(Resume(Seat.ONE)) is None


def test_a_game_between_two_people_cannot_be_paused() -> None:
    scene = Scene((BEN, ANNA))
    assert scene.objection(Pause(Seat.TWO)) is NO_PAUSE
    assert scene.objection(Resume(Seat.TWO)) is NO_PAUSE
