"""Gomotur's `.rec` files, one game each.

    pbrain-one.exe
    pbrain-two.exe
    9,9,0
    10,8,1541
    0

The players; a line for each move, with column from the left and row from the top, both from 0,
and milliseconds; and a number that says how it ended. The board is 20x20 unless told otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO

from tengen.core.games import FREESTYLE_20
from tengen.errors import RecordError
from tengen.records.feature import Feature
from tengen.records.format import Format
from tengen.records.plain import needs_plain_game
from tengen.records.reading import Reading, Writing
from tengen.records.record import Record
from tengen.records.sheet import (
    ENDINGS,
    LARGEST,
    MOVE,
    Sheet,
    format_code,
    format_lines,
    format_sheet,
    tells_end,
)
from tengen.records.texts import read_text


def read_rec(file: BinaryIO, reading: Reading) -> Iterator[Record]:
    """Read the game of a file."""
    sheet = Sheet(read_text(file, reading.encoding, reading.problems, LARGEST), reading)
    if not _is_sheet(sheet.lines):
        raise RecordError("not a Gomotur game: moves such as 9,9,0 should follow two names")
    record = Record(reading.rules_or(REC.assumed))
    record.first, record.second = sheet.read_names()
    record.result = sheet.read_moves(record, 0)
    sheet.check_end()
    yield record


def write_rec(records: Iterable[Record], out: BinaryIO, writing: Writing) -> None:
    """Write one game."""
    for record in records:
        names = [" ".join(name.split()) for name in (record.first, record.second)]
        lines = [*names, *format_sheet(record, 0), format_code(record)]
        out.write(format_lines(lines, writing))


def _is_sheet(lines: list[str]) -> bool:
    """Whether two names, and then moves or the number, stand there."""
    after = lines[2:3]
    is_named = not any(MOVE.fullmatch(line) for line in lines[:2])
    return bool(after) and is_named and (bool(MOVE.fullmatch(after[0])) or len(lines) == 3)


def _resembles(head: bytes) -> bool:
    lines = head.decode("latin-1").splitlines()
    return len(lines) > 3 and _is_sheet(lines) and not lines[0].startswith("Piskvorky")


REC = Format(
    name="rec",
    title="Gomotur game",
    suffixes=(".rec",),
    holds=frozenset({Feature.MOVES, Feature.TIMES, Feature.PLAYERS}),
    read=read_rec,
    writer=write_rec,
    resembles=_resembles,
    assumed=FREESTYLE_20,
    endings=ENDINGS,
    tells=tells_end,
    objection=needs_plain_game,
)
