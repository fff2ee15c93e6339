"""Position text: `h8i9g9`, one game a line.

Columns are letters, rows numbers, the first player begins, and nothing needs to stand between the
moves. Where row 1 is, programs disagree: readers and writers must be told. Lines that begin with #
are passed over, and of a link such as `https://gomocalc.com/#/h8i9` the moves are read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from tengen.errors import RecordError, quote
from tengen.records.feature import Feature
from tengen.records.format import Format
from tengen.records.lines import numbered_lines
from tengen.records.mainline import MainLine
from tengen.records.names import format_points, named_points
from tengen.records.plain import needs_plain_game
from tengen.records.reading import Reading, Writing, known_row
from tengen.records.record import Record, add_moves

MOVES = re.compile(r"(?:[a-z]{1,2}[0-9]{1,2}[\s,;]*)+", re.ASCII)
MOVE = re.compile(r"[a-z]+[0-9]+", re.ASCII)
LINK = re.compile(r"https?://.*#/")


def read_moves(file: BinaryIO, reading: Reading) -> Iterator[Record]:
    """Read a game from every line."""
    known_row(reading)
    found = False
    for number, line in numbered_lines(file, reading):
        text = LINK.sub("", line).lower()
        if text and not text.startswith("#"):
            record = read_line(text, reading, f"line {number}")
            if record.root.children:
                yield record
                found = True
    if not found:
        raise RecordError("no moves such as h8i9 were found")


def read_line(text: str, reading: Reading, place: str, start: int = 0) -> Record:
    """Read moves in small letters, which start somewhere in a line."""
    record = Record(reading.rules_or(MOVES_FORMAT.assumed))
    rules = record.rules
    points = named_points(rules.width, rules.height, known_row(reading))
    names = MOVE.findall(text, start)
    is_right = start >= len(text) or MOVES.fullmatch(text, start)
    if is_right and len(set(names)) == len(names) and points.keys() >= set(names):
        add_moves(record.root, [points[name] for name in names])
    else:
        _read_slowly(text, record, reading, place, start)
    return record


def _read_slowly(text: str, record: Record, reading: Reading, place: str, at: int) -> None:
    """Read as far as moves make sense, and note where they do not."""
    rules = record.rules
    points = named_points(rules.width, rules.height, known_row(reading))
    line = MainLine(record, reading.problems)
    while at < len(text):
        move = MOVE.match(text, at)
        where = f"{place}, character {at + 1}"
        point = points.get(move.group()) if move else None
        if move is None or point is None:
            what = "is on no board of this size" if move else "is no move such as h8"
            reading.problems.add(where, f"{quote(text[at : at + 10])} {what}")
            return
        if not line.add(point.row, point.col, where):
            return
        at = move.end()
        while at < len(text) and text[at] in " \t,;":
            at += 1


def write_moves(records: Iterable[Record], out: BinaryIO, writing: Writing) -> None:
    """Write each game as a line."""
    row_one = known_row(writing)
    for record in records:
        names = format_points(record.moves(), record.rules, row_one)
        out.write(f"{''.join(names)}\n".encode())


def _resembles(head: bytes) -> bool:
    lines = (line.strip() for line in head.decode("latin-1").splitlines())
    first = next((line for line in lines if line and not line.startswith("#")), "")
    return MOVES.fullmatch(LINK.sub("", first).lower()) is not None


MOVES_FORMAT = Format(
    name="moves",
    title="position text, such as h8i9",
    suffixes=(".txt",),
    holds=frozenset({Feature.MOVES}),
    read=read_moves,
    writer=write_moves,
    resembles=_resembles,
    many=True,
    objection=needs_plain_game,
)
