"""A grade as text for people: the first fault with both screens, the table, the score."""

from __future__ import annotations

import shlex
import textwrap
from collections.abc import Callable, Iterator

from tengen.classic.judge.grade import FailedGame, Grade, Mark, Status
from tengen.classic.judge.screens import column_width, screen_lines, side_by_side
from tengen.printable import in_line, printable
from tengen.rules.wording import counted

INDENT = "  "
MOST_TYPED = 6
"""How many lines of typed input are shown."""
MOST_MORE = 6
"""How many lines more than expected are shown of what the program printed."""
COLOURS = {Status.MET: "32", Status.NOT_MET: "31", Status.NOT_REACHED: "33"}
SIGNS = {Status.MET: "met", Status.NOT_MET: "NOT MET", Status.NOT_REACHED: "?"}

Paint = Callable[[str, Status], str]


def format_report(grade: Grade, width: int, *, colour: bool = False, every: bool = False) -> str:
    """The whole report. With `every`, each requirement that is not met is explained."""
    report = _Report(grade, width, colour=colour)
    lines = [*report.heading(), ""]
    for title, game in report.explained(every=every):
        lines += [title, *report.explanation(game), ""]
    lines += [*report.table(), "", report.score()]
    return "".join(f"{line.rstrip()}\n" for line in lines)


class _Report:
    """Writes the parts of a report."""

    def __init__(self, grade: Grade, width: int, *, colour: bool) -> None:
        self._grade = grade
        self._width = width
        self._colour = colour

    def heading(self) -> list[str]:
        grade = self._grade
        command = in_line(shlex.join(grade.command))
        lines = textwrap.wrap(f"{grade.conventions.title}: {command}", self._width)
        right = grade.games - grade.wrong_games
        summary = f"{grade.strictness} strictness; {right} of {grade.games} games as expected"
        if grade.left_out:
            summary += f"; {grade.left_out} not run after too many time-outs"
        return [*lines, summary]

    def explained(self, *, every: bool) -> Iterator[tuple[str, FailedGame]]:
        """The faults to be shown in full, with a headline each."""
        first = self._grade.first
        if first is not None and not every:
            yield "First difference", first
        elif every:
            for mark in self._grade.marks:
                if mark.failed:
                    yield f"{mark.requirement.title} ({mark.requirement.name})", mark.failed[0]

    def explanation(self, game: FailedGame) -> list[str]:
        """A fault in words, what was typed, and both screens."""
        fault = game.fault
        lines = self._wrap(f"{fault.words}.")
        lines += self._wrap(f"Requirement: {fault.requirement}. Game: {game.script.name}.")
        lines += ["", *self._typed(game)]
        if fault.expected or fault.got:
            lines += ["", *self._screens(game)]
        return lines

    def table(self) -> Iterator[str]:
        """Every requirement with its points, and why if it is not met."""
        yield "Requirements"
        names = max(len(mark.requirement.name) for mark in self._grade.marks)
        for mark in self._grade.marks:
            yield from self._row(mark, names)
        if any(mark.status is Status.NOT_REACHED for mark in self._grade.marks):
            yield ""
            yield f"{INDENT}? no game came so far that this could be seen"

    def score(self) -> str:
        """The last line."""
        grade = self._grade
        percent = 100 * grade.points // grade.most if grade.most else 100
        status = Status.MET if grade.is_full else Status.NOT_MET
        return self._paint(f"Score: {grade.points} of {grade.most} ({percent} %)", status)

    def _row(self, mark: Mark, names: int) -> Iterator[str]:
        points = mark.weight if mark.status is Status.MET else 0
        sign = self._paint(f"{SIGNS[mark.status]:<7}", mark.status)
        score = f"{points}/{mark.weight}"
        column = len(INDENT) + 7 + 1 + 4 + 2 + names + 2
        first, *more = textwrap.wrap(mark.requirement.title, self._width - column)
        yield f"{INDENT}{sign} {score:>4}  {mark.requirement.name:<{names}}  {first}"
        yield from (f"{' ' * column}{line}" for line in more)
        if mark.failed:
            yield from self._reason(mark)

    def _reason(self, mark: Mark) -> list[str]:
        failed = f"{len(mark.failed)} of {counted(mark.games, 'game')}"
        return self._wrap(f"{mark.failed[0].fault.words} ({failed}).", " " * 16)

    def _typed(self, game: FailedGame) -> list[str]:
        entries = game.script.entries[: game.fault.typed]
        if not entries:
            return [f"{INDENT}Nothing had been typed."]
        words = "  ".join(printable(entry.shown) or "(an empty line)" for entry in entries)
        lines = self._wrap(words, f"{INDENT}  ")
        shown = lines[-MOST_TYPED:]
        left_out = f" (the end of {len(entries)} lines)" if len(lines) > MOST_TYPED else ""
        return [f"{INDENT}Typed until then{left_out}:", *shown]

    def _screens(self, game: FailedGame) -> list[str]:
        width = self._width - len(INDENT)
        column = column_width(width)
        conventions = self._grade.conventions
        expected = screen_lines(conventions, game.fault.expected, column)
        got = screen_lines(conventions, game.fault.got, column)
        if len(got) > len(expected) + MOST_MORE:
            got = [*got[: len(expected) + MOST_MORE], "..."]
        return [f"{INDENT}{line}" for line in side_by_side(expected, got, width)]

    def _wrap(self, text: str, indent: str = INDENT) -> list[str]:
        return textwrap.wrap(
            printable(text), self._width, initial_indent=indent, subsequent_indent=indent
        )

    def _paint(self, text: str, status: Status) -> str:
        return f"\x1b[{COLOURS[status]}m{text}\x1b[0m" if self._colour else text
