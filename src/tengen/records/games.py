"""Our own text: a game or a position in one line, as all of Tengen prints it.

    15x15/5 freestyle h8 i9 g9
    3x3/3 freestyle O 2X/1O1/X2
    7<tab>one<tab>two<tab>1-0<tab>line<tab>15x15/5 freestyle h8 i9 ...

The last form, with tabs between number, players, result, reason and game, is what matches write.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import BinaryIO

from tengen.core.games import GAMES
from tengen.core.rules import Rules
from tengen.errors import ParseError, RecordError, RuleError, quote
from tengen.notation.position import parse_position
from tengen.notation.rows import RowOne
from tengen.notation.rules import parse_rules
from tengen.printable import in_line
from tengen.records.feature import Feature
from tengen.records.format import Format
from tengen.records.lines import numbered_lines
from tengen.records.moves import read_line
from tengen.records.names import format_points
from tengen.records.position import last_board
from tengen.records.reading import Reading, Writing
from tengen.records.record import Record, record_of
from tengen.records.result import UNKNOWN, Reason, Result, Score

HEAD = re.compile(r"(?:\d+\t[^\t]*\t[^\t]*\t[^\t]*\t[^\t]*\t)?\d+x\d+/\d+ [a-z]", re.ASCII)
SCORES = {score.value: score for score in Score}
REASONS = {reason.value: reason for reason in Reason} | {"time out": Reason.TIME}
"""Matches say `time out`."""


def read_games(file: BinaryIO, reading: Reading) -> Iterator[Record]:
    """Read a game or a position from every line."""
    found = False
    for number, text in numbered_lines(file, reading):
        if not text or text.startswith("#"):
            continue
        try:
            record = _read_line(text, reading, f"line {number}")
        except (ParseError, RuleError) as error:
            reading.problems.add(f"line {number}", str(error))
            continue
        yield record
        found = True
    if not found:
        raise RecordError("no game such as 15x15/5 freestyle h8 i9 was found")


def _read_line(text: str, reading: Reading, place: str) -> Record:
    fields = text.split("\t")
    record = _read_game(text, len(text) - len(fields[-1]), reading, place)
    if len(fields) == 6:
        _, record.first, record.second, score, reason, _ = fields
        if score in SCORES and reason in REASONS:
            record.result = Result(SCORES[score], REASONS[reason])
        else:
            reading.problems.add(place, f"{quote(f'{score} {reason}')} is no result")
    elif len(fields) > 1:
        reading.problems.add(place, f"{len(fields)} fields with tabs between, not 1 or 6")
    return record


def _read_game(text: str, start: int, reading: Reading, place: str) -> Record:
    """Read the game that starts somewhere in a line."""
    words = text[start:].split(" ")
    if words[2:3] in (["X"], ["O"]):
        record = record_of(parse_position(text[start:]))
        record.result = UNKNOWN
        return record
    length = 1 if words[0] in GAMES else 2
    rules = _parse_rules(" ".join(words[:length]))
    told = Reading(rules, RowOne.BOTTOM, problems=reading.problems)
    start += len(" ".join(words[:length])) + 1
    return read_line(text.lower(), told, place, start)


@lru_cache(64)
def _parse_rules(text: str) -> Rules:
    return parse_rules(text)


def write_games(records: Iterable[Record], out: BinaryIO, _: Writing) -> None:
    """Write each game as a line."""
    out.writelines(format_line(record, number) for number, record in enumerate(records, 1))


def format_line(record: Record, number: int) -> bytes:
    """A game as a line with its end; one with players or a result has fields with tabs."""
    fields = [_format_game(record)]
    if record.first or record.second or record.result != UNKNOWN:
        names = [in_line(name) for name in (record.first, record.second)]
        result = record.result
        fields = [str(number), *names, result.score.value, result.reason.value, *fields]
    return ("\t".join(fields) + "\n").encode("utf-8", "replace")


def _format_game(record: Record) -> str:
    if record.root.stones or record.root.turn:
        return str(last_board(record))
    names = format_points(record.moves(), record.rules, RowOne.BOTTOM)
    return " ".join([str(record.rules), *names])


def _objection(record: Record) -> str:
    is_set_up = bool(record.root.stones or record.root.turn)
    if is_set_up and record.root.children:
        return "moves after a position that was set up cannot be written in one line"
    return ""


GAMES_FORMAT = Format(
    name="games",
    title="our own text, a game a line",
    suffixes=(".txt", ".games"),
    holds=frozenset(
        {Feature.MOVES, Feature.SETUP, Feature.SIZE, Feature.RULES, Feature.PLAYERS},
    ),
    read=read_games,
    writer=write_games,
    resembles=lambda head: HEAD.match(head.decode("latin-1").lstrip("\xef\xbb\xbf")) is not None,
    many=True,
    endings=frozenset(Reason),
    objection=_objection,
)
