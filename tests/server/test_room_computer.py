"""The computer player of a room: its jobs, and who is charged for them."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit.rooms import RecordingWorkers

from tengen.errors import EngineError, TengenError
from tengen.game.commands import Command, OfferDraw, PlayMove
from tengen.game.session import Session
from tengen.game.setup import Computer, Setup
from tengen.game.tasks import Seat
from tengen.rules.point import Point
from tengen.rules.rules import GAMES
from tengen.server.messages.study import JobFailed
from tengen.server.rooms.room import RoomComputer
from tengen.server.rooms.seats import Presence
from tengen.server.services import Services
from tengen.server.workers import DrawReplyJob, Moved, MoveJob, Requester
from tengen.storage import Store

MOVE = PlayMove(Seat.TWO, Point(8, 8))


class Scene:
    """Return a game in which the computer is to answer the first move."""

    def __init__(self, store: Store) -> None:
        services = Services(store)
        services.workers = self.workers = RecordingWorkers()
        self.answers: list[Command | TengenError] = []
        self.machine = RoomComputer(services, "link", Presence(lambda: (b"anna", None), lambda: 0))
        self.session = Session.start(Setup(GAMES["five"], two=Computer(3)), 0)
        self.session.handle(PlayMove(Seat.ONE, Point(7, 7)), 1)

    def ask(self) -> None:
        self.cancel = self.machine.ask(self.session, Seat.TWO, self.answers.append)


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    with Store(str(tmp_path)) as store:
        return Scene(store)


def test_a_move_job_is_charged_to_the_player(scene: Scene) -> None:
    scene.ask()
    [(job, owner, _tell)] = scene.workers.asked
    assert isinstance(job, MoveJob)
    assert job.events == tuple(scene.session.events)
    assert owner == Requester(b"anna".hex(), "")


def test_a_draw_offer_becomes_a_draw_reply_job(scene: Scene) -> None:
    scene.session.handle(OfferDraw(Seat.ONE), 2)
    scene.ask()
    assert isinstance(scene.workers.asked[0][0], DrawReplyJob)


def test_cancelling_stops_the_job(scene: Scene) -> None:
    scene.ask()
    scene.cancel()
    assert scene.workers.cancelled == [0]


def test_a_job_answers_with_a_command_or_an_error(scene: Scene) -> None:
    scene.ask()
    for message in (Moved(MOVE), JobFailed("too much at once")):
        scene.workers.asked[0][2](message)
    move, error = scene.answers
    assert move == MOVE
    assert isinstance(error, EngineError)
    assert error.what == "too much at once"
