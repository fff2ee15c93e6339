"""Saving a game to a file, in the format of its suffix."""

from __future__ import annotations

import io
import os
import time
from collections.abc import Collection, Sequence
from itertools import count

from tengen.errors import RecordError, quote
from tengen.extras import explain_missing
from tengen.game import Event
from tengen.game.record_conversion import to_record
from tengen.records import FORMATS, Feature, Format, Node, Record, Writing, main_line, tell_losses
from tengen.records.line_formats import GAMES_FORMAT
from tengen.render import PictureFormat
from tengen.render.record_pictures import picture_parts

DEFAULT_FORMAT = FORMATS["sgf"]
"""The format of the suggested file name."""
PICTURE_SUFFIXES = {f".{kind.value}": kind for kind in PictureFormat}


def unused_name(taken: Collection[str]) -> str:
    """Return a file name that is not taken."""
    names = (f"game-{number}{DEFAULT_FORMAT.suffixes[0]}" for number in count(1))
    return next(name for name in names if name not in taken)


def save_game(events: list[Event], path: str) -> str:
    """Save a game to a new file. Return a message that says so, or why it failed."""
    record = to_record(events)
    day = time.localtime(events[0].at / 1000)
    record.tags["date"] = time.strftime("%Y-%m-%d", day)
    return save_record(record, path)


def save_record(record: Record, path: str, nodes: Sequence[Node] = ()) -> str:
    """Save a record to a new file. Return a message: what the format cannot hold, or an error.

    A picture shows the position after `nodes`, or else the last one.
    """
    path = os.path.expanduser(path)
    lost = ""
    try:
        kind = PICTURE_SUFFIXES.get(_suffix(path))
        if kind is not None:
            _write(path, b"".join(picture_parts(record, nodes or main_line(record.root), kind)))
        else:
            format_ = format_for_path(path)
            _write(path, _encode(record, format_))
            lost = _describe_losses(record, format_)
    except FileExistsError:
        return f"{path} already exists: choose another name"
    except ModuleNotFoundError as error:
        return f"Cannot save to {path}: {explain_missing(error)}"
    except (OSError, RecordError, ValueError) as error:
        return f"Cannot save to {path}: {getattr(error, 'strerror', None) or error}"
    return f"Saved to {path}{lost}"


def format_for_path(path: str) -> Format:
    """Return the format of a suffix; without a suffix, Tengen's text. Raises RecordError."""
    suffix = _suffix(path)
    known = {suffix: format_ for format_ in FORMATS.values() for suffix in format_.suffixes}
    known |= dict.fromkeys(("", *GAMES_FORMAT.suffixes), GAMES_FORMAT)
    if suffix not in known:
        names = ", ".join(sorted(filter(None, {*known, *PICTURE_SUFFIXES})))
        raise RecordError(f"unknown suffix {quote(suffix)}: use one of {names}")
    return known[suffix]


def _suffix(path: str) -> str:
    return os.path.splitext(path)[1].lower()


def _encode(record: Record, format_: Format) -> bytes:
    objection = format_.objection(record)
    if objection:
        raise RecordError(objection)
    out = io.BytesIO()
    format_.write([record], out, Writing())
    return out.getvalue()


def _write(path: str, data: bytes) -> None:
    """Write a new file completely, or not at all."""
    with open(path, "xb") as file:
        try:
            file.write(data)
            file.flush()
        except OSError:
            os.unlink(path)
            raise


def _describe_losses(record: Record, format_: Format) -> str:
    """Return the losses, as in `, without the clock`; not the date, nor times without a clock."""
    lost = format_.losses(record)
    if not record.clock:
        del lost[Feature.TIMES]
    if set(record.tags) <= {"date"}:
        del lost[Feature.TAGS]
    return f", without {tell_losses(lost)}" if lost else ""
