"""Which game of a file is meant, and how to understand it, as far as the user said so."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import islice

from tengen.cli.arguments import Parser
from tengen.cli.complain import complain
from tengen.core.rules import Rules
from tengen.errors import ParseError, RecordError, UsageError, quote
from tengen.notation.rows import RowOne
from tengen.notation.rules import parse_rules
from tengen.records.collection import read_records
from tengen.records.node import Node
from tengen.records.problems import Problems
from tengen.records.reading import Reading
from tengen.records.record import Record
from tengen.records.visits import main_line

SHOWN = 20
"""How many problems of a file are told one by one."""


def add_reading(parser: Parser) -> None:
    """Have a parser read what a reader must be told."""
    add = parser.add_argument
    add("--from", dest="from_name", metavar="FORMAT", help="of the files, if it cannot be told")
    rows = [row.value for row in RowOne]
    add("--row-one", choices=rows, help="where row 1 is, in formats that leave it open")
    add("--game", metavar="NAME", help="the rules, where files do not say: renju, '9x9/5 standard'")
    add("--encoding", metavar="NAME", help="the code page of texts: gbk, cp1252 (guessed)")


def add_which(parser: Parser) -> None:
    """Have a parser read which game of a file is meant, and which position of it."""
    add = parser.add_argument
    add("--game-number", type=int, default=1, metavar="N", help="which game of the file (1)")
    add("--move", type=int, metavar="N", help="the position after so many moves (the last one)")


def reading_of(found: argparse.Namespace) -> Reading:
    """What the user said. Raises UsageError."""
    row_one = RowOne(found.row_one) if found.row_one else None
    return Reading(parse_game_rules(found.game), row_one, found.encoding)


def parse_game_rules(text: str | None) -> Rules | None:
    """The rules that were asked for, if any were. Raises UsageError."""
    try:
        return parse_rules(text) if text else None
    except ParseError as error:
        raise UsageError(f"{error}.") from None


def games_of(path: str, reading: Reading, name: str | None) -> Iterator[Record]:
    """The games of a file, in the format of this name or any. Raises UsageError."""
    try:
        yield from read_records(path, reading, name)
    except RecordError as error:
        raise UsageError(f"{error}.") from None
    except OSError as error:
        raise UsageError(f"cannot read {quote(path)}: {error.strerror}.") from None


def read_game(found: argparse.Namespace) -> Record:
    """The game of `file` that was asked for; problems are told. Raises UsageError."""
    reading, number = reading_of(found), found.game_number
    games = games_of(found.file, reading, found.from_name)
    record = next(islice(games, max(0, number - 1), None), None)
    tell_problems(found.file, reading.problems)
    if record is None or number < 1:
        raise UsageError(f"{quote(found.file)} has no game {number}.")
    return record


def nodes_until(record: Record, move: int | None) -> list[Node]:
    """The main line from the root to the position after so many moves. Raises UsageError."""
    line = main_line(record.root)
    if move is None:
        return line
    ends = [0, *(at for at, node in enumerate(line) if node.player is not None)]
    if not 0 <= move < len(ends):
        raise UsageError(f"there is no move {move}: the game has {len(ends) - 1}.")
    return line[: ends[move] + 1]


def tell_problems(path: str, problems: Problems) -> None:
    """Say what was wrong with a file, as far as anybody wants to read it."""
    for problem in problems.kept[:SHOWN]:
        complain(f"{path}: {problem}")
    if problems.count > SHOWN:
        complain(f"{path}: and {problems.count - SHOWN} more")
