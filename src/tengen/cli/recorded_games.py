"""Read the recorded games of a command, choose one, and report problems in the file."""

from __future__ import annotations

import argparse
import io
import os
from collections.abc import Iterator
from itertools import islice

from tengen.cli.output import print_error, print_note
from tengen.cli.terminal import ProgressBar
from tengen.errors import ParseError, RecordError, RuleError, UsageError, quote
from tengen.records import Node, Problems, Reading, Record, board_at, main_line
from tengen.records.formats import open_file, read_from
from tengen.rules import Board, RowOne, Rules, parse_rules
from tengen.terminal.record_browser import RecordFile

MAX_PROBLEMS = 20
"""Problems of a file that are reported one by one."""


def make_reading(args: argparse.Namespace) -> Reading:
    """Return the options for reading files. Raise UsageError."""
    row_one = RowOne(args.row_one) if args.row_one else None
    return Reading(parse_game_rules(args.game), row_one, args.encoding)


def parse_game_rules(text: str | None) -> Rules | None:
    """Return the rules of --game, or None. Raise UsageError."""
    try:
        return parse_rules(text) if text else None
    except ParseError as error:
        raise UsageError(f"{error}.") from None


def iter_games(
    path: str, reading: Reading, name: str | None, data: bytes | None = None
) -> Iterator[Record]:
    """Yield the games of a file in the named format, or in any. Raise UsageError.

    `data` is the content of the file, if it has been read already.
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


def read_game(args: argparse.Namespace, data: bytes | None = None) -> Record:
    """Return the chosen game of `file`, and report problems. Raise UsageError."""
    reading, number = make_reading(args), 1 if args.game_number is None else args.game_number
    games = iter_games(args.file, reading, args.from_name, data)
    record = next(islice(games, max(0, number - 1), None), None)
    if args.game_number is None and next(games, None):
        print_note("the file has several games, this is the first: choose one with --game-number")
    print_problems(args.file, reading.problems)
    if record is None or number < 1:
        raise UsageError(f"{quote(args.file)} has no game {number}.")
    return record


def nodes_until(record: Record, move: int | None) -> list[Node]:
    """Return the main line from the root to the position after `move` moves. Raise UsageError."""
    line = main_line(record.root)
    if move is None:
        return line
    ends = [0, *(at for at, node in enumerate(line) if node.player is not None)]
    if not 0 <= move < len(ends):
        raise UsageError(f"there is no move {move}: the game has {len(ends) - 1}.")
    return line[: ends[move] + 1]


def print_problems(path: str, problems: Problems) -> None:
    """Report the problems of a file, at most MAX_PROBLEMS of them."""
    for problem in problems.kept[:MAX_PROBLEMS]:
        print_error(f"{path}: {problem}")
    if problems.count > MAX_PROBLEMS:
        print_error(f"{path}: and {problems.count - MAX_PROBLEMS} more")


LARGE_FILE = 1 << 23
"""Size in bytes from which reading the first game may take a while."""


def open_game(games: RecordFile, index: int) -> Record | None:
    """Return the game with this index, or None. Raise RecordError."""
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


def recorded_position(args: argparse.Namespace, data: bytes | None) -> Board:
    """Return the chosen position of a file, by default the last of its game. Raise UsageError.

    `data` is the content of the file, if it has been read already.
    """
    record = read_game(args, data)
    try:
        return board_at(record, nodes_until(record, args.move))
    except RuleError as error:
        raise UsageError(f"{error}.") from None
