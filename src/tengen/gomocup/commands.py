"""The commands that a manager sends to a brain."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from tengen.rules import Point


class StoneOwner(enum.Enum):
    """The owner of a stone of a `BOARD`, from the brain's side; the value is the protocol's."""

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
    """Empty the board and keep its size."""


@dataclass(frozen=True, slots=True)
class BeginCommand:
    """Make the first move of the game."""


@dataclass(frozen=True, slots=True)
class TurnCommand:
    """The opponent played this move: answer with a move."""

    point: Point


@dataclass(frozen=True, slots=True)
class BoardCommand:
    """Set up these stones, in the order of play if it is known, and answer with a move."""

    stones: tuple[BoardStone, ...]


@dataclass(frozen=True, slots=True)
class Swap2BoardCommand:
    """The opening stones of swap2 so far, black first: place more, or choose a side."""

    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class InfoCommand:
    """A setting; the key is in lower case. There is no answer."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class TakebackCommand:
    """Remove the stone on this point."""

    point: Point


@dataclass(frozen=True, slots=True)
class PlayCommand:
    """Play this move, which the brain suggested."""

    point: Point


@dataclass(frozen=True, slots=True)
class AboutCommand:
    """Answer with name, version and author."""


@dataclass(frozen=True, slots=True)
class StopCommand:
    """Stop thinking and answer with the best move so far."""


@dataclass(frozen=True, slots=True)
class EndCommand:
    """Exit at once."""


@dataclass(frozen=True, slots=True)
class UnknownCommand:
    """A line that does not begin with a known command."""

    text: str


@dataclass(frozen=True, slots=True)
class MalformedCommand:
    """A known command with wrong arguments."""

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
