"""Binary `.pos` files, one game each, as RenLib and other renju programs write them.

The first byte is the number of moves; then there is a byte for each, row * 15 + column, both from 0
at the top left. The board is 15x15.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO

from tengen.errors import RecordError
from tengen.records.feature import Feature
from tengen.records.format import Format
from tengen.records.grid import grid
from tengen.records.mainline import MainLine
from tengen.records.plain import needs_plain_game
from tengen.records.reading import Reading, Writing
from tengen.records.record import Record, add_moves

SIDE = 15
AREA = SIDE * SIDE
LONGEST = 4096
"""More than that is not read: 226 bytes are all there can be."""


def read_pos(file: BinaryIO, reading: Reading) -> Iterator[Record]:
    """Read the game of a file."""
    rules = reading.rules_or(POS.assumed)
    record = Record(rules)
    if what := _size_objection(record):
        raise RecordError(what)
    data = file.read(LONGEST)
    if not data or data[0] > AREA:
        raise RecordError("not a binary position: its first byte is no number of moves up to 225")
    if _resembles(data):
        add_moves(record.root, map(grid(SIDE, SIDE).__getitem__, data[1:]))
    else:
        _read_slowly(data, record, reading)
    yield record


def _read_slowly(data: bytes, record: Record, reading: Reading) -> None:
    """Read as far as moves make sense, and note where they do not."""
    count, moves = data[0], data[1 : data[0] + 1]
    line = MainLine(record, reading.problems)
    for number, code in enumerate(moves, 1):
        if not line.add(*divmod(code, SIDE), f"move {number}"):
            break
    if len(moves) < count:
        reading.problems.add("", f"the file ends after {len(moves)} of {count} moves")
    if len(data) > count + 1:
        reading.problems.add(f"byte {count + 1}", "what follows the last move is left out")


def write_pos(records: Iterable[Record], out: BinaryIO, _: Writing) -> None:
    """Write one game."""
    for record in records:
        moves = record.moves()
        out.write(bytes([len(moves), *(point.row * SIDE + point.col for point in moves)]))


def _size_objection(record: Record) -> str:
    width, height = record.rules.width, record.rules.height
    is_right = (width, height) == (SIDE, SIDE)
    return "" if is_right else f"a binary position has a board of 15x15, not {width}x{height}"


def _objection(record: Record) -> str:
    if what := _size_objection(record) or needs_plain_game(record):
        return what
    return "" if len(record.moves()) <= AREA else f"it has more than {AREA} moves"


def _resembles(head: bytes) -> bool:
    """Whether the length is exactly right, and no point is off the board or there twice."""
    moves = head[1:]
    is_whole = bool(moves) and head[0] == len(moves) == len(set(moves))
    return is_whole and max(moves) < AREA


POS = Format(
    name="pos",
    title="binary position of RenLib",
    suffixes=(".pos",),
    holds=frozenset({Feature.MOVES}),
    read=read_pos,
    writer=write_pos,
    resembles=_resembles,
    objection=_objection,
)
