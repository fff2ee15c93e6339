"""Formats that hold the moves of one game and little more: `.rec`, `.sav` and `.pos`.

Gomotur's `.rec` files: the players; a line for each move, with column from the left and row from
the top, both from 0, and milliseconds; and a number that says how the game ended. The board is
20x20 unless an option says otherwise.

    pbrain-one.exe
    pbrain-two.exe
    9,9,0
    10,8,1541
    0

Yixin Board's `.sav` files: height, width, the number of moves; then a line for each move, with row
from the top and column from the left, both from 0. The rules are not included.

    15
    15
    2
    7 7
    6 8

Binary `.pos` files, as RenLib and other renju programs write them: the first byte is the number of
moves; then there is a byte for each, row * 15 + column, both from 0 at the top left. The board is
15x15.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import BinaryIO

from tengen.errors import RecordError, quote
from tengen.records import psq
from tengen.records.format import Feature, Format, needs_plain_game
from tengen.records.reading import MainLine, Reading, Writing, read_text
from tengen.records.record import Record, add_moves
from tengen.rules import MAX_SIDE, Point, Rules, grid_points
from tengen.rules.rules import FREESTYLE_20


def read_rec(file: BinaryIO, reading: Reading) -> Iterator[Record]:
    """Read the game of a file."""
    sheet = psq.MoveSheet(
        read_text(file, reading.encoding, reading.problems, psq.MAX_GAME_BYTES), reading
    )
    if not _is_sheet(sheet.lines):
        raise RecordError("not a Gomotur game: it has no moves such as 9,9,0 after two names")
    record = Record(reading.rules_or(REC.assumed))
    record.first, record.second = sheet.read_names()
    record.result = sheet.read_moves(record, 0)
    sheet.check_end()
    yield record


def write_rec(records: Iterable[Record], out: BinaryIO, writing: Writing) -> None:
    """Write one game."""
    for record in records:
        names = [" ".join(name.split()) for name in (record.first, record.second)]
        lines = [*names, *psq.format_sheet(record, 0), psq.format_code(record)]
        out.write(psq.format_lines(lines, writing))


def _is_sheet(lines: list[str]) -> bool:
    """Return whether the lines are two names, and then moves or the final number."""
    after = lines[2:3]
    is_named = not any(psq.TIMED_MOVE.fullmatch(line) for line in lines[:2])
    return (
        bool(after) and is_named and (bool(psq.TIMED_MOVE.fullmatch(after[0])) or len(lines) == 3)
    )


def _resembles_rec(head: bytes) -> bool:
    lines = head.decode("latin-1").splitlines()
    return len(lines) > 3 and _is_sheet(lines) and not lines[0].startswith("Piskvorky")


REC = Format(
    name="rec",
    title="Gomotur game",
    suffixes=(".rec",),
    holds=frozenset({Feature.MOVES, Feature.TIMES, Feature.PLAYERS}),
    read=read_rec,
    writer=write_rec,
    resembles=_resembles_rec,
    assumed=FREESTYLE_20,
    endings=psq.CODED_REASONS,
    holds_result=psq.holds_result,
    objection=needs_plain_game,
)


SAV_HEADER = re.compile(r"\s*(\d{1,4})\s+(\d{1,4})\s+(\d{1,5})(?!\S)", re.ASCII)
SAV_MOVE = re.compile(r"\s*(-?\d{1,4})\s+(-?\d{1,4})\s*", re.ASCII)
SAV_HEAD = re.compile(rb"\d{1,2}\r?\n\d{1,2}\r?\n\d{1,4}\r?\n(?:\d{1,2} \d{1,2}\r?\n|\Z)")


def read_sav(file: BinaryIO, reading: Reading) -> Iterator[Record]:
    """Read the game of a file."""
    text = read_text(file, reading.encoding, reading.problems, psq.MAX_GAME_BYTES)
    header = SAV_HEADER.match(text)
    if header is None:
        raise RecordError("not a Yixin Board game: it does not start with three numbers")
    height, width, count = map(int, header.groups())
    if not (0 < width <= MAX_SIDE and 0 < height <= MAX_SIDE):
        raise RecordError(f"the board size {width}x{height} is not between 1x1 and 52x52")
    usual = reading.rules_or(SAV.assumed)
    record = Record(Rules(width, height, usual.k, usual.win))
    if not _read_sav_quickly(text[header.end() :].splitlines()[1:], count, record):
        _read_sav_slowly(text, header.end(), count, record, reading)
    yield record


def _read_sav_quickly(lines: list[str], count: int, record: Record) -> bool:
    """Read the moves if all of them are in the usual form and no point occurs twice."""
    points = _points_by_sav_pair(record.rules.width, record.rules.height)
    different = set(lines)
    if not len(lines) == len(different) == count or not points.keys() >= different:
        return False
    add_moves(record.root, map(points.__getitem__, lines))
    return True


@cache
def _points_by_sav_pair(width: int, height: int) -> dict[str, Point]:
    """Return the points by row and column, as in `7 7`."""
    return {f"{point.row} {point.col}": point for point in grid_points(width, height)}


def _read_sav_slowly(text: str, start: int, count: int, record: Record, reading: Reading) -> None:
    """Read moves one by one, up to the first that is wrong, which is noted."""
    line = MainLine(record, reading.problems)
    first = text.count("\n", 0, start) + 1
    found = 0
    for number, written in enumerate(text[start:].splitlines(), first):
        if not written.strip():
            continue
        move = SAV_MOVE.fullmatch(written)
        if move is None or found == count:
            reading.problems.add(f"line {number}", f"unexpected text {quote(written)}")
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
        out.write(
            psq.format_lines([*header, *(f"{move.row} {move.col}" for move in moves)], writing)
        )


SAV = Format(
    name="sav",
    title="Yixin Board game",
    suffixes=(".sav",),
    holds=frozenset({Feature.MOVES, Feature.SIZE}),
    read=read_sav,
    writer=write_sav,
    resembles=lambda head: SAV_HEAD.match(head) is not None,
    objection=needs_plain_game,
)


POS_SIDE = 15
POS_AREA = POS_SIDE * POS_SIDE
MAX_POS_BYTES = 4096
"""Maximum number of bytes that are read; a correct file has at most 226."""


def read_pos(file: BinaryIO, reading: Reading) -> Iterator[Record]:
    """Read the game of a file."""
    rules = reading.rules_or(POS.assumed)
    record = Record(rules)
    if what := _pos_size_objection(record):
        raise RecordError(what)
    data = file.read(MAX_POS_BYTES)
    if not data or data[0] > POS_AREA:
        raise RecordError("not a binary position: its first byte is not a number of moves")
    if _resembles_pos(data):
        add_moves(record.root, map(grid_points(POS_SIDE, POS_SIDE).__getitem__, data[1:]))
    else:
        _read_pos_slowly(data, record, reading)
    yield record


def _read_pos_slowly(data: bytes, record: Record, reading: Reading) -> None:
    """Read moves one by one, up to the first that is wrong, which is noted."""
    count, moves = data[0], data[1 : data[0] + 1]
    line = MainLine(record, reading.problems)
    for number, code in enumerate(moves, 1):
        if not line.add(*divmod(code, POS_SIDE), f"move {number}"):
            break
    if len(moves) < count:
        reading.problems.add("", f"the file ends after {len(moves)} of {count} moves")
    if len(data) > count + 1:
        reading.problems.add(f"byte {count + 1}", "the bytes after the last move were ignored")


def write_pos(records: Iterable[Record], out: BinaryIO, _: Writing) -> None:
    """Write one game."""
    for record in records:
        moves = record.moves()
        out.write(bytes([len(moves), *(point.row * POS_SIDE + point.col for point in moves)]))


def _pos_size_objection(record: Record) -> str:
    width, height = record.rules.width, record.rules.height
    is_right = (width, height) == (POS_SIDE, POS_SIDE)
    return "" if is_right else f"the board must be 15x15, not {width}x{height}"


def _pos_objection(record: Record) -> str:
    if what := _pos_size_objection(record) or needs_plain_game(record):
        return what
    return "" if len(record.moves()) <= POS_AREA else f"it has more than {POS_AREA} moves"


def _resembles_pos(head: bytes) -> bool:
    """Return whether the length is right, and no point is off the board or occurs twice."""
    moves = head[1:]
    is_whole = bool(moves) and head[0] == len(moves) == len(set(moves))
    return is_whole and max(moves) < POS_AREA


POS = Format(
    name="pos",
    title="binary position of RenLib",
    suffixes=(".pos",),
    holds=frozenset({Feature.MOVES}),
    read=read_pos,
    writer=write_pos,
    resembles=_resembles_pos,
    objection=_pos_objection,
)
