"""The computer that plays in a room: when it is asked, and for whom."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit.site import Desk

from tengen.game.commands import Command, OfferDraw, Pause, PlayMove
from tengen.game.seat import Seat
from tengen.game.session import Session
from tengen.game.setup import Computer, Setup
from tengen.rules.point import Point
from tengen.rules.rules import GAMES
from tengen.server.messages.game import ProblemMessage
from tengen.server.messages.study import JobFailed
from tengen.server.rooms.computer import RoomComputer, awaited_computer
from tengen.server.services import Services
from tengen.server.workers import DrawReplyJob, Moved, MoveJob, Requester
from tengen.storage import Store

ANNA = Requester("anna", "home")
MOVE = PlayMove(Seat.TWO, Point(8, 8))


class Scene:
    """A game in which the computer is to answer the first move."""

    def __init__(self, store: Store) -> None:
        site = Services(store)
        site.workers = self.desk = Desk()
        self.done: list[Command] = []
        self.problems: list[ProblemMessage] = []
        self.machine = RoomComputer(site, "link", self.done.append, self.problems.append)
        self.session = Session.start(Setup(GAMES["five"], two=Computer(3)), 0)
        self.session.handle(PlayMove(Seat.ONE, Point(7, 7)), 1)

    def go_on(self, *, is_awaited: bool = True) -> None:
        self.machine.go_on(self.session, ANNA, is_awaited=is_awaited)


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    with Store(str(tmp_path)) as store:
        return Scene(store)


def test_the_workers_are_asked_for_whoever_plays(scene: Scene) -> None:
    scene.go_on()
    [(job, owner, _tell)] = scene.desk.asked
    assert isinstance(job, MoveJob)
    assert job.events == tuple(scene.session.events)
    assert owner == ANNA


def test_the_same_position_is_asked_about_once(scene: Scene) -> None:
    for _ in range(3):
        scene.go_on()
    assert len(scene.desk.asked) == 1
    assert scene.desk.cancelled == []


def test_another_position_ends_the_thoughts_about_the_one_before(scene: Scene) -> None:
    scene.go_on()
    scene.session.handle(OfferDraw(Seat.ONE), 2)
    scene.go_on()
    assert scene.desk.cancelled == [0]
    assert isinstance(scene.desk.asked[1][0], DrawReplyJob)
    assert scene.machine.is_thinking


def test_a_position_is_asked_about_again_once_it_is_back(scene: Scene) -> None:
    scene.go_on()
    scene.go_on(is_awaited=False)
    assert scene.desk.cancelled == [0]
    assert not scene.machine.is_thinking
    scene.go_on()
    assert len(scene.desk.asked) == 2


def test_what_the_computer_does_is_done(scene: Scene) -> None:
    scene.go_on()
    scene.desk.asked[0][2](Moved(MOVE))
    assert scene.done == [MOVE]
    assert not scene.machine.is_thinking


def test_after_a_failure_the_computer_is_asked_again(scene: Scene) -> None:
    scene.go_on()
    scene.desk.asked[0][2](JobFailed("too much at once"))
    assert [problem.code for problem in scene.problems] == ["engine"]
    scene.go_on()
    assert len(scene.desk.asked) == 2


def test_nobody_is_asked_while_a_person_is_to_move_or_the_game_is_paused(scene: Scene) -> None:
    scene.session.handle(Pause(Seat.ONE), 2)
    scene.go_on()
    assert scene.desk.asked == []


def test_the_thoughts_end_when_it_is_not_the_computers_turn_any_more(scene: Scene) -> None:
    scene.go_on()
    scene.session.handle(MOVE, 2)
    scene.go_on()
    assert scene.desk.cancelled == [0]
    assert len(scene.desk.asked) == 1


def test_a_draw_is_answered_by_the_computer_though_it_is_not_to_move() -> None:
    session = Session.start(Setup(GAMES["five"], two=Computer(3)), 0)
    session.handle(OfferDraw(Seat.ONE), 1)
    assert session.state.actor is Seat.ONE
    assert awaited_computer(session.state) is Seat.TWO


def test_a_draw_that_the_computer_offers_is_answered_by_the_person() -> None:
    session = Session.start(Setup(GAMES["five"], two=Computer(3)), 0)
    session.handle(OfferDraw(Seat.TWO), 1)
    assert awaited_computer(session.state) is None
