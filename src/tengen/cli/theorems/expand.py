"""`tengen theorem expand`: the whole proof, from the lines of the theorem."""

from __future__ import annotations

import argparse
import hashlib
import os
import time

from tengen.cli.arguments import Parser
from tengen.cli.complain import complain
from tengen.cli.numbers import whole
from tengen.cli.output import FAILED, show
from tengen.cli.progress import Bar
from tengen.errors import ParseError, UsageError, quote
from tengen.prove.expansion import Expansion, ExpansionProgress, Journal
from tengen.prove.proof_listener import Stones
from tengen.prove.proof_parts import (
    OPENING_STONES,
    START,
    Assembly,
    canonical_form,
    stones_of,
    write_parts,
)
from tengen.prove.theorem_book import BOOK_FILE, BookEntry, parse_stones, read_entries
from tengen.rules.wording import counted

NAME = "first-player.proof.xz"
MOST_PROCESSES = 1024
EPILOG = """\
The work may be broken off at any time, also by a power cut: the same command goes on from
there. What is done is kept beside the certificate, in FILE.work, and can be removed afterwards.

examples:
  tengen theorem expand
  tengen theorem expand proof.xz --processes 8
  tengen theorem expand part.xz --from h8 o15 g9 a1"""


def run(arguments: list[str]) -> int:
    """Expand the theorem, and give the exit status."""
    return make_parser().run(arguments, _obey)


def make_parser() -> Parser:
    """The parser of what can be said about an expansion."""
    parser = Parser(
        prog="tengen theorem expand",
        description="Prove all lines of the theorem again, and write the certificate.",
        epilog=EPILOG,
    )
    add = parser.add_argument
    add("file", nargs="?", default=NAME, metavar="FILE", help=f"where to ({NAME})")
    add("--from", dest="start", nargs="+", metavar="MOVE", help="only what follows these moves")
    add(
        *("--processes",),
        type=whole(MOST_PROCESSES),
        default=os.cpu_count() or 1,
        metavar="N",
        help="how many to prove in at a time (one for each processor)",
    )
    add("--lines", default=BOOK_FILE, metavar="LINES", help="lines of your own, as in the theorem")
    return parser


def _obey(found: argparse.Namespace) -> int:
    entries, mark = _read_lines(found.lines)
    start = None if found.start is None else _find_start(" ".join(found.start), entries)
    try:
        journal = Journal(f"{found.file}.work", mark)
        try:
            return _expand(found, entries, start, journal)
        finally:
            journal.close()
    except OSError as error:
        name = error.filename or f"{found.file}.work"
        complain(f"cannot use {quote(str(name))}: {error.strerror}")
        return FAILED


def _read_lines(path: str) -> tuple[list[BookEntry], str]:
    """The lines of a file, and what tells it from all others."""
    try:
        entries = list(read_entries(path))
        with open(path, "rb") as file:
            return entries, hashlib.sha256(file.read()).hexdigest()
    except OSError as error:
        raise UsageError(f"--lines: cannot read {quote(path)}: {error.strerror}.") from None


def _find_start(moves: str, entries: list[BookEntry]) -> Stones:
    """The stones after some moves, which a line of the theorem must be for."""
    try:
        stones = stones_of(parse_stones(moves, moves))
    except ParseError as error:
        raise UsageError(f"--from takes moves in turn, as in h8 o15 g9 a1: {error.why}") from None
    if len(stones[0]) < OPENING_STONES:
        raise UsageError("--from takes four moves at least; without it, all is expanded.")
    if canonical_form(stones) not in {canonical_form(stones_of(entry.stones)) for entry in entries}:
        raise UsageError(f"no line of the theorem is for {moves}: `tengen theorem show` has them.")
    return stones


def _expand(
    found: argparse.Namespace, entries: list[BookEntry], start: Stones | None, journal: Journal
) -> int:
    meter = _Meter()
    expansion = Expansion(found.lines, entries, journal, meter.show)
    try:
        expansion.run(start, found.processes)
    finally:
        meter.clear()
    progress = expansion.progress
    if progress.gaps:
        complain(f"{counted(progress.gaps, 'position')} without a line: that is no proof")
        return FAILED
    assembly = Assembly(expansion.pieces)
    if start is None:
        assembly.add_openings(entries)
    parts = assembly.in_order(start or START)
    write_parts(found.file, parts, meter.show_written)
    meter.clear()
    size = os.path.getsize(found.file)
    option = "" if start is None else " --any-claim"
    return show(
        f"{counted(progress.done, 'line')} proved in {progress.seconds:,.0f} s of CPU time;"
        f" {found.file}: {counted(len(parts), 'part')}, {counted(size, 'byte')}.\n"
        f"`tengen theorem check {found.file}{option}` checks it.\n"
    )


class _Meter:
    """Shows people how far it has come."""

    def __init__(self) -> None:
        self._bar: Bar | None = None
        self._start = time.monotonic()
        self._seconds: float | None = None

    def show(self, progress: ExpansionProgress) -> None:
        """Lines proved, and the time that the rest may take."""
        if self._seconds is None:
            self._seconds = progress.seconds
        self._update(progress.lines, progress.done, "line", self._left(progress))

    def show_written(self, done: int, total: int) -> None:
        """Parts written."""
        self._update(total, done, "part", " written")

    def clear(self) -> None:
        """Leave no trace."""
        if self._bar:
            self._bar.clear()

    def _update(self, total: int, done: int, noun: str, tail: str) -> None:
        if self._bar is None:
            self._bar = Bar(total, noun)
        self._bar.update(done, done, total=total, noun=noun, tail=tail)

    def _left(self, progress: ExpansionProgress) -> str:
        """The CPU time that is left, in time as it passes here."""
        seconds = progress.seconds_left()
        spent = progress.seconds - (self._seconds or 0)
        if seconds is None or not spent:
            return ""
        return f", about {format_time(seconds * (time.monotonic() - self._start) / spent)} left"


def format_time(seconds: float) -> str:
    """As in `2 h 05 min` or `40 s`."""
    minutes, rest = divmod(round(seconds), 60)
    if not minutes:
        return f"{rest} s"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min"
