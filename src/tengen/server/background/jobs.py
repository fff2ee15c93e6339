"""What a background process can be asked to do, and what it answers.

A job depends on nothing but what stands in it. So the answer to the same job is always the same.
"""

from __future__ import annotations

import msgspec

from tengen.game.events import Event
from tengen.game.serialization import decode_hook, encode_hook
from tengen.render.style import PictureFormat, Pieces
from tengen.rules.rules import Rules
from tengen.server.messages.study import PositionSpec

LONG_TEXT = 1 << 16
"""Bytes from which on a record takes long."""
LARGE_PICTURE = 1024
"""Pixels from which on a picture does."""


class _Message(msgspec.Struct, frozen=True, tag=True):
    pass


class SentRecord(_Message, frozen=True, tag=True):
    """A record that a client has sent, as JSON."""

    data: bytes


class PlayedGame(_Message, frozen=True, tag=True):
    """A game of this server; without events it has not begun."""

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
    """Which stones have numbers, as in `last:5`; empty for the usual ones."""
    coordinates: bool
    move: int | None
    """The last move that is shown; all of them if none is named."""


class ComputeFacts(_Message, frozen=True, tag=True):
    """Tell what the rules say of a position, as JSON: `online.looking.Facts`."""

    position: PositionSpec


class ReadRecords(_Message, frozen=True, tag=True):
    """Read a file or a pasted text, into JSON: `online.lists.Imported`."""

    data: bytes
    name: str
    rules: Rules | None


class ListLosses(_Message, frozen=True, tag=True):
    """Tell what each format would lose of a record, as JSON."""

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
    """The answer to a job."""

    body: bytes
    seconds: float
    """Of a processor."""
    lost: str = ""
    """What a format could not hold."""


class JobDeclined(_Message, frozen=True, tag=True):
    """Why there is no answer: the status and the problem to tell."""

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
    """A job as it is sent to a process."""
    return _ENCODER.encode(job)


def parse_job(data: bytes) -> BackgroundJob:
    """Read what `format_job` wrote."""
    return _JOBS.decode(data)


def format_report(report: JobReport) -> bytes:
    """A report as it is sent back."""
    return _ENCODER.encode(report)


def parse_report(data: bytes) -> JobReport:
    """Read what `format_report` wrote."""
    return _REPORTS.decode(data)


_ENCODER = msgspec.msgpack.Encoder(enc_hook=encode_hook)
_JOBS: msgspec.msgpack.Decoder[BackgroundJob] = msgspec.msgpack.Decoder(
    BackgroundJob, dec_hook=decode_hook
)
_REPORTS: msgspec.msgpack.Decoder[JobReport] = msgspec.msgpack.Decoder(JobReport)
