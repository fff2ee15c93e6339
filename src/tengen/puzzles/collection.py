"""Puzzles in files, one to a line, and those that come with Tengen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from importlib.resources import files

from tengen.errors import ParseError
from tengen.puzzles.puzzle import Puzzle
from tengen.puzzles.text import parse_puzzle

COMMENT = "#"
STARTER = "starter.txt"


@dataclass(frozen=True, slots=True)
class Collection:
    """What was found in a file: puzzles from the easiest on, and a line for each problem."""

    puzzles: tuple[Puzzle, ...]
    problems: tuple[str, ...] = ()


def parse_collection(lines: Iterable[str]) -> Collection:
    """Read puzzles line by line; empty lines and lines that begin with # are passed over."""
    found: list[Puzzle] = []
    problems: list[str] = []
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if text and not text.startswith(COMMENT):
            try:
                found.append(parse_puzzle(text))
            except ParseError as error:
                problems.append(f"line {number}: {error}")
    found.sort(key=lambda puzzle: puzzle.rating)
    return Collection(tuple(found), tuple(problems))


def read_collection(path: str) -> Collection:
    """Read a file of puzzles. Raises OSError if it cannot be read."""
    with open(path, encoding="utf-8", errors="replace") as file:
        return parse_collection(file)


def starter() -> Collection:
    """The puzzles that come with Tengen."""
    text = files("tengen.puzzles").joinpath(STARTER).read_text(encoding="utf-8")
    return parse_collection(text.splitlines())
