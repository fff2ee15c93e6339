"""The docs about puzzles match the program."""

import re
from pathlib import Path

from kit.key_tables import key_table

from tengen.cli import puzzle_files, puzzles
from tengen.insight.puzzle import GRADE_LIMITS
from tengen.terminal.keys import PUZZLE_KEYS

PAGE = (Path(__file__).parent.parent.parent / "docs" / "puzzles.md").read_text(encoding="utf-8")


def test_the_table_of_keys_matches_the_program() -> None:
    assert f"\n{key_table(PUZZLE_KEYS)}\n" in PAGE


def test_exactly_the_existing_options_are_documented() -> None:
    options = set(re.findall(r"--[a-z]+", puzzles.make_parser().format_help()))
    options -= {"--help"}
    assert len(options) == 8
    assert all(f"\n| `{option}" in PAGE for option in options)
    making = set(re.findall(r" (--[a-z-]+)", puzzle_files.parser_for_make().format_help()))
    making -= {"--help"}
    assert len(making) == 12
    assert set(re.findall(r"--[a-z][a-z-]+", PAGE)) == options | making


def test_the_documented_limits_of_the_grades_match_the_program() -> None:
    part = PAGE.partition("## Grades")[2].partition("```")[0]
    numbers = [int(number) for number in re.findall(r"[Uu]p to (\d+)", part)]
    assert tuple(numbers) == GRADE_LIMITS
