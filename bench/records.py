"""Measure the games per CPU-second of every reader and writer, with random games.

A thousand games of 20 to 80 random moves with players and times are written repeatedly until there
are 100,000, as one file if the format holds several games; then they are read. The first row is the
work that all formats share: building the trees from points, and walking through them. SGF is also
read and written with sgfmill, a package for SGF.
"""

from __future__ import annotations

import io
import random
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import cycle, islice

from sgfmill import sgf

from tengen.records.format import Format
from tengen.records.formats import FORMATS
from tengen.records.reading import Reading, Writing
from tengen.records.record import Record, add_moves, last_board, record_of
from tengen.rules.coordinates import RowOne, grid_points
from tengen.rules.point import Point
from tengen.rules.rules import FIVE_IN_A_ROW

GAMES = 100_000
DIFFERENT = 1_000
READING = Reading(FIVE_IN_A_ROW, RowOne.BOTTOM)
WRITING = Writing(RowOne.BOTTOM)


def main() -> None:
    """Print a row for every format; the first argument is the number of games."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    lines = make_lines()
    made = [make_record(line) for line in lines]
    moves = sum(map(len, lines)) / len(lines)
    print(f"{count:,} games of {moves:.0f} moves on average, per CPU-second")
    print(f"{'':10} {'read':>10} {'written':>10} {'bytes a game':>14}")
    report("bare", rate(count, lambda: make_trees(lines, count)), walk_rate(made, count))
    for name, format_ in FORMATS.items():
        fitting = [fit(record, format_) for record in made]
        try_format(name, format_, fitting, count)
    try_sgfmill(lines, count // 10)


def make_lines() -> list[list[Point]]:
    """Return the moves of random games."""
    chance = random.Random(15)
    points = grid_points(15, 15)
    return [chance.sample(points, chance.randint(20, 80)) for _ in range(DIFFERENT)]


def make_record(points: list[Point]) -> Record:
    """Return a game with players and times."""
    record = Record(first="Alpha", second="Beta")
    add_moves(record.root, points)
    for node in record.line():
        node.time = 1234
    return record


def fit(record: Record, format_: Format) -> Record:
    """Return the record, or its last position if a format holds no moves."""
    if not format_.objection(record):
        return record
    return record_of(last_board(record))


def make_trees(lines: list[list[Point]], count: int) -> None:
    """Build the trees, which is the least work of a reader."""
    for points in islice(cycle(lines), count):
        record = Record()
        add_moves(record.root, points)


def walk_rate(made: list[Record], count: int) -> float:
    """Return the rate of walking through the trees, which is the least work of a writer."""

    def walk() -> None:
        for record in islice(cycle(made), count):
            record.moves()

    return rate(count, walk)


def try_format(name: str, format_: Format, made: list[Record], count: int) -> None:
    """Write and read the games as one file, or as many."""
    if format_.many:
        out = io.BytesIO()
        written = rate(count, lambda: format_.write(islice(cycle(made), count), out, WRITING))
        size = len(out.getvalue()) / count
        read = rate(count, lambda: drain(format_.read(io.BytesIO(out.getvalue()), READING)))
    else:
        files: list[bytes] = []
        written = rate(count, lambda: files.extend(write_each(format_, made, count)))
        size = sum(map(len, files)) / count
        read = rate(count, lambda: read_each(format_, files))
    report(name, read, written, size)


def write_each(format_: Format, made: list[Record], count: int) -> Iterator[bytes]:
    """Yield a file for each game."""
    for record in islice(cycle(made), count):
        out = io.BytesIO()
        format_.write([record], out, WRITING)
        yield out.getvalue()


def read_each(format_: Format, files: list[bytes]) -> None:
    """Read all games of all files."""
    for data in files:
        drain(format_.read(io.BytesIO(data), READING))


def try_sgfmill(lines: list[list[Point]], count: int) -> None:
    """Write and read with sgfmill, one file per game."""
    files: list[bytes] = []

    def write() -> None:
        for points in islice(cycle(lines), count):
            game = sgf.Sgf_game(15)
            for number, point in enumerate(points):
                game.extend_main_sequence().set_move("bw"[number % 2], (14 - point.row, point.col))
            files.append(game.serialise())

    def read() -> None:
        for data in files:
            game = sgf.Sgf_game.from_bytes(data)
            for node in game.get_main_sequence():
                node.get_move()

    written = rate(count, write)
    report("sgfmill", rate(count, read), written, sum(map(len, files)) / count)


def rate(count: int, act: Callable[[], object]) -> float:
    """Return the games per second of CPU time."""
    start = time.process_time()
    act()
    return count / (time.process_time() - start)


def report(name: str, read: float, written: float, size: float = 0) -> None:
    """Print a row."""
    print(f"{name:10} {read:10,.0f} {written:10,.0f} {size or 0:14,.0f}", flush=True)


def drain(records: Iterable[Record]) -> None:
    """Read to the end."""
    for _ in records:
        pass


if __name__ == "__main__":
    main()
