"""Whoever acts for a seat without being a person."""

from __future__ import annotations

from typing import Protocol

from tengen.errors import SessionError
from tengen.players.halt import Halt
from tengen.rules.rules import Rules
from tengen.session.commands import (
    Command,
    DeclareFifths,
    MakeChoice,
    PlayMove,
    ProposeFifth,
)
from tengen.session.state import State
from tengen.session.tasks import Answer, Choice, Propose, Task


class Actor(Protocol):
    """Somebody who answers what a game asks for."""

    @property
    def name(self) -> str:
        """What to call the player."""

    def act(self, state: State, now: int, halt: Halt | None = None) -> Command:
        """What to do about the task that a game waits for; it can be done there.

        Raises SessionError when the game is over, and EngineError when an engine fails. When
        `halt` is set, it answers at once, or raises.
        """


class Player(Actor, Protocol):
    """An actor for a whole game."""

    def prepare(self, rules: Rules) -> None:
        """Have ready what takes a while, before a clock runs; to leave it out is no mistake."""

    def wants_draw(self, state: State) -> bool:
        """Whether to agree to the draw that the opponent has offered."""

    def stop(self) -> None:
        """Have the `act` that is going on, if any, answer or raise at once; from any thread."""

    def close(self) -> None:
        """Stop, and leave nothing behind; may be called twice."""


def task_of(state: State) -> Task:
    """What a game waits for; SessionError if it is over."""
    task = state.task
    if task is None:
        raise SessionError("the game is over")
    return task


def command_of(task: Task, answer: Answer) -> Command:
    """The command that answers a task."""
    if isinstance(answer, Choice):
        return MakeChoice(task.seat, answer)
    if isinstance(answer, int):
        return DeclareFifths(task.seat, answer)
    kind = ProposeFifth if isinstance(task, Propose) else PlayMove
    return kind(task.seat, answer)
