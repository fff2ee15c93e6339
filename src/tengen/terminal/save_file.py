"""Saving a game to a file, in the format that its name asks for."""

from __future__ import annotations

import io
import os
import time
from collections.abc import Collection, Sequence
from itertools import count

from tengen.errors import RecordError, quote
from tengen.extras import explain_missing
from tengen.game.events import Event
from tengen.game.record_conversion import to_record
from tengen.records.format import Feature, Format, tell_losses
from tengen.records.formats import FORMATS
from tengen.records.game_tree import Node, main_line
from tengen.records.line_formats import GAMES_FORMAT
from tengen.records.reading import Writing
from tengen.records.record import Record
from tengen.render.record_pictures import picture_parts
from tengen.render.style import PictureFormat

DEFAULT_FORMAT = FORMATS["sgf"]
"""The format that is offered."""
PICTURE_SUFFIXES = {f".{kind.value}": kind for kind in PictureFormat}


def unused_name(taken: Collection[str]) -> str:
    """A name for a file that is not there yet."""
    names = (f"game-{number}{DEFAULT_FORMAT.suffixes[0]}" for number in count(1))
    return next(name for name in names if name not in taken)


def save_game(events: list[Event], path: str) -> str:
    """Write a game to a file that is not there yet, and say so, or why not."""
    record = to_record(events)
    day = time.localtime(events[0].at / 1000)
    record.tags["date"] = time.strftime("%Y-%m-%d", day)
    return save_record(record, path)


def save_record(record: Record, path: str, nodes: Sequence[Node] = ()) -> str:
    """Write a record to a file that is not there yet, and say what got lost, or why it is not.

    A picture shows the position after these nodes, or else the last one.
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
            lost = _tell_lost(record, format_)
    except FileExistsError:
        return f"{path} is there already: choose another name"
    except ModuleNotFoundError as error:
        return f"Cannot save to {path}: {explain_missing(error)}"
    except (OSError, RecordError, ValueError) as error:
        return f"Cannot save to {path}: {getattr(error, 'strerror', None) or error}"
    return f"Saved to {path}{lost}"


def format_for_path(path: str) -> Format:
    """The format that a name asks for: our own text, if it has no suffix. Raises RecordError."""
    suffix = _suffix(path)
    known = {suffix: format_ for format_ in FORMATS.values() for suffix in format_.suffixes}
    known |= dict.fromkeys(("", *GAMES_FORMAT.suffixes), GAMES_FORMAT)
    if suffix not in known:
        names = ", ".join(sorted(filter(None, {*known, *PICTURE_SUFFIXES})))
        raise RecordError(f"no format is known by {quote(suffix)}: there are {names}")
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
    """Make a file of these bytes, or none."""
    with open(path, "xb") as file:
        try:
            file.write(data)
            file.flush()
        except OSError:
            os.unlink(path)
            raise


def _tell_lost(record: Record, format_: Format) -> str:
    """As in `, without the clock`. The date, and times where nobody was timed, are not missed."""
    lost = format_.losses(record)
    if not record.clock:
        del lost[Feature.TIMES]
    if set(record.tags) <= {"date"}:
        del lost[Feature.TAGS]
    return f", without {tell_losses(lost)}" if lost else ""
