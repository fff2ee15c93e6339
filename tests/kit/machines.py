"""Games between computers."""

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
    """Return a new game."""
    return Session.start(Setup(rules, opening, **more), 0)  # type: ignore[arg-type]


def do(session: Session, *answers: Point | Choice) -> Session:
    """Give answers for the seats whose turn it is; return the game."""
    for answer in answers:
        task = session.state.task
        assert isinstance(task, PlaceStone | ChooseOption)
        if isinstance(answer, Choice):
            session.handle(MakeChoice(task.seat, answer), 0)
        else:
            session.handle(PlayMove(task.seat, answer), 0)
    return session


def step(session: Session, players: dict[Seat, MachinePlayer], now: int = 0) -> Command:
    """Let the player to act give its command, which the game must accept."""
    seat = session.state.actor
    assert seat is not None
    command = players[seat].act(session.state, now)
    assert session.handle(command, now)
    return command
