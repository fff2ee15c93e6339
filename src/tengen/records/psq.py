"""Piskvork's `.psq` files, one game each.

    Piskvorky 15x15, 11:11, 0
    8,8,0
    9,7,1541
    pbrain-one.exe
    pbrain-two.exe
    0

Size, levels of the two players, and which of them began; then a line for each move, with column
from the left and row from the top, both from 1, and milliseconds; perhaps the players; and a
number that says how it ended. GomocupJudge adds a line for the winner and the division, as in
`1,Renju1`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from tengen.core.rules import MAX_SIDE, Rules
from tengen.errors import RecordError
from tengen.records.division import LINE, TAG, format_division, read_winner, win_rule_of
from tengen.records.feature import Feature
from tengen.records.format import Format
from tengen.records.plain import needs_plain_game
from tengen.records.reading import Reading, Writing
from tengen.records.record import Record
from tengen.records.result import ON_THE_BOARD, Reason
from tengen.records.sheet import (
    ENDINGS,
    LARGEST,
    Sheet,
    format_code,
    format_lines,
    format_sheet,
    tells_end,
)
from tengen.records.texts import read_text

HEADER = re.compile(r"Piskvorky\s+(\d{1,4})x(\d{1,4})\s*,\s*-?\d+\s*:\s*-?\d+\s*,\s*(\d)", re.ASCII)
PEOPLE = ("homo-1", "homo-2")
BRAINS, UNKNOWN_LEVELS = "11:11", "0:0"
"""The levels of two brains, and those of players of whom nothing is known."""
SAVED = "-1"


def read_psq(file: BinaryIO, reading: Reading) -> Iterator[Record]:
    """Read the game of a file."""
    sheet = Sheet(read_text(file, reading.encoding, reading.problems, LARGEST), reading)
    header = HEADER.match(sheet.lines[0]) if sheet.lines else None
    if header is None:
        raise RecordError("not a Piskvork game: it does not begin with Piskvorky and a size")
    width, height, beginner = map(int, header.groups())
    if not (0 < width <= MAX_SIDE and 0 < height <= MAX_SIDE):
        raise RecordError(f"a board of {width}x{height} is not between 1x1 and 52x52")
    usual = reading.rules_or(PSQ.assumed)
    record = Record(Rules(width, height, usual.k, usual.win))
    sheet.at = 1
    division = sheet.take_last(LINE)
    record.result = sheet.read_moves(record, 1)
    if division is not None:
        _add_division(record, int(division[1]), division[2])
    names = ["" if name in PEOPLE else name for name in sheet.read_names()]
    record.first, record.second = reversed(names) if beginner == 1 else names
    sheet.check_end()
    yield record


def _add_division(record: Record, number: int, name: str) -> None:
    rules = record.rules
    win = win_rule_of(name) or rules.win
    record.rules = Rules(rules.width, rules.height, rules.k, win)
    record.tags = {TAG: name}
    record.result = read_winner(number, record, record.result)


def write_psq(records: Iterable[Record], out: BinaryIO, writing: Writing) -> None:
    """Write one game."""
    for record in records:
        rules, division = record.rules, format_division(record)
        levels = BRAINS if division else UNKNOWN_LEVELS
        header = f"Piskvorky {rules.width}x{rules.height}, {levels}, 0"
        lines = [header, *format_sheet(record, 1)]
        if record.first or record.second or division:
            names = (record.first or PEOPLE[0], record.second or PEOPLE[1])
            lines += [" ".join(name.split()) for name in names]
        lines.append(_format_code(record, division))
        out.write(format_lines([*lines, division] if division else lines, writing))


def _format_code(record: Record, division: str) -> str:
    """The number; above a division, GomocupJudge has -1 for every end that the board shows."""
    is_shown = record.result.reason in ON_THE_BOARD or not tells_end(record)
    return SAVED if division and is_shown else format_code(record)


def _tells(record: Record) -> bool:
    if format_division(record):
        return record.result.reason is Reason.UNKNOWN or tells_end(record)
    return tells_end(record)


def _spared(record: Record) -> Counter[Feature]:
    """The division's name is the event, and tells the rules."""
    if not format_division(record):
        return Counter()
    return Counter({Feature.TAGS: 1, Feature.RULES: int(win_rule_of(record.tags[TAG]) is not None)})


def _resembles(head: bytes) -> bool:
    return head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"Piskvorky")


PSQ = Format(
    name="psq",
    title="Piskvork game",
    suffixes=(".psq",),
    holds=frozenset({Feature.MOVES, Feature.SIZE, Feature.TIMES, Feature.PLAYERS}),
    read=read_psq,
    writer=write_psq,
    resembles=_resembles,
    endings=ENDINGS | {Reason.UNKNOWN},
    tells=_tells,
    spared=_spared,
    objection=needs_plain_game,
)
