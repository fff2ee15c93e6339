"""One run of `tengen review`: game after game, and then the files."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from tengen.cli.complain import complain, tell
from tengen.cli.interrupts import on_interrupt
from tengen.cli.output import DONE, FAILED, INTERRUPTED
from tengen.cli.progress import Bar
from tengen.cli.reviewing.data import format_review
from tengen.cli.reviewing.page import Page
from tengen.cli.reviewing.summary import Summary, header_of
from tengen.cli.reviewing.target import Target, write_chart
from tengen.cli.reviewing.work import Work
from tengen.cli.terminal import has_unicode
from tengen.engine.analysis import Limits
from tengen.errors import RuleError
from tengen.records.record import Record
from tengen.render.charts import ChanceCurve, format_chart
from tengen.render.style import THEMES
from tengen.review.annotation import annotate
from tengen.review.course import SEEN, course_of
from tengen.review.examiner import usual_limits
from tengen.review.review import Review
from tengen.review.stretch import Stretch, stretch_of
from tengen.rules.rules import Rules
from tengen.rules.wording import counted, plural


class Session:
    """Reviews games as it was asked to."""

    def __init__(
        self, found: argparse.Namespace, records: list[Record], target: Target | None
    ) -> None:
        self._found = found
        self._records = records
        self._target = target
        self._ascii_only: bool = found.ascii or not has_unicode()
        self._page = Page(ascii_only=self._ascii_only)
        self._limits = Limits(found.time, found.nodes) if found.time or found.nodes else None
        self._work = Work(self._limits, found.threads)
        self._bar = Bar(sum(len(record.line()) + 1 for record in records), "position")
        self._done = 0
        self._has_failed = False

    def run(self) -> int:
        """Review one game after the other, write what is wanted, and give the exit status."""
        with on_interrupt(self._work.stop):
            reviewed = list(self._review_all())
        left = self._records[len(reviewed) :]
        if left and self._found.all:
            tell(f"stopped: not looked at {len(left)} of {counted(len(self._records), 'game')}")
        elif left:
            tell("stopped: nothing is known yet")
        if self._target is not None:
            self._has_failed |= not self._target.write([*reviewed, *left])
        if self._has_failed:
            return FAILED
        return INTERRUPTED if self._work.is_stopped else DONE

    def _review_all(self) -> Iterator[Record]:
        """The records with their reviews, which are shown, until Ctrl-C is pressed."""
        for number, record in enumerate(self._records, self._found.game_number or 1):
            if self._work.is_stopped:
                return
            try:
                reviewed = self._review(number, record)
            except RuleError as error:
                complain(f"game {number}: {error}")
                self._has_failed = True
                reviewed = record
            if reviewed is None:
                return
            yield reviewed

    def _review(self, number: int, record: Record) -> Record | None:
        """The record with its review; None if Ctrl-C came before anything was known."""
        stretch = stretch_of(record)
        try:
            review = self._work.review(stretch.board, self._count)
        finally:
            self._bar.clear()
        if not review.standings:
            return None
        self._done += len(stretch.places)
        _tell_left_out(number, stretch)
        if not review.is_complete:
            tell(f"stopped: moves from {review.start + 1} on were looked at")
        course = course_of(review, title=header_of(record), how=self._how(record.rules))
        self._show(number, record, stretch, review, course)
        chart = self._found.chart
        if chart and not write_chart(chart, format_chart(course, THEMES[self._found.theme])):
            self._has_failed = True
        return annotate(record, review)

    def _count(self, count: int) -> None:
        self._bar.update(self._done + count, self._done + count)

    def _how(self, rules: Rules) -> str:
        limits = self._limits or usual_limits(rules)
        if limits.nodes:
            return f"{SEEN} with {counted(limits.nodes, 'node')} a search"
        seconds = limits.seconds or 0.0
        return f"{SEEN} with {seconds:g} {plural(seconds, 'second')} a search"

    def _show(
        self, number: int, record: Record, stretch: Stretch, review: Review, course: ChanceCurve
    ) -> None:
        if self._found.json:
            self._page.write(format_review(record, review, number))
            return
        summary = Summary(record, stretch.board, review, course)
        lines = summary.lines(self._page.width(), ascii_only=self._ascii_only)
        head = f"Game {number}\n" if self._found.all else ""
        gap = "\n" if self._found.all and number > 1 else ""
        self._page.write(gap + head + "\n".join(lines) + "\n")


def _tell_left_out(number: int, stretch: Stretch) -> None:
    """Say which moves were not reviewed, and why."""
    if stretch.before:
        tell(
            f"game {number}: move {stretch.before + 1} is taken as the first one: "
            "before it stones were set up, or somebody passed or moved out of turn"
        )
    if stretch.refusal is not None:
        played = stretch.before + len(stretch.moves)
        what = f"{counted(stretch.after, 'move')} {plural(stretch.after, 'is', 'are')}"
        tell(f"game {number}: the last {what} left out: move {played + 1} {stretch.refusal.value}")
