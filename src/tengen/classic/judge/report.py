"""A grade as text, as JSON and as JUnit XML, and the inputs of failed games.

The text has the first fault with both outputs, the table of requirements and the score.
"""

from __future__ import annotations

import json
import os
import shlex
import textwrap
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree as ET

from tengen.atomic_file import write_atomically
from tengen.classic.judge.faults import column_width, screen_lines, side_by_side
from tengen.classic.judge.grade import FailedGame, Grade, RequirementMark, RequirementStatus
from tengen.printable import in_line, printable
from tengen.rules.wording import counted

INDENT = "  "
MAX_TYPED_LINES = 6
"""Lines of typed input that are shown."""
MAX_EXTRA_LINES = 6
"""Lines of the actual output that are shown beyond the length of the expected output."""
STATUS_COLOURS = {
    RequirementStatus.MET: "32",
    RequirementStatus.NOT_MET: "31",
    RequirementStatus.NOT_REACHED: "33",
}
STATUS_SIGNS = {
    RequirementStatus.MET: "met",
    RequirementStatus.NOT_MET: "NOT MET",
    RequirementStatus.NOT_REACHED: "?",
}


def format_report(grade: Grade, width: int, *, colour: bool = False, every: bool = False) -> str:
    """Return the whole report. With `every`, explain each requirement that is not met."""
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
        correct = grade.games - grade.wrong_games
        summary = f"{grade.strictness} strictness; {correct} of {grade.games} games as expected"
        if grade.left_out:
            summary += f"; {grade.left_out} not run after too many time-outs"
        return [*lines, summary]

    def explained(self, *, every: bool) -> Iterator[tuple[str, FailedGame]]:
        """Yield the faults to show in full, each with a headline."""
        first = self._grade.first
        if first is not None and not every:
            yield "First difference", first
        elif every:
            for mark in self._grade.marks:
                if mark.failed:
                    yield f"{mark.requirement.title} ({mark.requirement.name})", mark.failed[0]

    def explanation(self, game: FailedGame) -> list[str]:
        """Return the description of a fault, the input, and both outputs."""
        fault = game.fault
        lines = self._wrap(f"{fault.words}.")
        lines += self._wrap(f"Requirement: {fault.requirement}. Game: {game.script.name}.")
        lines += ["", *self._typed(game)]
        if fault.expected or fault.got:
            lines += ["", *self._screens(game)]
        return lines

    def table(self) -> Iterator[str]:
        """Yield every requirement with its points, and the reason if it is not met."""
        yield "Requirements"
        names = max(len(mark.requirement.name) for mark in self._grade.marks)
        for mark in self._grade.marks:
            yield from self._row(mark, names)
        if any(mark.status is RequirementStatus.NOT_REACHED for mark in self._grade.marks):
            yield ""
            yield f"{INDENT}? not tested: no game got this far"

    def score(self) -> str:
        """Return the last line, with the score."""
        points, most = self._grade.points, self._grade.max_points
        percent = 100 * points // most if most else 100
        status = RequirementStatus.MET if self._grade.is_full else RequirementStatus.NOT_MET
        return self._paint(f"Score: {points} of {most} ({percent} %)", status)

    def _row(self, mark: RequirementMark, names: int) -> Iterator[str]:
        points = mark.weight if mark.status is RequirementStatus.MET else 0
        sign = self._paint(f"{STATUS_SIGNS[mark.status]:<7}", mark.status)
        score = f"{points}/{mark.weight}"
        column = len(INDENT) + 7 + 1 + 4 + 2 + names + 2
        first, *more = textwrap.wrap(mark.requirement.title, self._width - column)
        yield f"{INDENT}{sign} {score:>4}  {mark.requirement.name:<{names}}  {first}"
        yield from (f"{' ' * column}{line}" for line in more)
        if mark.failed:
            yield from self._reason(mark)

    def _reason(self, mark: RequirementMark) -> list[str]:
        failed = f"{len(mark.failed)} of {counted(mark.games, 'game')}"
        return self._wrap(f"{mark.failed[0].fault.words} ({failed}).", " " * 16)

    def _typed(self, game: FailedGame) -> list[str]:
        entries = game.script.entries[: game.fault.typed]
        if not entries:
            return [f"{INDENT}Nothing had been typed."]
        words = "  ".join(printable(entry.shown) or "(an empty line)" for entry in entries)
        lines = self._wrap(words, f"{INDENT}  ")
        shown = lines[-MAX_TYPED_LINES:]
        left_out = f" (the end of {len(entries)} lines)" if len(lines) > MAX_TYPED_LINES else ""
        return [f"{INDENT}Typed so far{left_out}:", *shown]

    def _screens(self, game: FailedGame) -> list[str]:
        width = self._width - len(INDENT)
        column = column_width(width)
        conventions = self._grade.conventions
        expected = screen_lines(conventions, game.fault.expected, column)
        got = screen_lines(conventions, game.fault.got, column)
        if len(got) > len(expected) + MAX_EXTRA_LINES:
            got = [*got[: len(expected) + MAX_EXTRA_LINES], "..."]
        return [f"{INDENT}{line}" for line in side_by_side(expected, got, width)]

    def _wrap(self, text: str, indent: str = INDENT) -> list[str]:
        return textwrap.wrap(
            printable(text), self._width, initial_indent=indent, subsequent_indent=indent
        )

    def _paint(self, text: str, status: RequirementStatus) -> str:
        return f"\x1b[{STATUS_COLOURS[status]}m{text}\x1b[0m" if self._colour else text


JSON_VERSION = 1
"""Version of the JSON; it changes only when old readers cannot read the new form."""
SCREEN_WIDTH = 120


def format_grade_json(grade: Grade) -> str:
    """Return the grade as one JSON object."""
    data = {
        "version": JSON_VERSION,
        "assignment": grade.conventions.title,
        "strictness": grade.strictness,
        "command": [printable(word) for word in grade.command],
        "games": {
            "run": grade.games,
            "wrong": grade.wrong_games,
            "left_out": grade.left_out,
        },
        "score": {"points": grade.points, "of": grade.max_points},
        "all_met": grade.is_full,
        "first_difference": None if grade.first is None else _failure(grade, grade.first),
        "requirements": [_requirement(grade, mark) for mark in grade.marks],
    }
    return json.dumps(data, indent=2) + "\n"


def _requirement(grade: Grade, mark: RequirementMark) -> dict[str, Any]:
    return {
        "name": mark.requirement.name,
        "title": mark.requirement.title,
        "weight": mark.weight,
        "status": mark.status.value,
        "games": mark.games,
        "failed_games": len(mark.failed),
        "difference": _failure(grade, mark.failed[0]) if mark.failed else None,
    }


def _failure(grade: Grade, game: FailedGame) -> dict[str, Any]:
    fault = game.fault
    return {
        "requirement": fault.requirement,
        "game": game.script.name,
        "explanation": printable(fault.words),
        "typed": [printable(entry.shown) for entry in game.script.entries[: fault.typed]],
        "expected": screen_lines(grade.conventions, fault.expected, SCREEN_WIDTH),
        "got": screen_lines(grade.conventions, fault.got, SCREEN_WIDTH),
    }


def format_junit(grade: Grade) -> bytes:
    """Return the grade as JUnit XML, with a test case for each requirement that has a weight."""
    counted = [mark for mark in grade.marks if mark.weight]
    failures = sum(mark.status is not RequirementStatus.MET for mark in counted)
    suite = ET.Element(
        "testsuite",
        name=printable(grade.conventions.title),
        tests=str(len(counted)),
        failures=str(failures),
        errors="0",
        skipped="0",
    )
    for mark in counted:
        name = f"{mark.requirement.name}: {mark.requirement.title}"
        case = ET.SubElement(suite, "testcase", classname="tengen.grade", name=printable(name))
        if mark.status is not RequirementStatus.MET:
            _add_failure(grade, case, mark)
    ET.indent(suite)
    text = ET.tostring(suite, "unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'.encode()


def _add_failure(grade: Grade, case: ET.Element, mark: RequirementMark) -> None:
    if not mark.failed:
        ET.SubElement(case, "failure", message="not tested: no game got this far")
        return
    data = _failure(grade, mark.failed[0])
    failure = ET.SubElement(case, "failure", message=data["explanation"])
    parts = [f"game: {data['game']}", f"typed: {'  '.join(data['typed'])}"]
    for name in ("expected", "got"):
        parts += [f"{name}:", *data[name]]
    failure.text = "\n".join(printable(part) for part in parts)


def write_inputs(grade: Grade, folder: str) -> None:
    """Write the input of the first failed game of each requirement. Raise OSError."""
    os.makedirs(folder, exist_ok=True)
    for mark in grade.marks:
        if mark.failed:
            path = os.path.join(folder, f"{mark.requirement.name}.in")
            write_atomically(path, mark.failed[0].script.typed)
