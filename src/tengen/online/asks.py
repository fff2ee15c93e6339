"""What somebody at a table may ask of the server."""

from __future__ import annotations

import enum
from typing import Annotated

import msgspec

from tengen.game.commands import (
    Abort,
    Claim,
    DeclareFifths,
    Decline,
    MakeChoice,
    OfferDraw,
    OfferRematch,
    Pause,
    PlayMove,
    ProposeFifth,
    Redo,
    Resign,
    Resume,
    TakeBack,
)
from tengen.game.opening_rules import OpeningRule
from tengen.game.setup import UNTIMED, LevelNumber, TimeControl
from tengen.rules.rules import Rules

Ask = (
    PlayMove
    | MakeChoice
    | DeclareFifths
    | ProposeFifth
    | TakeBack
    | Redo
    | OfferDraw
    | Decline
    | Resign
    | Abort
    | OfferRematch
    | Claim
    | Pause
    | Resume
)
"""The commands of a session that a client may give, for a seat that it holds."""


class Ping(msgspec.Struct, frozen=True, tag=True):
    """Nothing but see whether the server is still there, over any socket: `Pong`."""


Name = Annotated[str, msgspec.Meta(max_length=40)]
Cell = Annotated[int, msgspec.Meta(ge=0, lt=52 * 52)]
"""A point as row times width plus column, rows counted from the top."""


class Opponent(enum.Enum):
    """Whom to play."""

    COMPUTER = "computer"
    FRIEND = "friend"
    """Somebody with the link."""
    HERE = "here"
    """Two people at one screen."""


class Side(enum.Enum):
    """Which seat to take."""

    FIRST = "first"
    SECOND = "second"
    RANDOM = "random"


class MakeGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game that is wanted."""

    opponent: Opponent
    rules: Rules
    opening: OpeningRule = OpeningRule.FREE
    clock: TimeControl = UNTIMED
    level: LevelNumber = 3
    side: Side = Side.FIRST
    name: Name = ""
    other_name: Name = ""
    """Of the second person at this screen."""
    moves: Annotated[tuple[Cell, ...], msgspec.Meta(max_length=52 * 52)] = ()
    """Where the game is played on from a position."""
    fouls_lose: bool = False
    is_listed: bool | None = None
    """Whether others see it in the list once it is over; usually only games of people."""


class TakeSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sit down at a table where a seat is free."""

    name: Name = ""
