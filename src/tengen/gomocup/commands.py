"""The commands that a manager sends to a brain."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from tengen.rules.point import Point


class StoneOwner(enum.Enum):
    """Whose a stone of a `BOARD` is, from the brain's side; the value is the protocol's."""

    OWN = 1
    OPPONENT = 2


@dataclass(frozen=True, slots=True)
class BoardStone:
    """A stone of a `BOARD`."""

    point: Point
    whose: StoneOwner


@dataclass(frozen=True, slots=True)
class StartCommand:
    """Prepare an empty board of this size."""

    width: int
    height: int


@dataclass(frozen=True, slots=True)
class RestartCommand:
    """Empty the board; its size stays."""


@dataclass(frozen=True, slots=True)
class BeginCommand:
    """Make the first move of the game."""


@dataclass(frozen=True, slots=True)
class TurnCommand:
    """The opponent has played here: answer with a move."""

    point: Point


@dataclass(frozen=True, slots=True)
class BoardCommand:
    """These stones are on the board, in the order played if it is known: answer with a move."""

    stones: tuple[BoardStone, ...]


@dataclass(frozen=True, slots=True)
class Swap2BoardCommand:
    """The opening stones of swap2 so far, black first: place more, or choose a side."""

    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class InfoCommand:
    """A setting; the key is in small letters. Never answered."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class TakebackCommand:
    """Remove the stone that is here."""

    point: Point


@dataclass(frozen=True, slots=True)
class PlayCommand:
    """Make this move, as you suggested."""

    point: Point


@dataclass(frozen=True, slots=True)
class AboutCommand:
    """Say who you are."""


@dataclass(frozen=True, slots=True)
class StopCommand:
    """Stop thinking and answer with what you have."""


@dataclass(frozen=True, slots=True)
class EndCommand:
    """Exit at once."""


@dataclass(frozen=True, slots=True)
class UnknownCommand:
    """A line that begins with no command we know."""

    text: str


@dataclass(frozen=True, slots=True)
class MalformedCommand:
    """A command we know with arguments that it cannot have."""

    text: str
    why: str


ManagerCommand = (
    StartCommand
    | RestartCommand
    | BeginCommand
    | TurnCommand
    | BoardCommand
    | Swap2BoardCommand
    | InfoCommand
    | TakebackCommand
    | PlayCommand
    | AboutCommand
    | StopCommand
    | EndCommand
    | UnknownCommand
    | MalformedCommand
)
