"""Engine jobs: what workers can be asked to do, what they report, and both as lines of JSON."""

from __future__ import annotations

import enum
from typing import Annotated

import msgspec

from tengen.game.commands import Command
from tengen.game.events import Event
from tengen.game.serialization import decode_hook
from tengen.game.tasks import Seat
from tengen.server.messages import study
from tengen.server.messages.codec import decode, encode
from tengen.server.messages.game import CellNumber

Lines = Annotated[int, msgspec.Meta(ge=1, le=20)]
Seconds = Annotated[float, msgspec.Meta(gt=0, le=3600)]
Depth = Annotated[int, msgspec.Meta(ge=1, le=100)]
Nodes = Annotated[int, msgspec.Meta(ge=1, le=10**12)]


class Priority(enum.IntEnum):
    """Who goes first."""

    PLAY = 0
    """A game waits."""
    ANSWER = 1
    """Somebody waits, and not for long."""
    STUDY = 2
    """Takes long, and can be set aside."""


class _Job(msgspec.Struct, frozen=True, tag=True):
    pass


class MoveJob(_Job, frozen=True, tag=True):
    """Do what a game waits for from a computer: `Moved`."""

    events: tuple[Event, ...]
    """Of the whole game."""
    now: int
    """The game's time when this is asked; what passes until it is begun is added."""
    key: str
    """Of the game: who has moved in it before may remember it."""


class DrawReplyJob(_Job, frozen=True, tag=True):
    """Say whether a computer agrees to the draw that it was offered: `Moved`."""

    events: tuple[Event, ...]
    seat: Seat
    """The computer's."""
    key: str


class AnalyseJob(_Job, frozen=True, tag=True):
    """Analyse a position: `AnalysisUpdate` for each depth, then `AnalysisDone`."""

    position: study.PositionSpec
    lines: Lines = 3
    seconds: Seconds = 30.0
    """Of thinking, without what it was set aside for."""
    depth: Depth | None = None
    known: int = 0
    """Up to which depth all is told already,"""
    spent: float = 0.0
    """and how many seconds that took."""


class ZoneJob(_Job, frozen=True, tag=True):
    """Find where an answer of White changes anything: `ZoneFound`."""

    position: study.PositionSpec


class ReviewJob(_Job, frozen=True, tag=True):
    """Go through a game from its end: `PositionJudged` for every position, and `ReviewDone`."""

    position: study.PositionSpec
    names: tuple[str, str] = ("Black", "White")
    nodes: Nodes | None = None
    """For one search; without it, a game of forty moves takes some twenty seconds."""
    known: int | None = None
    """From which number of moves on all is told already."""


class PuzzleJob(_Job, frozen=True, tag=True):
    """Try a move in a puzzle, or ask for a hint, or for the solution: `PuzzleUpdate`.

    `moves` are the solver's own; all but the last were right before. Without any, or with `hint`
    or `shows`, all of them were.
    """

    puzzle: str
    """In one line, as in a file of puzzles."""
    moves: Annotated[tuple[CellNumber, ...], msgspec.Meta(max_length=200)] = ()
    hint: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    """The first, second or third towards the next move."""
    shows: bool = False


EngineJob = MoveJob | DrawReplyJob | AnalyseJob | ZoneJob | ReviewJob | PuzzleJob
PRIORITIES: dict[type, Priority] = {
    MoveJob: Priority.PLAY,
    DrawReplyJob: Priority.PLAY,
    PuzzleJob: Priority.ANSWER,
    ZoneJob: Priority.ANSWER,
    AnalyseJob: Priority.STUDY,
    ReviewJob: Priority.STUDY,
}


class Moved(msgspec.Struct, frozen=True, tag="moved"):
    """What a computer does."""

    command: Command


EngineMessage = (
    Moved
    | study.AnalysisUpdate
    | study.AnalysisDone
    | study.ZoneFound
    | study.PositionJudged
    | study.ReviewDone
    | study.PuzzleUpdate
    | study.JobFailed
)
FINAL_MESSAGES = (
    Moved,
    study.AnalysisDone,
    study.ZoneFound,
    study.ReviewDone,
    study.PuzzleUpdate,
    study.JobFailed,
)
"""Each job ends with one of these; nothing comes after it."""


def priority_of(job: EngineJob) -> Priority:
    """How soon a job should be done."""
    return PRIORITIES[type(job)]


def job_after(job: EngineJob, told: EngineMessage) -> EngineJob:
    """What is left of a job once this is told."""
    if isinstance(job, AnalyseJob) and isinstance(told, study.AnalysisUpdate):
        return msgspec.structs.replace(job, known=told.depth)
    if isinstance(job, ReviewJob) and isinstance(told, study.PositionJudged):
        return msgspec.structs.replace(job, known=told.ply)
    return job


def add_work_time(job: EngineJob, seconds: float) -> EngineJob:
    """What is left of a job after so many seconds of work on it."""
    if isinstance(job, AnalyseJob):
        return msgspec.structs.replace(job, spent=job.spent + seconds)
    return job


def add_waiting_time(job: EngineJob, seconds: float) -> EngineJob:
    """What a job is after so many seconds in which nobody worked on it."""
    if isinstance(job, MoveJob):
        return msgspec.structs.replace(job, now=job.now + round(1000 * seconds))
    return job


def cache_key(job: EngineJob) -> str:
    """What a worker may remember from one job to the next."""
    if isinstance(job, MoveJob | DrawReplyJob):
        return job.key
    return job.puzzle if isinstance(job, PuzzleJob) else str(job.position.rules)


class BeginJob(msgspec.Struct, frozen=True, tag=True):
    """Do this next; what comes of it goes by this number.

    The job is read where it is done: what is wrong with it is told like all that comes of it.
    """

    number: int
    job: msgspec.Raw


class StopJob(msgspec.Struct, frozen=True, tag=True):
    """Nobody wants to hear more of it now."""

    number: int


class ForgetJob(msgspec.Struct, frozen=True, tag=True):
    """Nobody will ask for it again."""

    number: int


class JobProgress(msgspec.Struct, frozen=True, tag=True):
    """News of a job."""

    number: int
    news: EngineMessage


class JobEnded(msgspec.Struct, frozen=True, tag=True):
    """A job is over, or was stopped: the worker is free."""

    number: int


WorkerOrder = BeginJob | StopJob | ForgetJob
WorkerReport = JobProgress | JobEnded


def format_line(message: WorkerOrder | WorkerReport) -> bytes:
    """A message as a line of JSON."""
    return encode(message) + b"\n"


def parse_order(line: bytes) -> WorkerOrder:
    """Read what a worker is to do."""
    return _ORDERS.decode(line)


def format_job(job: EngineJob) -> msgspec.Raw:
    """A job as JSON."""
    return msgspec.Raw(encode(job))


def parse_job(text: msgspec.Raw) -> EngineJob:
    """Read a job. Raises ParseError."""
    return decode(_JOBS, bytes(text), "job")


def parse_report(line: bytes) -> WorkerReport:
    """Read what a worker tells."""
    return _REPORTS.decode(line)


_ORDERS: msgspec.json.Decoder[WorkerOrder] = msgspec.json.Decoder(WorkerOrder, dec_hook=decode_hook)
_JOBS: msgspec.json.Decoder[EngineJob] = msgspec.json.Decoder(EngineJob, dec_hook=decode_hook)
_REPORTS: msgspec.json.Decoder[WorkerReport] = msgspec.json.Decoder(
    WorkerReport, dec_hook=decode_hook
)
