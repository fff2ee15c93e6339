"""Correct programs, written only from the specification, have no faults."""

import sys
from pathlib import Path

import pytest
from kit.judge import (
    NEEDS_A_COMPILER,
    PROGRAMS,
    c_program,
    conventions_of,
    few_games,
    python_program,
    runner_of,
)

from tengen.classic import EDITIONS
from tengen.classic.judge.conventions import Conventions
from tengen.classic.judge.expected import OLD_RESULT, Script, expect
from tengen.classic.judge.games import make_games
from tengen.classic.judge.grade import ProgramGrader, RunComparer
from tengen.classic.judge.process import ProgramRunner
from tengen.classic.judge.requirements import STRICTNESSES

GAMES = 250
"""Random games for each of the four editions: 1,000 in all."""


def faults(conventions: Conventions, runner: ProgramRunner, scripts: list[Script]) -> list[str]:
    """Return all faults of the program, at every strictness."""
    comparers = [RunComparer(conventions, strictness) for strictness in STRICTNESSES]
    found = []
    for script in scripts:
        old = OLD_RESULT.encode() if script.old_result else None
        run = runner.run(script.typed, old)
        expected = expect(script, conventions)
        for comparer in comparers:
            findings = comparer.compare(expected, run)
            found += [f"{script.name}: {fault.words}" for fault in findings.faults]
    return found


@NEEDS_A_COMPILER
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_correct_program_in_c_is_never_faulted(edition: str, tmp_path: Path) -> None:
    conventions = conventions_of(edition)
    runner = runner_of(conventions, c_program(edition, tmp_path))
    scripted = len(make_games(conventions, 0, 7))
    scripts = make_games(conventions, GAMES - scripted, 7)
    assert len(scripts) == GAMES
    assert faults(conventions, runner, scripts) == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_correct_program_in_python_is_never_faulted(edition: str) -> None:
    conventions = conventions_of(edition)
    runner = runner_of(conventions, python_program(PROGRAMS / f"{edition}.py"))
    scripts = few_games(edition)
    assert faults(conventions, runner, scripts[:: len(scripts) // 8]) == []


@NEEDS_A_COMPILER
@pytest.mark.parametrize("strictness", STRICTNESSES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_correct_program_gets_full_marks(edition: str, strictness: str, tmp_path: Path) -> None:
    conventions = conventions_of(edition)
    runner = runner_of(conventions, c_program(edition, tmp_path))
    grade = ProgramGrader(conventions, strictness, runner).grade(few_games(edition), jobs=2)
    assert [mark.requirement.name for mark in grade.marks if mark.status.value != "met"] == []
    assert (grade.points, grade.wrong_games, grade.first) == (grade.max_points, 0, None)


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_edition_of_tengen_is_never_faulted(edition: str) -> None:
    conventions = conventions_of(edition)
    runner = runner_of(conventions, [sys.executable, "-I", "-m", "tengen", edition])
    scripts = few_games(edition)
    assert faults(conventions, runner, scripts[:: len(scripts) // 5]) == []
