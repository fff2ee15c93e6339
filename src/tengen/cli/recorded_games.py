"""Recorded games that a command is about: read from a file, chosen, their problems told."""

from __future__ import annotations

import argparse
import io
import os
from collections.abc import Iterator
from itertools import islice

from tengen.cli.output import print_error, print_note
from tengen.cli.terminal import ProgressBar
from tengen.errors import ParseError, RecordError, RuleError, UsageError, quote
from tengen.records.formats import open_file, read_from
from tengen.records.game_tree import Node, main_line
from tengen.records.reading import Problems, Reading
from tengen.records.record import Record, board_at
from tengen.rules.board import Board
from tengen.rules.coordinates import RowOne
from tengen.rules.notation import parse_rules
from tengen.rules.rules import Rules
from tengen.terminal.record_browser import RecordFile

MAX_PROBLEMS = 20
"""How many problems of a file are told one by one."""


def make_reading(found: argparse.Namespace) -> Reading:
    """What the user said. Raises UsageError."""
    row_one = RowOne(found.row_one) if found.row_one else None
    return Reading(parse_game_rules(found.game), row_one, found.encoding)


def parse_game_rules(text: str | None) -> Rules | None:
    """The rules that were asked for, if any were. Raises UsageError."""
    try:
        return parse_rules(text) if text else None
    except ParseError as error:
        raise UsageError(f"{error}.") from None


def iter_games(
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
    reading, number = make_reading(found), 1 if found.game_number is None else found.game_number
    games = iter_games(found.file, reading, found.from_name, data)
    record = next(islice(games, max(0, number - 1), None), None)
    if found.game_number is None and next(games, None):
        print_note("the first of several games; --game-number says which one")
    print_problems(found.file, reading.problems)
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


def print_problems(path: str, problems: Problems) -> None:
    """Say what was wrong with a file, as far as anybody wants to read it."""
    for problem in problems.kept[:MAX_PROBLEMS]:
        print_error(f"{path}: {problem}")
    if problems.count > MAX_PROBLEMS:
        print_error(f"{path}: and {problems.count - MAX_PROBLEMS} more")


LARGE_FILE = 1 << 23
"""Bytes of a file that may take a while before its first game is known."""


def open_game(games: RecordFile, index: int) -> Record | None:
    """The game with this index, if there is one. Raises RecordError."""
    size = os.path.getsize(games.path) if os.path.isfile(games.path) else 0
    bar = ProgressBar(size, "item")
    games.on_progress = bar.update
    if size > LARGE_FILE and os.isatty(2):
        print_note(f"reading {size:,} bytes ...")
    try:
        return games.at(index)
    finally:
        bar.clear()
        games.on_progress = lambda _bytes, _count: None


def recorded_position(found: argparse.Namespace, data: bytes | None) -> Board:
    """The position of a file that was asked for, or the last one of its game. Raises UsageError.

    `data` is what the file holds, where it has been read already.
    """
    record = read_game(found, data)
    try:
        return board_at(record, nodes_until(record, found.move))
    except RuleError as error:
        raise UsageError(f"{error}.") from None
