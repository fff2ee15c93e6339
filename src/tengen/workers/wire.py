"""What a server and its workers say to each other, line by line."""

from __future__ import annotations

import msgspec

from tengen.game.serialization import decode_hook
from tengen.online.wire import decode, encode
from tengen.workers.jobs import Job, News


class Begin(msgspec.Struct, frozen=True, tag=True):
    """Do this next; what comes of it goes by this number.

    The job is read where it is done: what is wrong with it is told like all that comes of it.
    """

    number: int
    job: msgspec.Raw


class Stop(msgspec.Struct, frozen=True, tag=True):
    """Nobody wants to hear more of it now."""

    number: int


class Forget(msgspec.Struct, frozen=True, tag=True):
    """Nobody will ask for it again."""

    number: int


class Told(msgspec.Struct, frozen=True, tag=True):
    """News of a job."""

    number: int
    news: News


class Ended(msgspec.Struct, frozen=True, tag=True):
    """A job is over, or was stopped: the worker is free."""

    number: int


Order = Begin | Stop | Forget
Report = Told | Ended


def format_line(message: Order | Report) -> bytes:
    """A message as a line of JSON."""
    return encode(message) + b"\n"


def parse_order(line: bytes) -> Order:
    """Read what a worker is to do."""
    return _ORDERS.decode(line)


def format_job(job: Job) -> msgspec.Raw:
    """A job as JSON."""
    return msgspec.Raw(encode(job))


def parse_job(text: msgspec.Raw) -> Job:
    """Read a job. Raises ParseError."""
    return decode(_JOBS, bytes(text), "job")


def parse_report(line: bytes) -> Report:
    """Read what a worker tells."""
    return _REPORTS.decode(line)


_ORDERS: msgspec.json.Decoder[Order] = msgspec.json.Decoder(Order, dec_hook=decode_hook)
_JOBS: msgspec.json.Decoder[Job] = msgspec.json.Decoder(Job, dec_hook=decode_hook)
_REPORTS: msgspec.json.Decoder[Report] = msgspec.json.Decoder(Report, dec_hook=decode_hook)
