"""Yixin Board's `.sav` files, one game each.

    15
    15
    2
    7 7
    6 8

Height, width, the number of moves; then a line for each move, with row from the top and column from
the left, both from 0. The rules are not said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import BinaryIO

from tengen.core.point import Point
from tengen.core.rules import MAX_SIDE, Rules
from tengen.errors import RecordError, quote
from tengen.records.feature import Feature
from tengen.records.format import Format
from tengen.records.grid import grid
from tengen.records.mainline import MainLine
from tengen.records.plain import needs_plain_game
from tengen.records.reading import Reading, Writing
from tengen.records.record import Record, add_moves
from tengen.records.sheet import LARGEST, format_lines
from tengen.records.texts import read_text

HEADER = re.compile(r"\s*(\d{1,4})\s+(\d{1,4})\s+(\d{1,5})(?!\S)", re.ASCII)
MOVE = re.compile(r"\s*(-?\d{1,4})\s+(-?\d{1,4})\s*", re.ASCII)
HEAD = re.compile(rb"\d{1,2}\r?\n\d{1,2}\r?\n\d{1,4}\r?\n(?:\d{1,2} \d{1,2}\r?\n|\Z)")


def read_sav(file: BinaryIO, reading: Reading) -> Iterator[Record]:
    """Read the game of a file."""
    text = read_text(file, reading.encoding, reading.problems, LARGEST)
    header = HEADER.match(text)
    if header is None:
        raise RecordError("not a game of Yixin Board: it does not begin with three numbers")
    height, width, count = map(int, header.groups())
    if not (0 < width <= MAX_SIDE and 0 < height <= MAX_SIDE):
        raise RecordError(f"a board of {width}x{height} is not between 1x1 and 52x52")
    usual = reading.rules_or(SAV.assumed)
    record = Record(Rules(width, height, usual.k, usual.win))
    if not _read_quickly(text[header.end() :].splitlines()[1:], count, record):
        _read_slowly(text, header.end(), count, record, reading)
    yield record


def _read_quickly(lines: list[str], count: int, record: Record) -> bool:
    """Read moves if all of them are in the usual form and none is there twice."""
    points = _pairs(record.rules.width, record.rules.height)
    different = set(lines)
    if not len(lines) == len(different) == count or not points.keys() >= different:
        return False
    add_moves(record.root, map(points.__getitem__, lines))
    return True


@cache
def _pairs(width: int, height: int) -> dict[str, Point]:
    """Points by their row and column as they are usually written."""
    return {f"{point.row} {point.col}": point for point in grid(width, height)}


def _read_slowly(text: str, start: int, count: int, record: Record, reading: Reading) -> None:
    """Read as far as moves make sense, and note where they do not."""
    line = MainLine(record, reading.problems)
    first = text.count("\n", 0, start) + 1
    found = 0
    for number, written in enumerate(text[start:].splitlines(), first):
        if not written.strip():
            continue
        move = MOVE.fullmatch(written)
        if move is None or found == count:
            what = f"{quote(written)} stands where nothing is expected"
            reading.problems.add(f"line {number}", what)
        elif line.add(int(move[1]), int(move[2]), f"line {number}"):
            found += 1
        else:
            return
    if found < count:
        reading.problems.add("", f"the file ends after {found} of {count} moves")


def write_sav(records: Iterable[Record], out: BinaryIO, writing: Writing) -> None:
    """Write one game."""
    for record in records:
        rules, moves = record.rules, record.moves()
        header = [str(number) for number in (rules.height, rules.width, len(moves))]
        out.write(format_lines([*header, *(f"{move.row} {move.col}" for move in moves)], writing))


SAV = Format(
    name="sav",
    title="Yixin Board game",
    suffixes=(".sav",),
    holds=frozenset({Feature.MOVES, Feature.SIZE}),
    read=read_sav,
    writer=write_sav,
    resembles=lambda head: HEAD.match(head) is not None,
    objection=needs_plain_game,
)
