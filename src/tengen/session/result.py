"""How a game ended."""

from __future__ import annotations

import enum

import msgspec

from tengen.errors import Refusal, RuleError
from tengen.rules.point import Point
from tengen.session.seat import Seat


class Cause(enum.Enum):
    """Why a game ended."""

    LINE = "line"
    FULL_BOARD = "full board"
    NO_LEGAL_POINT = "no legal point"
    FOUL = "foul"
    """The loser played a forbidden point, in a game where that is allowed."""
    RESIGNED = "resigned"
    TIME = "time"
    LEFT = "left"
    """The loser went away and did not come back."""
    AGREED = "agreed"
    ABORTED = "aborted"
    """Broken off before both had moved; nobody has won."""


FOULS = {Refusal.OVERLINE, Refusal.DOUBLE_FOUR, Refusal.DOUBLE_THREE}
DRAWS = {Cause.FULL_BOARD, Cause.NO_LEGAL_POINT, Cause.AGREED, Cause.ABORTED}


class Foul(msgspec.Struct, frozen=True):
    """The forbidden point that was played, and what it made."""

    point: Point
    reason: Refusal

    def __post_init__(self) -> None:
        if self.reason not in FOULS:
            raise RuleError(f"a point that {self.reason.value} is no foul")


class Result(msgspec.Struct, frozen=True):
    """Who won, if anybody did, and why it ended."""

    winner: Seat | None
    cause: Cause
    foul: Foul | None = None

    def __post_init__(self) -> None:
        if (self.winner is None) is not (self.cause in DRAWS):
            raise RuleError(f"a game that ended by {self.cause.value} has another winner")
        if (self.foul is None) is (self.cause is Cause.FOUL):
            raise RuleError("a foul is told where it ended the game, and only there")
