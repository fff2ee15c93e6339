"""Gomocup's lists of openings: `-1,2, 0,0, 3,-1`, one a line.

Each pair is how far right and how far down from the centre a move is; the centre of an even board
is the point right of and below its middle. The first player begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import BinaryIO

from tengen.core.point import Point
from tengen.errors import RecordError, quote
from tengen.records.feature import Feature
from tengen.records.format import Format
from tengen.records.grid import grid
from tengen.records.lines import numbered_lines
from tengen.records.mainline import MainLine
from tengen.records.plain import needs_plain_game
from tengen.records.reading import Reading, Writing
from tengen.records.record import Record, add_moves

NUMBER = r"\s*-?\d{1,3}\s*"
LINE = re.compile(rf"{NUMBER},{NUMBER}(?:,{NUMBER},{NUMBER})*,?", re.ASCII)
PAIR = re.compile(r"-?\d+,-?\d+", re.ASCII)
HEAD = re.compile(
    r"\s*-?\d{1,2}\s*,\s*-?\d{1,2}\s*,\s*-?\d{1,2}\s*,\s*-?\d{1,2}[\d\s,-]*", re.ASCII
)


def read_openings(file: BinaryIO, reading: Reading) -> Iterator[Record]:
    """Read an opening from every line."""
    found = False
    for number, text in numbered_lines(file, reading):
        if not text:
            continue
        if not LINE.fullmatch(text):
            what = f"{quote(text)} is no list of pairs such as -1,2, 0,0"
            reading.problems.add(f"line {number}", what)
            continue
        record = _read_line(text, reading, f"line {number}")
        if record.root.children:
            yield record
            found = True
    if not found:
        raise RecordError("no openings such as -1,2, 0,0 were found")


def _read_line(text: str, reading: Reading, place: str) -> Record:
    record = Record(reading.rules_or(OPENINGS.assumed))
    points = _offsets(record.rules.width, record.rules.height)
    pairs = PAIR.findall(text.replace(" ", ""))
    if len(set(pairs)) == len(pairs) and points.keys() >= set(pairs):
        add_moves(record.root, map(points.__getitem__, pairs))
        return record
    numbers = [int(number) for number in text.rstrip(" ,").split(",")]
    line = MainLine(record, reading.problems)
    middle_row, middle_col = record.rules.height // 2, record.rules.width // 2
    for right, down in zip(numbers[::2], numbers[1::2], strict=True):
        if not line.add(middle_row + down, middle_col + right, place):
            break
    return record


@cache
def _offsets(width: int, height: int) -> dict[str, Point]:
    """The points by how far they are from the centre."""
    return {
        f"{point.col - width // 2},{point.row - height // 2}": point
        for point in grid(width, height)
    }


def write_openings(records: Iterable[Record], out: BinaryIO, _: Writing) -> None:
    """Write each game's moves as a line."""
    for record in records:
        middle_row, middle_col = record.rules.height // 2, record.rules.width // 2
        pairs = [f"{point.col - middle_col},{point.row - middle_row}" for point in record.moves()]
        out.write(f"{', '.join(pairs)}\n".encode())


def _resembles(head: bytes) -> bool:
    lines = head.decode("latin-1").splitlines()[:3]
    return bool(lines) and all(HEAD.fullmatch(line) and line.count(",") % 2 for line in lines[:1])


OPENINGS = Format(
    name="openings",
    title="Gomocup openings",
    suffixes=(".txt",),
    holds=frozenset({Feature.MOVES}),
    read=read_openings,
    writer=write_openings,
    resembles=_resembles,
    many=True,
    objection=needs_plain_game,
)
