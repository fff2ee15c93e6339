"""A grade for other programs: as JSON, as JUnit XML, and the inputs that failed."""

from __future__ import annotations

import json
import os
from typing import Any
from xml.etree import ElementTree as ET

from tengen.atomic_file import write_atomically
from tengen.classic.judge.grade import FailedGame, Grade, Mark, Status
from tengen.classic.judge.screens import screen_lines
from tengen.printable import printable

VERSION = 1
"""Of the JSON: a reader of this version can read what later programs write under it."""
WIDE = 120


def format_json(grade: Grade) -> str:
    """The grade as one JSON object."""
    found = {
        "version": VERSION,
        "assignment": grade.conventions.title,
        "strictness": grade.strictness,
        "command": [printable(word) for word in grade.command],
        "games": {
            "run": grade.games,
            "wrong": grade.wrong_games,
            "left_out": grade.left_out,
        },
        "score": {"points": grade.points, "of": grade.most},
        "all_met": grade.is_full,
        "first_difference": None if grade.first is None else _failure(grade, grade.first),
        "requirements": [_requirement(grade, mark) for mark in grade.marks],
    }
    return json.dumps(found, indent=2) + "\n"


def _requirement(grade: Grade, mark: Mark) -> dict[str, Any]:
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
        "expected": screen_lines(grade.conventions, fault.expected, WIDE),
        "got": screen_lines(grade.conventions, fault.got, WIDE),
    }


def format_junit(grade: Grade) -> bytes:
    """The grade as JUnit XML: a test suite with a test case for each requirement that counts."""
    counted = [mark for mark in grade.marks if mark.weight]
    failures = sum(mark.status is not Status.MET for mark in counted)
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
        if mark.status is not Status.MET:
            _add_failure(grade, case, mark)
    ET.indent(suite)
    text = ET.tostring(suite, "unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'.encode()


def _add_failure(grade: Grade, case: ET.Element, mark: Mark) -> None:
    if not mark.failed:
        ET.SubElement(case, "failure", message="no game came so far")
        return
    found = _failure(grade, mark.failed[0])
    failure = ET.SubElement(case, "failure", message=found["explanation"])
    parts = [f"game: {found['game']}", f"typed: {'  '.join(found['typed'])}"]
    for name in ("expected", "got"):
        parts += [f"{name}:", *found[name]]
    failure.text = "\n".join(printable(part) for part in parts)


def write_inputs(grade: Grade, folder: str) -> None:
    """Write the input of the first game that failed for each requirement. Raises OSError."""
    os.makedirs(folder, exist_ok=True)
    for mark in grade.marks:
        if mark.failed:
            path = os.path.join(folder, f"{mark.requirement.name}.in")
            write_atomically(path, mark.failed[0].script.typed)
