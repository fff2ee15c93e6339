"""Files that are right, and a reader that looks at all that comes of files that are not."""

from __future__ import annotations

import contextlib
import io
from functools import cache

from hypothesis import given, settings

from kit.records import records, written
from tengen.core.games import FIVE_IN_A_ROW
from tengen.errors import RecordError
from tengen.notation.rows import RowOne
from tengen.records.format import Format
from tengen.records.formats import FORMATS
from tengen.records.reading import Reading, Writing
from tengen.records.record import Record
from tengen.records.visits import visits

ROW = RowOne.BOTTOM


def read_anything(data: bytes, format_: Format) -> None:
    """Read, and look at all that comes of it."""
    reading = Reading(row_one=ROW)
    with contextlib.suppress(RecordError):
        for record in format_.read(io.BytesIO(data), reading):
            look_at(record)
    for problem in reading.problems.kept:
        assert str(problem).isprintable(), problem


def look_at(record: Record) -> None:
    """No stone is off the board, none on another, and the tree is one."""
    rules = record.rules
    taken: list[object] = []
    for depth, node, _ in visits(record.root):
        del taken[depth:]
        if node.point is not None:
            assert 0 <= node.point.row < rules.height
            assert 0 <= node.point.col < rules.width
            assert node.stones or node.point not in taken
        taken.append(node.point)


@cache
def samples(name: str) -> tuple[bytes, ...]:
    """Files that are right, the longest first."""
    format_ = FORMATS[name]
    found: list[bytes] = []

    @given(records(format_.holds, FIVE_IN_A_ROW, format_.endings))
    @settings(max_examples=20, deadline=None, database=None, derandomize=True)
    def collect(record: Record) -> None:
        if not format_.objection(record):
            found.append(written(record, format_, Writing(ROW)))

    collect()
    return tuple(sorted(set(found), key=len, reverse=True))
