"""Games between players that are no persons."""

from __future__ import annotations

from tengen.game.commands import Command, MakeChoice, PlayMove
from tengen.game.machine_player import MachinePlayer
from tengen.game.opening_rules import OpeningRule
from tengen.game.session import Session
from tengen.game.setup import Setup
from tengen.game.tasks import Choice, ChooseOption, PlaceStone, Seat
from tengen.rules.point import Point
from tengen.rules.rules import Rules


def begin(rules: Rules, opening: OpeningRule = OpeningRule.FREE, **more: object) -> Session:
    """A game that nobody has done anything in."""
    return Session.start(Setup(rules, opening, **more), 0)  # type: ignore[arg-type]


def do(session: Session, *answers: Point | Choice) -> Session:
    """The same game after these answers, whoever owes them."""
    for answer in answers:
        task = session.state.task
        assert isinstance(task, PlaceStone | ChooseOption)
        if isinstance(answer, Choice):
            session.handle(MakeChoice(task.seat, answer), 0)
        else:
            session.handle(PlayMove(task.seat, answer), 0)
    return session


def step(session: Session, players: dict[Seat, MachinePlayer], now: int = 0) -> Command:
    """Have whoever owes the next step do it; the game must accept it."""
    seat = session.state.actor
    assert seat is not None
    command = players[seat].act(session.state, now)
    assert session.handle(command, now)
    return command
