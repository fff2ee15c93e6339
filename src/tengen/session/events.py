"""What has happened in a game. The list of its events is the game."""

from __future__ import annotations

import enum

import msgspec

from tengen.rules.point import Point
from tengen.session.numbers import Count, Moment
from tengen.session.result import Result
from tengen.session.seat import Seat
from tengen.session.setup import Setup
from tengen.session.sitters import Sitter
from tengen.session.tasks import Choice


class _Event(msgspec.Struct, frozen=True, tag=True):
    at: Moment


class GameStarted(_Event, frozen=True, tag=True):
    """The clock of whoever begins is running."""

    setup: Setup


class MovePlayed(_Event, frozen=True, tag=True, omit_defaults=True):
    """A stone lies on the board."""

    seat: Seat
    point: Point
    wins_in: Count = 0
    """After how many more moves of its own at most a computer is sure to win; 0 if it is not."""


class ChoiceMade(_Event, frozen=True, tag=True):
    """Something was chosen in the opening."""

    seat: Seat
    choice: Choice


class FifthsDeclared(_Event, frozen=True, tag=True):
    """There will be so many fifth moves to pick from."""

    seat: Seat
    count: Count


class FifthProposed(_Event, frozen=True, tag=True):
    """One more fifth move is offered."""

    seat: Seat
    point: Point


class TakenBack(_Event, frozen=True, tag=True):
    """The last steps are undone, and so is the end of the game, if it had ended."""

    seat: Seat
    steps: Count


class Redone(_Event, frozen=True, tag=True):
    """Steps that were taken back are done again."""

    seat: Seat
    steps: Count


class Offer(enum.Enum):
    """What one seat may ask of the other."""

    DRAW = "draw"
    TAKE_BACK = "take back"
    REMATCH = "rematch"


class Offered(_Event, frozen=True, tag=True):
    """A seat has asked the other for something."""

    seat: Seat
    offer: Offer


class Declined(_Event, frozen=True, tag=True):
    """A seat has said no to the other's offer."""

    seat: Seat
    offer: Offer


class RematchAgreed(_Event, frozen=True, tag=True):
    """Both want another game."""


class SitterChanged(_Event, frozen=True, tag=True):
    """Somebody else goes on from this seat."""

    seat: Seat
    sitter: Sitter


class GamePaused(_Event, frozen=True, tag=True):
    """The clocks stand still."""


class GameResumed(_Event, frozen=True, tag=True):
    """The clocks run again, from where they stood after the event before."""


class GameEnded(_Event, frozen=True, tag=True):
    """The game is over."""

    result: Result


Step = MovePlayed | ChoiceMade | FifthsDeclared | FifthProposed
Event = (
    GameStarted
    | Step
    | TakenBack
    | Redone
    | Offered
    | Declined
    | RematchAgreed
    | SitterChanged
    | GamePaused
    | GameResumed
    | GameEnded
)
