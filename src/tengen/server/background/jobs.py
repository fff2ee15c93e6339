"""The jobs of a background process, and its reports.

A job contains everything it depends on. So equal jobs have equal results, which can be cached.
"""

from __future__ import annotations

import msgspec

from tengen.game import Event
from tengen.game.events import decode_hook, encode_hook
from tengen.render import PictureFormat, Pieces
from tengen.rules import Rules
from tengen.server.messages.study import PositionSpec

LONG_TEXT = 1 << 16
"""Bytes of a record above which a job is long."""
LARGE_PICTURE = 1024
"""Pixels of width above which drawing is a long job."""


class _Message(msgspec.Struct, frozen=True, tag=True):
    pass


class SentRecord(_Message, frozen=True, tag=True):
    """A record in JSON, sent by a client."""

    data: bytes


class PlayedGame(_Message, frozen=True, tag=True):
    """A game of this server; without events if it has not begun."""

    rules: Rules
    events: tuple[Event, ...]


RecordSource = SentRecord | PlayedGame


class PictureSpec(msgspec.Struct, frozen=True):
    """How a picture should look."""

    kind: PictureFormat
    theme: str
    pieces: Pieces
    width: int | None
    numbers: str
    """Which stones have numbers, such as `last:5`; empty for the default."""
    coordinates: bool
    move: int | None
    """The number of the last move shown; None for all moves."""


class ComputeFacts(_Message, frozen=True, tag=True):
    """Return what the rules say about a position, as JSON: `PositionFacts`."""

    position: PositionSpec


class ReadRecords(_Message, frozen=True, tag=True):
    """Read a file or a pasted text; return JSON: `Imported`."""

    data: bytes
    name: str
    rules: Rules | None


class ListLosses(_Message, frozen=True, tag=True):
    """Return what each format would lose of a record, as JSON."""

    source: RecordSource


class WriteRecord(_Message, frozen=True, tag=True):
    """Write a record in a format."""

    source: RecordSource
    format: str


class DrawPicture(_Message, frozen=True, tag=True):
    """Draw a record."""

    source: RecordSource
    picture: PictureSpec


class DrawQrCode(_Message, frozen=True, tag=True):
    """Draw an address as a QR code: SVG, compressed by gzip."""

    address: str


BackgroundJob = ComputeFacts | ReadRecords | ListLosses | WriteRecord | DrawPicture | DrawQrCode


class JobResult(_Message, frozen=True, tag=True):
    """The result of a job."""

    body: bytes
    seconds: float
    """Processor time."""
    lost: str = ""
    """What the format could not store."""


class JobDeclined(_Message, frozen=True, tag=True):
    """Why a job has no result: the HTTP status and the problem to send."""

    status: int
    code: str
    says: str
    seconds: float


JobReport = JobResult | JobDeclined


def is_long(job: BackgroundJob) -> bool:
    """Whether a job may take more than a few tenths of a second."""
    if isinstance(job, DrawPicture):
        picture = job.picture
        is_large = picture.kind is PictureFormat.PNG and (picture.width or 0) > LARGE_PICTURE
        return picture.kind is PictureFormat.GIF or is_large or _is_long_source(job.source)
    if isinstance(job, ReadRecords):
        return len(job.data) > LONG_TEXT
    return isinstance(job, ListLosses | WriteRecord) and _is_long_source(job.source)


def _is_long_source(source: RecordSource) -> bool:
    return isinstance(source, SentRecord) and len(source.data) > LONG_TEXT


def format_job(job: BackgroundJob) -> bytes:
    """Return a job as bytes for the process."""
    return _ENCODER.encode(job)


def parse_job(data: bytes) -> BackgroundJob:
    """Read what `format_job` has written."""
    return _JOBS.decode(data)


def format_report(report: JobReport) -> bytes:
    """Return a report as bytes for the server."""
    return _ENCODER.encode(report)


def parse_report(data: bytes) -> JobReport:
    """Read what `format_report` has written."""
    return _REPORTS.decode(data)


_ENCODER = msgspec.msgpack.Encoder(enc_hook=encode_hook)
_JOBS: msgspec.msgpack.Decoder[BackgroundJob] = msgspec.msgpack.Decoder(
    BackgroundJob, dec_hook=decode_hook
)
_REPORTS: msgspec.msgpack.Decoder[JobReport] = msgspec.msgpack.Decoder(JobReport)
