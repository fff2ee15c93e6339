"""Engine jobs, the messages and reports of workers, and all of them as lines of JSON."""

from __future__ import annotations

import enum
from typing import Annotated

import msgspec

from tengen.game import Command, Event, Seat
from tengen.game.events import decode_hook
from tengen.server.messages import study
from tengen.server.messages.codec import decode, encode
from tengen.server.messages.game import CellNumber

Lines = Annotated[int, msgspec.Meta(ge=1, le=20)]
Seconds = Annotated[float, msgspec.Meta(gt=0, le=3600)]
Depth = Annotated[int, msgspec.Meta(ge=1, le=100)]
Nodes = Annotated[int, msgspec.Meta(ge=1, le=10**12)]


class Priority(enum.IntEnum):
    """Which jobs go first."""

    PLAY = 0
    """A game waits for it."""
    ANSWER = 1
    """Short, and a person waits for it."""
    STUDY = 2
    """Long, and can be suspended."""


class _Job(msgspec.Struct, frozen=True, tag=True):
    pass


class MoveJob(_Job, frozen=True, tag=True):
    """Find the move of a computer: `Moved`."""

    events: tuple[Event, ...]
    """All events of the game."""
    now: int
    """The time of the game when the job is queued; waiting time is added."""
    key: str
    """Identifies the game: a worker that moved in it before has its hash table."""


class DrawReplyJob(_Job, frozen=True, tag=True):
    """Find a computer's reply to a draw offer: `Moved`."""

    events: tuple[Event, ...]
    seat: Seat
    """The computer's seat."""
    key: str


class AnalyseJob(_Job, frozen=True, tag=True):
    """Analyse a position: `AnalysisUpdate` for each depth, then `AnalysisDone`."""

    position: study.PositionSpec
    lines: Lines = 3
    seconds: Seconds = 30.0
    """Seconds to search, without the time when it was suspended."""
    depth: Depth | None = None
    known: int = 0
    """The last depth that was reported."""
    spent: float = 0.0
    """Seconds already spent."""


class ZoneJob(_Job, frozen=True, tag=True):
    """Find where an answer of White can disturb Black's win: `ZoneFound`."""

    position: study.PositionSpec


class ReviewJob(_Job, frozen=True, tag=True):
    """Review a game from its end: `PositionJudged` for every position, then `ReviewDone`."""

    position: study.PositionSpec
    names: tuple[str, str] = ("Black", "White")
    nodes: Nodes | None = None
    """Nodes of one search. By default, a game of forty moves takes about twenty seconds."""
    known: int | None = None
    """The smallest ply that was reported."""


class PuzzleJob(_Job, frozen=True, tag=True):
    """Try a move in a puzzle, or ask for a hint, or for the solution: `PuzzleUpdate`.

    `moves` are the solver's own; all but the last were right. With `hint` or `shows`, all were.
    """

    puzzle: str
    """A line of a puzzle file."""
    moves: Annotated[tuple[CellNumber, ...], msgspec.Meta(max_length=200)] = ()
    hint: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    """The number of the hint for the next move; 0 for none."""
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
    """The command of a computer."""

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
"""Each job ends with one of these."""


def priority_of(job: EngineJob) -> Priority:
    """Return the priority of a job."""
    return PRIORITIES[type(job)]


def remaining_job(job: EngineJob, message: EngineMessage) -> EngineJob:
    """Return what is left of a job after it has reported a message."""
    if isinstance(job, AnalyseJob) and isinstance(message, study.AnalysisUpdate):
        return msgspec.structs.replace(job, known=message.depth)
    if isinstance(job, ReviewJob) and isinstance(message, study.PositionJudged):
        return msgspec.structs.replace(job, known=message.ply)
    return job


def add_work_time(job: EngineJob, seconds: float) -> EngineJob:
    """Return what is left of a job after some seconds of work."""
    if isinstance(job, AnalyseJob):
        return msgspec.structs.replace(job, spent=job.spent + seconds)
    return job


def add_waiting_time(job: EngineJob, seconds: float) -> EngineJob:
    """Return a job after some seconds of waiting."""
    if isinstance(job, MoveJob):
        return msgspec.structs.replace(job, now=job.now + round(1000 * seconds))
    return job


def cache_key(job: EngineJob) -> str:
    """Return what a worker may have cached from earlier jobs: a game, a puzzle or rules."""
    if isinstance(job, MoveJob | DrawReplyJob):
        return job.key
    return job.puzzle if isinstance(job, PuzzleJob) else str(job.position.rules)


class BeginJob(msgspec.Struct, frozen=True, tag=True):
    """Run a job; its reports have this number.

    The worker decodes the job, so that an error in it is reported like any other.
    """

    number: int
    job: msgspec.Raw


class StopJob(msgspec.Struct, frozen=True, tag=True):
    """Stop a job; it may be resumed later."""

    number: int


class ForgetJob(msgspec.Struct, frozen=True, tag=True):
    """Drop a stopped job: it will not be resumed."""

    number: int


class JobProgress(msgspec.Struct, frozen=True, tag=True):
    """A message of a job."""

    number: int
    news: EngineMessage


class JobEnded(msgspec.Struct, frozen=True, tag=True):
    """A job has ended or was stopped: the worker is free."""

    number: int


WorkerOrder = BeginJob | StopJob | ForgetJob
WorkerReport = JobProgress | JobEnded


def format_line(message: WorkerOrder | WorkerReport) -> bytes:
    """Return an order or a report as a line of JSON."""
    return encode(message) + b"\n"


def parse_order(line: bytes) -> WorkerOrder:
    """Decode an order to a worker."""
    return _ORDERS.decode(line)


def format_job(job: EngineJob) -> msgspec.Raw:
    """Return a job as JSON."""
    return msgspec.Raw(encode(job))


def parse_job(text: msgspec.Raw) -> EngineJob:
    """Decode a job. Raises ParseError."""
    return decode(_JOBS, bytes(text), "job")


def parse_report(line: bytes) -> WorkerReport:
    """Decode a report of a worker."""
    return _REPORTS.decode(line)


_ORDERS: msgspec.json.Decoder[WorkerOrder] = msgspec.json.Decoder(WorkerOrder, dec_hook=decode_hook)
_JOBS: msgspec.json.Decoder[EngineJob] = msgspec.json.Decoder(EngineJob, dec_hook=decode_hook)
_REPORTS: msgspec.json.Decoder[WorkerReport] = msgspec.json.Decoder(
    WorkerReport, dec_hook=decode_hook
)
