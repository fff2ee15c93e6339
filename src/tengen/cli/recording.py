"""Which game of a file is meant, and how to understand it, as far as the user said so."""

from __future__ import annotations

import argparse
import io
from collections.abc import Iterator
from itertools import islice

from tengen.cli.complain import complain, tell
from tengen.errors import ParseError, RecordError, UsageError, quote
from tengen.records.formats import open_file, read_from
from tengen.records.game_tree import Node, main_line
from tengen.records.reading import Problems, Reading
from tengen.records.record import Record
from tengen.rules.coordinates import RowOne
from tengen.rules.notation import parse_rules
from tengen.rules.rules import Rules

SHOWN = 20
"""How many problems of a file are told one by one."""


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


def games_of(
    path: str, reading: Reading, name: str | None, data: bytes | None = None
) -> Iterator[Record]:
    """The games of a file, in the format of this name or any. Raises UsageError.

    `data` is what the file holds, where it has been read already.
    """
    try:
        with _open(path, data) as file:
            yield from read_from(file, path, reading, name)
    except RecordError as error:
        raise UsageError(f"{error}.") from None
    except OSError as error:
        raise UsageError(f"cannot read {quote(path)}: {error.strerror}.") from None


def _open(path: str, data: bytes | None) -> io.BufferedReader:
    return open_file(path) if data is None else io.BufferedReader(io.BytesIO(data))


def read_game(found: argparse.Namespace, data: bytes | None = None) -> Record:
    """The game of `file` that was asked for; problems are told. Raises UsageError."""
    reading, number = reading_of(found), 1 if found.game_number is None else found.game_number
    games = games_of(found.file, reading, found.from_name, data)
    record = next(islice(games, max(0, number - 1), None), None)
    if found.game_number is None and next(games, None):
        tell("the first of several games; --game-number says which one")
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
