"""Programs to grade: correct ones in C and Python, and broken ones made from them."""

import shutil
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tengen.classic.judge.conventions import Conventions
from tengen.classic.judge.expected import Script
from tengen.classic.judge.games import make_games
from tengen.classic.judge.grade import Grade, ProgramGrader, RequirementMark
from tengen.classic.judge.process import ProgramRunner, RunLimits
from tengen.classic.judge.settings import read_conventions

FOLDER = Path(__file__).parents[1] / "classic" / "judge"
PROGRAMS = FOLDER / "programs"
COMPILER = shutil.which("cc")
NEEDS_A_COMPILER = pytest.mark.skipif(
    COMPILER is None, reason="there is no C compiler `cc` to compile the programs with"
)
LIMITS = RunLimits(seconds=20.0, memory=512, output=1024)


@cache
def conventions_of(edition: str) -> Conventions:
    """Return the conventions of an edition; they are read once."""
    return read_conventions(edition, None)


@cache
def few_games(edition: str) -> list[Script]:
    """Return scripts of every kind, but only one of the long ones."""
    games = make_games(conventions_of(edition), 2, 1)
    return [game for game in games if not game.name.endswith((", 2", ", 3"))]


def compile_c(source: str, folder: Path) -> list[str]:
    """Compile a program; return the command that runs it."""
    path = folder / "program.c"
    path.write_text(source)
    target = str(folder / "program")
    subprocess.run([COMPILER or "cc", "-w", "-o", target, str(path)], check=True, timeout=60)
    return [target]


def c_program(edition: str, folder: Path, old: str = "", new: str = "") -> list[str]:
    """Compile the correct C program of an edition, optionally with a replacement in it."""
    source = (PROGRAMS / f"{edition}.c").read_text()
    assert old in source
    return compile_c(source.replace(old, new, 1) if old else source, folder)


def python_program(path: Path) -> list[str]:
    """Return the command that runs a Python program."""
    return [sys.executable, "-IS", str(path)]


def runner_of(
    conventions: Conventions, command: list[str], limits: RunLimits | None = None
) -> ProgramRunner:
    """Return a runner of the command for these conventions."""
    result = conventions.result.name if conventions.result else None
    return ProgramRunner(command, limits or LIMITS, result)


def grade_program(
    edition: str,
    command: list[str],
    strictness: str = "layout",
    limits: RunLimits | None = None,
    games: list[Script] | None = None,
) -> Grade:
    """Grade a program with a few games of every kind, or with the given ones."""
    conventions = conventions_of(edition)
    grader = ProgramGrader(conventions, strictness, runner_of(conventions, command, limits))
    return grader.grade(few_games(edition) if games is None else games, jobs=2)


def marks_of(grade: Grade) -> dict[str, RequirementMark]:
    """Return the marks by the names of their requirements."""
    return {mark.requirement.name: mark for mark in grade.marks}


def read_cases(name: str) -> list[dict[str, Any]]:
    """Return the cases of a TOML file beside the tests."""
    cases: list[dict[str, Any]] = tomllib.loads((FOLDER / name).read_text())["mutant"]
    return cases
