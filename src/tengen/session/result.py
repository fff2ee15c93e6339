"""How a game ended."""

from __future__ import annotations

import enum

import msgspec

from tengen.core.point import Point
from tengen.errors import Refusal
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
    AGREED = "agreed"
    ABORTED = "aborted"
    """Broken off before both had moved; nobody has won."""


class Foul(msgspec.Struct, frozen=True):
    """The forbidden point that was played, and what it made."""

    point: Point
    reason: Refusal


class Result(msgspec.Struct, frozen=True):
    """Who won, if anybody did, and why it ended."""

    winner: Seat | None
    cause: Cause
    foul: Foul | None = None
