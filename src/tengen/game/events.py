"""Events: what has happened in a game, and how it ended. The list of its events is the game.

The name of an event's class is its tag in JSON, as games are stored: it cannot be renamed.
"""

from __future__ import annotations

import enum

import msgspec

from tengen.errors import Refusal, RuleError
from tengen.game.setup import Count, PlayerSpec, Setup, Timestamp
from tengen.game.tasks import Choice, Seat
from tengen.rules.outcome import Termination
from tengen.rules.point import Point

FOUL_REASONS = {Refusal.OVERLINE, Refusal.DOUBLE_FOUR, Refusal.DOUBLE_THREE}
GAME_TERMINATIONS = frozenset(Termination) - {
    Termination.ILLEGAL_MOVE,
    Termination.ENGINE_ERROR,
    Termination.UNKNOWN,
}
"""Why a game between two seats can end: illegal moves and failing engines do not end it."""
DRAW_TERMINATIONS = {
    Termination.FULL_BOARD,
    Termination.NO_LEGAL_POINT,
    Termination.AGREED,
    Termination.ABORTED,
}


def check_game_termination(cause: Termination) -> None:
    """Raise RuleError if a game between two seats cannot end like this."""
    if cause not in GAME_TERMINATIONS:
        raise RuleError(f"a game between two seats does not end by {cause.value}")


class Foul(msgspec.Struct, frozen=True):
    """The forbidden point that was played, and what it made."""

    point: Point
    reason: Refusal

    def __post_init__(self) -> None:
        if self.reason not in FOUL_REASONS:
            raise RuleError(f"a point that {self.reason.value} is no foul")


class GameResult(msgspec.Struct, frozen=True):
    """Who won, if anybody did, and why it ended."""

    winner: Seat | None
    cause: Termination
    foul: Foul | None = None

    def __post_init__(self) -> None:
        check_game_termination(self.cause)
        if (self.winner is None) is not (self.cause in DRAW_TERMINATIONS):
            has_winner = "must have a winner" if self.winner is None else "has no winner"
            raise RuleError(f"a game that ended by {self.cause.value} {has_winner}")
        if (self.foul is None) is (self.cause is Termination.FOUL):
            raise RuleError("a foul goes with a game that ended by foul, and only with it")


class _Event(msgspec.Struct, frozen=True, tag=True):
    at: Timestamp


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
    sitter: PlayerSpec


class GamePaused(_Event, frozen=True, tag=True):
    """The clocks stand still."""


class GameResumed(_Event, frozen=True, tag=True):
    """The clocks run again, from where they stood after the event before."""


class GameEnded(_Event, frozen=True, tag=True):
    """The game is over."""

    result: GameResult


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
