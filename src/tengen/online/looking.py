"""What somebody at an analysis board asks, and what they are told."""

from __future__ import annotations

from typing import Annotated

import msgspec

from tengen.online.news import Problem, Reason, RulesView
from tengen.online.study import Position, StudyNews
from tengen.rules.outcome import Ending

Number = Annotated[int, msgspec.Meta(ge=0, lt=1 << 50)]


class LookAt(msgspec.Struct, frozen=True, tag="look", forbid_unknown_fields=True):
    """Tell what the rules say of a position, and think about it until something else is asked.

    `id` is the client's own; it stands in whatever is told in answer.
    """

    id: Number
    position: Position
    engine: bool = False
    lines: Annotated[int, msgspec.Meta(ge=1, le=5)] = 3
    zone: bool = False
    """Whether to tell where an answer changes anything, too."""


class LookBack(msgspec.Struct, frozen=True, tag="review", forbid_unknown_fields=True):
    """Go through the moves of a game and judge them, until something else is to be reviewed."""

    id: Number
    position: Position


class StopReview(msgspec.Struct, frozen=True, tag="stop-review", forbid_unknown_fields=True):
    """Give up a review."""


StudyAsk = LookAt | LookBack | StopReview


class Facts(msgspec.Struct, frozen=True, tag="facts"):
    """What the rules say of a position."""

    rules: RulesView
    turn: int
    ending: Ending | None
    """Why the game is over in this position; none if it is not."""
    winner: int | None
    lines: tuple[tuple[int, ...], ...]
    """The winning ones."""
    forbidden: tuple[tuple[int, Reason], ...]
    """Where the player to move may not play, and why."""
    refused: tuple[int, Reason] | None
    """The last move, if the rules do not allow it, and why."""


class About(msgspec.Struct, frozen=True, tag="about"):
    """News of what was asked with this `id`."""

    id: int
    news: Facts | StudyNews | Problem
