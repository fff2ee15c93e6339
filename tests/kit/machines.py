"""Games between players that are no persons."""

from __future__ import annotations

from tengen.players.player import Player
from tengen.rules.point import Point
from tengen.rules.rules import Rules
from tengen.session.commands import Command, MakeChoice, PlayMove
from tengen.session.openings import OpeningRule
from tengen.session.seat import Seat
from tengen.session.session import Session
from tengen.session.setup import Setup
from tengen.session.tasks import Choice, Choose, Place


def begin(rules: Rules, opening: OpeningRule = OpeningRule.FREE, **more: object) -> Session:
    """A game that nobody has done anything in."""
    return Session.start(Setup(rules, opening, **more), 0)  # type: ignore[arg-type]


def do(session: Session, *answers: Point | Choice) -> Session:
    """The same game after these answers, whoever owes them."""
    for answer in answers:
        task = session.state.task
        assert isinstance(task, Place | Choose)
        if isinstance(answer, Choice):
            session.handle(MakeChoice(task.seat, answer), 0)
        else:
            session.handle(PlayMove(task.seat, answer), 0)
    return session


def step(session: Session, players: dict[Seat, Player], now: int = 0) -> Command:
    """Have whoever owes the next step do it; the game must accept it."""
    seat = session.state.actor
    assert seat is not None
    command = players[seat].act(session.state, now)
    assert session.handle(command, now)
    return command
