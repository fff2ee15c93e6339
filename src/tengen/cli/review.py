"""`tengen review`: the engine goes through games, and says where they were lost.

Reviews run in threads of their own, so that Ctrl-C is heard. The files to be written are looked at
before the work, and written after it.
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
from tengen.engine.analysis import Limits
from tengen.engine.cancel_token import CancelToken
from tengen.engine.search_thread import run_aside
from tengen.errors import RecordError, RuleError, UsageError, quote
from tengen.insight import review_export
from tengen.insight.position_judge import usual_limits
from tengen.insight.review import Review
from tengen.insight.reviewer import Reviewer
from tengen.records.format import Feature, tell_losses
from tengen.records.formats import STANDARD_STREAM, format_for, format_named, write_records
from tengen.records.reading import Reading, Writing
from tengen.records.record import Record
from tengen.render.charts import ChanceCurve, format_chart
from tengen.render.style import THEMES
from tengen.rules.board import Board
from tengen.rules.rules import Rules
from tengen.rules.wording import counted, plural

EPILOG = """\
The engine goes through the main line of a game from its end, and says where it was lost, which
moves were mistakes and what would have been better. Ctrl-C ends that; what is known by then is
shown, and written. FILE is in any format that `tengen convert` knows; - is standard input.

examples:
  tengen review game.sgf
  tengen review game.psq --out game.sgf --chart game.svg
  tengen review games.txt --all --nodes 20000 --json > reviews.jsonl"""


def run(arguments: list[str]) -> int:
    """Review games and give the exit status."""
    return make_parser().run(arguments, _execute)


def _execute(found: argparse.Namespace) -> int:
    reading = make_reading(found)
    target = _make_output_file(found, reading)
    records = _read_games(found, reading)
    if target is not None:
        target.try_out(records)
    session = ReviewCommand(found, records, target)
    status = with_screen(lambda _: session.run())
    is_short = found.all and reading.problems.count
    return FAILED if is_short and status == DONE else status


def make_parser() -> Parser:
    """The parser of everything that can be said about a review."""
    parser = Parser(
        prog="tengen review",
        description="Say where a game was lost, and what would have been better.",
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
    add("--out", metavar="FILE", help="write the games there, with comments and better lines")
    add("--to", metavar="FORMAT", help="of --out; by its suffix, if not given")
    add("--chart", metavar="FILE.svg", help="draw the course of the game")
    add("--theme", choices=tuple(THEMES), default="light", help="of the chart (light)")
    add("--force", action="store_true", help="replace files that are there already")
    limits = parser.add_mutually_exclusive_group()
    limits.add_argument(
        "--nodes",
        type=whole_number(10**15),
        metavar="N",
        help="for one search; a move takes two or three",
    )
    limits.add_argument("--time", type=parse_seconds, metavar="S", help="seconds for one search")
    add("--threads", type=whole_number(256), default=1, metavar="N", help="search with so many (1)")
    add("--json", action="store_true", help="write one JSON object for each game")
    add("--ascii", action="store_true", help="draw with plain characters alone")
    add_reading_options(parser)
    return parser


def _make_output_file(found: argparse.Namespace, reading: Reading) -> ReviewOutputFile | None:
    """Where games are to be written. Raises UsageError for files that cannot be."""
    if found.chart:
        if found.all:
            raise UsageError("--chart is for one game: say which one with --game-number.")
        if not found.chart.lower().endswith(".svg"):
            raise UsageError(f"--chart draws SVG: {quote(found.chart)} should end in .svg.")
        check_can_create(found.chart, "--chart", is_forced=found.force)
    if found.to and not found.out:
        raise UsageError("--to is the format of --out: say where to write.")
    return ReviewOutputFile(found, Writing(reading.row_one)) if found.out else None


def _read_games(found: argparse.Namespace, reading: Reading) -> list[Record]:
    """The games that are meant. Raises UsageError if there are none."""
    number = found.game_number or 1
    games = iter_games(found.file, reading, found.from_name)
    records = list(games if found.all else islice(games, number - 1, number))
    if not (found.all or found.game_number) and next(games, None):
        print_note("the first of several games; --game-number says which one, --all reviews each")
    print_problems(found.file, reading.problems)
    if not records:
        what = "games" if found.all else f"game {number}"
        raise UsageError(f"{quote(found.file)} has no {what}.")
    return records


class ReviewCommand:
    """Reviews games as it was asked to."""

    def __init__(
        self, found: argparse.Namespace, records: list[Record], target: ReviewOutputFile | None
    ) -> None:
        self._found = found
        self._records = records
        self._target = target
        self._ascii_only: bool = found.ascii or not has_unicode()
        self._page = TextWriter(ascii_only=self._ascii_only)
        self._limits = Limits(found.time, found.nodes) if found.time or found.nodes else None
        self._cancel = CancelToken()
        self._bar = ProgressBar(sum(len(record.line()) + 1 for record in records), "position")
        self._done = 0
        self._has_failed = False

    def run(self) -> int:
        """Review one game after the other, write what is wanted, and give the exit status."""
        with on_interrupt(self._cancel.cancel):
            reviewed = list(self._review_all())
        left = self._records[len(reviewed) :]
        if left and self._found.all:
            print_note(
                f"stopped: not looked at {len(left)} of {counted(len(self._records), 'game')}"
            )
        elif left:
            print_note("stopped: nothing is known yet")
        if self._target is not None:
            self._has_failed |= not self._target.write([*reviewed, *left])
        if self._has_failed:
            return FAILED
        return INTERRUPTED if self._cancel.is_cancelled else DONE

    def _review_all(self) -> Iterator[Record]:
        """The records with their reviews, which are shown, until Ctrl-C is pressed."""
        for number, record in enumerate(self._records, self._found.game_number or 1):
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
        """The record with its review; None if Ctrl-C came before anything was known."""
        stretch = review_export.reviewed_line_of(record)
        try:
            review = self._judge(stretch.board)
        finally:
            self._bar.clear()
        if not review.standings:
            return None
        self._done += len(stretch.places)
        _print_left_out(number, stretch)
        if not review.is_complete:
            print_note(f"stopped: moves from {review.start + 1} on were looked at")
        course = review_export.course_of(
            review, title=format_header(record), how=self._how(record.rules)
        )
        self._show(number, record, stretch, review, course)
        chart = self._found.chart
        if chart and not write_chart(chart, format_chart(course, THEMES[self._found.theme])):
            self._has_failed = True
        return review_export.annotate(record, review)

    def _judge(self, board: Board) -> Review:
        """What is known at the end, or after Ctrl-C. Raises RuleError."""
        reviewer = Reviewer(board, self._limits, threads=self._found.threads)
        steps = run_aside(lambda: reviewer.run(self._cancel), self._cancel)
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
        stretch: review_export.ReviewedLine,
        review: Review,
        course: ChanceCurve,
    ) -> None:
        if self._found.json:
            self._page.write(format_review_json(record, review, number))
            return
        summary = ReviewSummary(record, stretch.board, review, course)
        lines = summary.lines(self._page.width(), ascii_only=self._ascii_only)
        head = f"Game {number}\n" if self._found.all else ""
        gap = "\n" if self._found.all and number > 1 else ""
        self._page.write(gap + head + "\n".join(lines) + "\n")


def _print_left_out(number: int, stretch: review_export.ReviewedLine) -> None:
    """Say which moves were not reviewed, and why."""
    if stretch.before:
        print_note(
            f"game {number}: move {stretch.before + 1} is taken as the first one: "
            "before it stones were set up, or somebody passed or moved out of turn"
        )
    if stretch.refusal is not None:
        played = stretch.before + len(stretch.moves)
        what = f"{counted(stretch.after, 'move')} {plural(stretch.after, 'is', 'are')}"
        print_note(
            f"game {number}: the last {what} left out: move {played + 1} {stretch.refusal.value}"
        )


class ReviewOutputFile:
    """Where annotated games go to, and in which format."""

    def __init__(self, found: argparse.Namespace, writing: Writing) -> None:
        """Raise UsageError if it cannot be written to."""
        self._path: str = found.out
        self._writing = writing
        check_can_create(found.out, "--out", is_forced=found.force)
        try:
            self._format = format_named(found.to) if found.to else format_for(found.out)
        except RecordError as error:
            raise UsageError(f"{error}.") from None

    def try_out(self, records: list[Record]) -> None:
        """Raise UsageError if these games cannot be written: sooner is better than later."""
        try:
            write_records(records, os.devnull, self._writing, self._format.name)
        except RecordError as error:
            raise UsageError(f"--out {quote(self._path)}: {error}.") from None

    def write(self, records: list[Record]) -> bool:
        """Write the games, and tell what the format cannot hold; False if that failed."""
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
    """Write a picture; False, and a word, if that failed."""
    try:
        write_atomically(path, chart.encode())
    except OSError as error:
        print_error(f"cannot write {path!a}: {error.strerror}")
        return False
    return True


def check_can_create(path: str, option: str, *, is_forced: bool) -> None:
    """Raise UsageError if a file is in the way."""
    if path == STANDARD_STREAM:
        raise UsageError(f"{option} needs the name of a file: standard output has the summary.")
    if not is_forced and would_replace_file(path):
        raise UsageError(f"{quote(path)} is there already: --force replaces it.")
