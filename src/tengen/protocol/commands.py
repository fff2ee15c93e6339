"""What a manager tells a brain."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from tengen.rules.point import Point


class Whose(enum.Enum):
    """Whose a stone of a `BOARD` is, from the brain's side; the value is the protocol's."""

    OWN = 1
    OPPONENT = 2


@dataclass(frozen=True, slots=True)
class Stone:
    """A stone of a `BOARD`."""

    point: Point
    whose: Whose


@dataclass(frozen=True, slots=True)
class Start:
    """Prepare an empty board of this size."""

    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Restart:
    """Empty the board; its size stays."""


@dataclass(frozen=True, slots=True)
class Begin:
    """Make the first move of the game."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The opponent has played here: answer with a move."""

    point: Point


@dataclass(frozen=True, slots=True)
class BoardPosition:
    """These stones are on the board, in the order played if it is known: answer with a move."""

    stones: tuple[Stone, ...]


@dataclass(frozen=True, slots=True)
class Swap2Board:
    """The opening stones of swap2 so far, black first: place more, or choose a side."""

    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Info:
    """A setting; the key is in small letters. Never answered."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class Takeback:
    """Remove the stone that is here."""

    point: Point


@dataclass(frozen=True, slots=True)
class Play:
    """Make this move, as you suggested."""

    point: Point


@dataclass(frozen=True, slots=True)
class About:
    """Say who you are."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Stop thinking and answer with what you have."""


@dataclass(frozen=True, slots=True)
class End:
    """Exit at once."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """A line that begins with no command we know."""

    text: str


@dataclass(frozen=True, slots=True)
class Malformed:
    """A command we know with arguments that it cannot have."""

    text: str
    why: str


Command = (
    Start
    | Restart
    | Begin
    | Turn
    | BoardPosition
    | Swap2Board
    | Info
    | Takeback
    | Play
    | About
    | Stop
    | End
    | Unknown
    | Malformed
)
