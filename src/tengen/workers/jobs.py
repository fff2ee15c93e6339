"""What workers can be asked to do, and what they tell of it."""

from __future__ import annotations

import enum
from typing import Annotated

import msgspec

from tengen.game.commands import Command
from tengen.game.events import Event
from tengen.game.seat import Seat
from tengen.online.asks import Cell
from tengen.online.study import (
    Failed,
    Judged,
    LookDone,
    Position,
    ReviewDone,
    Thought,
    Tried,
    ZoneFound,
)

Lines = Annotated[int, msgspec.Meta(ge=1, le=20)]
Seconds = Annotated[float, msgspec.Meta(gt=0, le=3600)]
Depth = Annotated[int, msgspec.Meta(ge=1, le=100)]
Nodes = Annotated[int, msgspec.Meta(ge=1, le=10**12)]


class Rank(enum.IntEnum):
    """Who goes first."""

    PLAY = 0
    """A game waits."""
    ANSWER = 1
    """Somebody waits, and not for long."""
    STUDY = 2
    """Takes long, and can be set aside."""


class _Job(msgspec.Struct, frozen=True, tag=True):
    pass


class Move(_Job, frozen=True, tag=True):
    """Do what a game waits for from a computer: `Moved`."""

    events: tuple[Event, ...]
    """Of the whole game."""
    now: int
    """The game's time when this is asked; what passes until it is begun is added."""
    key: str
    """Of the game: who has moved in it before may remember it."""


class Reply(_Job, frozen=True, tag=True):
    """Say whether a computer agrees to the draw that it was offered: `Moved`."""

    events: tuple[Event, ...]
    seat: Seat
    """The computer's."""
    key: str


class Look(_Job, frozen=True, tag=True):
    """Analyse a position: `Thought` after `Thought`, each deeper than the last, and `LookDone`."""

    position: Position
    lines: Lines = 3
    seconds: Seconds = 30.0
    """Of thinking, without what it was set aside for."""
    depth: Depth | None = None
    known: int = 0
    """Up to which depth all is told already,"""
    spent: float = 0.0
    """and how many seconds that took."""


class Zone(_Job, frozen=True, tag=True):
    """Find where an answer of White changes anything: `ZoneFound`."""

    position: Position


class Review(_Job, frozen=True, tag=True):
    """Go through a game from its end: `Judged` for every position, and `ReviewDone`."""

    position: Position
    names: tuple[str, str] = ("Black", "White")
    nodes: Nodes | None = None
    """For one search; without it, a game of forty moves takes some twenty seconds."""
    known: int | None = None
    """From which number of moves on all is told already."""


class Try(_Job, frozen=True, tag=True):
    """Try a move in a puzzle, or ask for a hint, or for the solution: `Tried`.

    `moves` are the solver's own; all but the last were right before. Without any, or with `hint`
    or `shows`, all of them were.
    """

    puzzle: str
    """In one line, as in a file of puzzles."""
    moves: Annotated[tuple[Cell, ...], msgspec.Meta(max_length=200)] = ()
    hint: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    """The first, second or third towards the next move."""
    shows: bool = False


Job = Move | Reply | Look | Zone | Review | Try
RANKS: dict[type, Rank] = {
    Move: Rank.PLAY,
    Reply: Rank.PLAY,
    Try: Rank.ANSWER,
    Zone: Rank.ANSWER,
    Look: Rank.STUDY,
    Review: Rank.STUDY,
}


class Moved(msgspec.Struct, frozen=True, tag="moved"):
    """What a computer does."""

    command: Command


News = Moved | Thought | LookDone | ZoneFound | Judged | ReviewDone | Tried | Failed
LAST = (Moved, LookDone, ZoneFound, ReviewDone, Tried, Failed)
"""Each job ends with one of these; nothing comes after it."""


def rank_of(job: Job) -> Rank:
    """How soon a job should be done."""
    return RANKS[type(job)]


def after(job: Job, told: News) -> Job:
    """What is left of a job once this is told."""
    if isinstance(job, Look) and isinstance(told, Thought):
        return msgspec.structs.replace(job, known=told.depth)
    if isinstance(job, Review) and isinstance(told, Judged):
        return msgspec.structs.replace(job, known=told.ply)
    return job


def spend(job: Job, seconds: float) -> Job:
    """What is left of a job after so many seconds of work on it."""
    if isinstance(job, Look):
        return msgspec.structs.replace(job, spent=job.spent + seconds)
    return job


def wait(job: Job, seconds: float) -> Job:
    """What a job is after so many seconds in which nobody worked on it."""
    if isinstance(job, Move):
        return msgspec.structs.replace(job, now=job.now + round(1000 * seconds))
    return job


def key_of(job: Job) -> str:
    """What a worker may remember from one job to the next."""
    if isinstance(job, Move | Reply):
        return job.key
    return job.puzzle if isinstance(job, Try) else str(job.position.rules)
