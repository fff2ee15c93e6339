"""Records written in every format, with what gets lost."""

from __future__ import annotations

import io

from tengen.errors import RecordError
from tengen.online.lists import FormatView
from tengen.records.format import Format, tell_losses
from tengen.records.formats import FORMATS, format_named
from tengen.records.reading import Writing
from tengen.records.record import Record
from tengen.rules.coordinates import RowOne


def write_record(record: Record, name: str) -> tuple[bytes, str]:
    """A record in a format, and what the format loses of it. Raises RecordError."""
    format_ = format_named(name)
    objection = format_.objection(record)
    if objection:
        raise RecordError(f"it cannot be written as {format_.name}: {objection}")
    out = io.BytesIO()
    format_.write([record], out, Writing(RowOne.BOTTOM))
    return out.getvalue(), tell_losses(format_.losses(record))


def weigh(record: Record) -> list[FormatView]:
    """What each format would lose of a record."""
    return [_view(format_, record) for format_ in FORMATS.values()]


def _view(format_: Format, record: Record) -> FormatView:
    lost = tell_losses(format_.losses(record))
    objection = format_.objection(record)
    return FormatView(format_.name, format_.title, format_.suffixes[0], lost, objection)
