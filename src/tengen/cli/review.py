"""`tengen review`: review games with the engine, and show where they were lost.

A review runs in a separate thread, so that Ctrl-C works. Output files are checked before the
review and written after it.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Iterator
from itertools import islice

from tengen.atomic_file import would_replace_file, write_atomically
from tengen.cli.arguments import Parser, parse_seconds, whole_number
from tengen.cli.game_arguments import add_reading_options
from tengen.cli.output import DONE, FAILED, INTERRUPTED, print_error, print_note, with_screen
from tengen.cli.recorded_games import iter_games, make_reading, print_problems
from tengen.cli.review_report import ReviewSummary, format_header, format_review_json
from tengen.cli.terminal import ProgressBar, TextWriter, has_unicode, on_interrupt
from tengen.engine import CancelToken, Limits, run_in_thread
from tengen.errors import RecordError, RuleError, UsageError, quote
from tengen.insight import Review, Reviewer, review_export, usual_limits
from tengen.records import (
    Feature,
    Reading,
    Record,
    Writing,
    format_for,
    format_named,
    tell_losses,
    write_records,
)
from tengen.records.formats import STANDARD_STREAM
from tengen.render import THEMES
from tengen.render.charts import ChanceCurve, format_chart
from tengen.rules import Board, Rules
from tengen.rules.wording import counted, plural

EPILOG = """\
The engine goes through the main line of a game from its end. It shows where the game was lost,
which moves were mistakes and what would have been better. Ctrl-C stops it; the results so far are
shown and written. FILE is in any format that `tengen convert` reads; - is standard input.

examples:
  tengen review game.sgf
  tengen review game.psq --out game.sgf --chart game.svg
  tengen review games.txt --all --nodes 20000 --json > reviews.jsonl"""


def run(arguments: list[str]) -> int:
    """Review games and return the exit status."""
    return make_parser().run(arguments, _execute)


def _execute(args: argparse.Namespace) -> int:
    reading = make_reading(args)
    target = _make_output_file(args, reading)
    records = _read_games(args, reading)
    if target is not None:
        target.check(records)
    command = ReviewCommand(args, records, target)
    status = with_screen(lambda _: command.run())
    is_incomplete = args.all and reading.problems.count
    return FAILED if is_incomplete and status == DONE else status


def make_parser() -> Parser:
    """Return the argument parser of `tengen review`."""
    parser = Parser(
        prog="tengen review",
        description="Show where a game was lost, and what would have been better.",
        epilog=EPILOG,
    )
    add = parser.add_argument
    add("file", metavar="FILE", help="the game, or a file of games")
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        *("--game-number",),
        type=whole_number(10**9),
        metavar="N",
        help="which game of the file (1)",
    )
    which.add_argument("--all", action="store_true", help="review every game of the file")
    add("--out", metavar="FILE", help="write the games to FILE, with comments and better lines")
    add("--to", metavar="FORMAT", help="format of --out (by its suffix)")
    add("--chart", metavar="FILE.svg", help="draw a chart of the winning chances")
    add("--theme", choices=tuple(THEMES), default="light", help="colours of the chart (light)")
    add("--force", action="store_true", help="replace existing files")
    limits = parser.add_mutually_exclusive_group()
    limits.add_argument(
        "--nodes",
        type=whole_number(10**15),
        metavar="N",
        help="positions per search; a move takes two or three searches",
    )
    limits.add_argument("--time", type=parse_seconds, metavar="S", help="seconds per search")
    add("--threads", type=whole_number(256), default=1, metavar="N", help="number of threads (1)")
    add("--json", action="store_true", help="write one JSON object for each game")
    add("--ascii", action="store_true", help="draw with ASCII characters only")
    add_reading_options(parser)
    return parser


def _make_output_file(args: argparse.Namespace, reading: Reading) -> ReviewOutputFile | None:
    """Return the file of --out. Raise UsageError if a file cannot be written."""
    if args.chart:
        if args.all:
            raise UsageError("--chart is for one game: choose it with --game-number.")
        if not args.chart.lower().endswith(".svg"):
            raise UsageError(f"--chart draws SVG: {quote(args.chart)} must end in .svg.")
        check_can_create(args.chart, "--chart", is_forced=args.force)
    if args.to and not args.out:
        raise UsageError("--to is the format of --out: add --out FILE.")
    return ReviewOutputFile(args, Writing(reading.row_one)) if args.out else None


def _read_games(args: argparse.Namespace, reading: Reading) -> list[Record]:
    """Return the chosen games. Raise UsageError if there are none."""
    number = args.game_number or 1
    games = iter_games(args.file, reading, args.from_name)
    records = list(games if args.all else islice(games, number - 1, number))
    if not (args.all or args.game_number) and next(games, None):
        print_note(
            "the file has several games, this is the first: choose one with --game-number, or --all"
        )
    print_problems(args.file, reading.problems)
    if not records:
        what = "games" if args.all else f"game {number}"
        raise UsageError(f"{quote(args.file)} has no {what}.")
    return records


class ReviewCommand:
    """One run of `tengen review`."""

    def __init__(
        self, args: argparse.Namespace, records: list[Record], target: ReviewOutputFile | None
    ) -> None:
        self._args = args
        self._records = records
        self._target = target
        self._ascii_only: bool = args.ascii or not has_unicode()
        self._writer = TextWriter(ascii_only=self._ascii_only)
        self._limits = Limits(args.time, args.nodes) if args.time or args.nodes else None
        self._cancel = CancelToken()
        self._bar = ProgressBar(sum(len(record.line()) + 1 for record in records), "position")
        self._done = 0
        self._has_failed = False

    def run(self) -> int:
        """Review the games, write the files, and return the exit status."""
        with on_interrupt(self._cancel.cancel):
            reviewed = list(self._review_all())
        left = self._records[len(reviewed) :]
        if left and self._args.all:
            print_note(
                f"stopped: {len(left)} of {counted(len(self._records), 'game')} not reviewed"
            )
        elif left:
            print_note("stopped: no results yet")
        if self._target is not None:
            self._has_failed |= not self._target.write([*reviewed, *left])
        if self._has_failed:
            return FAILED
        return INTERRUPTED if self._cancel.is_cancelled else DONE

    def _review_all(self) -> Iterator[Record]:
        """Review and show each game, and yield it with its review, until Ctrl-C is pressed."""
        for number, record in enumerate(self._records, self._args.game_number or 1):
            if self._cancel.is_cancelled:
                return
            try:
                reviewed = self._review(number, record)
            except RuleError as error:
                print_error(f"game {number}: {error}")
                self._has_failed = True
                reviewed = record
            if reviewed is None:
                return
            yield reviewed

    def _review(self, number: int, record: Record) -> Record | None:
        """Return the record with its review; None if Ctrl-C came before the first result."""
        line = review_export.reviewed_line_of(record)
        try:
            review = self._judge(line.board)
        finally:
            self._bar.clear()
        if not review.standings:
            return None
        self._done += len(line.places)
        _print_left_out(number, line)
        if not review.is_complete:
            print_note(f"stopped: only the moves from {review.start + 1} on were reviewed")
        course = review_export.course_of(
            review, title=format_header(record), how=self._how(record.rules)
        )
        self._show(number, record, line, review, course)
        chart = self._args.chart
        if chart and not write_chart(chart, format_chart(course, THEMES[self._args.theme])):
            self._has_failed = True
        return review_export.annotate(record, review)

    def _judge(self, board: Board) -> Review:
        """Return the review, which is incomplete after Ctrl-C. Raise RuleError."""
        reviewer = Reviewer(board, self._limits, threads=self._args.threads)
        steps = run_in_thread(lambda: reviewer.run(self._cancel), self._cancel)
        for count, _ in enumerate(steps, self._done + 1):
            self._bar.update(count, count)
        return reviewer.review

    def _how(self, rules: Rules) -> str:
        limits = self._limits or usual_limits(rules)
        if limits.nodes:
            return f"{review_export.ENGINE_SOURCE} with {counted(limits.nodes, 'node')} a search"
        seconds = limits.seconds or 0.0
        return (
            f"{review_export.ENGINE_SOURCE} with {seconds:g} {plural(seconds, 'second')} a search"
        )

    def _show(
        self,
        number: int,
        record: Record,
        line: review_export.ReviewedLine,
        review: Review,
        course: ChanceCurve,
    ) -> None:
        if self._args.json:
            self._writer.write(format_review_json(record, review, number))
            return
        summary = ReviewSummary(record, line.board, review, course)
        lines = summary.lines(self._writer.width(), ascii_only=self._ascii_only)
        head = f"Game {number}\n" if self._args.all else ""
        gap = "\n" if self._args.all and number > 1 else ""
        self._writer.write(gap + head + "\n".join(lines) + "\n")


def _print_left_out(number: int, line: review_export.ReviewedLine) -> None:
    """Report which moves were not reviewed, and why."""
    if line.before:
        print_note(
            f"game {number}: the review starts at move {line.before + 1}: "
            "before it, stones were set up, or somebody passed or moved out of turn"
        )
    if line.refusal is not None:
        played = line.before + len(line.moves)
        what = f"{counted(line.after, 'move')} {plural(line.after, 'was', 'were')}"
        print_note(
            f"game {number}: the last {what} not reviewed: move {played + 1} {line.refusal.value}"
        )


class ReviewOutputFile:
    """The file that annotated games are written to."""

    def __init__(self, args: argparse.Namespace, writing: Writing) -> None:
        """Raise UsageError if the file cannot be written."""
        self._path: str = args.out
        self._writing = writing
        check_can_create(args.out, "--out", is_forced=args.force)
        try:
            self._format = format_named(args.to) if args.to else format_for(args.out)
        except RecordError as error:
            raise UsageError(f"{error}.") from None

    def check(self, records: list[Record]) -> None:
        """Raise UsageError if the format cannot hold these games, before they are reviewed."""
        try:
            write_records(records, os.devnull, self._writing, self._format.name)
        except RecordError as error:
            raise UsageError(f"--out {quote(self._path)}: {error}.") from None

    def write(self, records: list[Record]) -> bool:
        """Write the games, and report what the format cannot hold. Return False on failure."""
        lost: Counter[Feature] = Counter()
        for record in records:
            lost += self._format.losses(record)
        try:
            write_records(records, self._path, self._writing, self._format.name)
        except RecordError as error:
            print_error(f"cannot write {self._path!a}: {error}")
            return False
        except OSError as error:
            print_error(f"cannot write {self._path!a}: {error.strerror}")
            return False
        if lost:
            print_note(f"{self._format.name} cannot hold: {tell_losses(lost)}")
        return True


def write_chart(path: str, chart: str) -> bool:
    """Write a chart. Report a failure and return False."""
    try:
        write_atomically(path, chart.encode())
    except OSError as error:
        print_error(f"cannot write {path!a}: {error.strerror}")
        return False
    return True


def check_can_create(path: str, option: str, *, is_forced: bool) -> None:
    """Raise UsageError if the file exists and must not be replaced."""
    if path == STANDARD_STREAM:
        raise UsageError(f"{option} needs the name of a file: the summary goes to standard output.")
    if not is_forced and would_replace_file(path):
        raise UsageError(f"{quote(path)} already exists: use --force to replace it.")
