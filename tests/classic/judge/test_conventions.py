"""Assignments as TOML files: a fifth one, changes to an edition, and files with errors."""

import re
from pathlib import Path

import pytest
from kit.judge import FOLDER, PROGRAMS, marks_of, python_program, runner_of

from tengen.classic.judge.conventions import Conventions
from tengen.classic.judge.games import make_games
from tengen.classic.judge.grade import Grade, ProgramGrader
from tengen.classic.judge.settings import read_conventions, read_weights
from tengen.errors import SettingsError

FOUR = FOLDER / "four.toml"


def grade_four(source: str, folder: Path, conventions: Conventions) -> Grade:
    path = folder / "four.py"
    path.write_text(source)
    scripts = make_games(conventions, 0, 1)
    grader = ProgramGrader(conventions, "exact", runner_of(conventions, python_program(path)))
    return grader.grade(scripts[:: len(scripts) // 12], jobs=2)


def test_a_fifth_assignment_needs_no_code(tmp_path: Path) -> None:
    conventions = read_conventions(None, str(FOUR))
    source = (PROGRAMS / "four.py").read_text()
    grade = grade_four(source, tmp_path, conventions)
    assert [game.fault.words for mark in grade.marks for game in mark.failed] == []
    broken = source.replace("(1, 1), ", "")
    assert marks_of(grade_four(broken, tmp_path, conventions))["win-diagonal"].failed


def test_a_file_changes_parts_of_an_edition(tmp_path: Path) -> None:
    path = tmp_path / "changes.toml"
    path.write_text('[prompt]\nexact = "Your turn, {player}: "\n[game]\nlonger_wins = false\n')
    conventions = read_conventions("five", str(path))
    assert conventions.prompt.exact == "Your turn, {player}: "
    assert conventions.prompt.loose == read_conventions("five", None).prompt.loose
    assert not conventions.longer_wins
    assert conventions.rows == 15


ERRORS = [
    ("in_a_row = 4", "", "game.in_a_row: is missing; write a whole number from 1 to 10"),
    ("rows = 10", "rows = 99", "game.rows: write a whole number from 1 to 52, not '99'"),
    ("rows = 10", "rows = true", "game.rows: write a whole number from 1 to 52, not 'True'"),
    ("rows = 10", "row = 10", "game.rows: is missing"),
    (
        "in_a_row = 4",
        "in_a_row = 4\nstart = 1",
        "game.start: there is no such key; known here: rows",
    ),
    ('marks = ["#", "@"]', 'marks = ["#"]', "game.marks: write two different texts"),
    ('marks = ["#", "@"]', 'marks = ["##", "@"]', "board.empty: marks and cells are one character"),
    ('empty = "."', 'empty = "#"', "board.empty: write a character that is not a player's mark"),
    ('empty = "."', 'empty = " "', "board.lines: empty cells are blank, so put a visible"),
    (
        '    "|??????????|",\n',
        "",
        "board.lines: draw one '?' for every cell: 100 are needed, not 90",
    ),
    ("{row_letter}{column", "{column", "input.move: '{column_letter}' does not name a cell"),
    ("{row_letter}", "{line}{row}", "input.move: '{line}{row}{column_letter}' has an unknown"),
    ('inputs = [""', 'inputs = [5, ""', "refusals.unknown.inputs: write a text, or {"),
    ('exact = "Full."', 'inputs = ["x"]', "refusals.taken.inputs: leave this out"),
    ('exact = "{player} has four"', 'exact = "Won"', "win.loose: 'Won' must name {player}"),
    ('exact = "Nobody has four"', 'exact = "!"', "tie.loose: '!' needs letters or digits"),
    ('exact = "Nobody has four"', "", "tie.loose: is missing; write a list of texts"),
    ("finished = 7", "finished = 300", "status.finished: write a whole number from 0 to 255"),
    ("[status]", "[screen]\nignore_lines = ['(']\n[status]", "screen.ignore_lines: '('"),
    ("[status]", "[result]\nfile = '../x'\n[status]", "result.file: write the name of a file"),
    ("[status]", "[rematch]\nyes = '0'\nno = ['0']\n[status]", "rematch.no: list at least one"),
    ("[status]", "[statuses]\n", "statuses: there is no such key; did you mean status?"),
    ("[status]", "[status", "is not TOML: "),
]


@pytest.mark.parametrize("old, new, message", ERRORS)
def test_an_error_names_the_file_the_key_and_what_to_do(
    old: str, new: str, message: str, tmp_path: Path
) -> None:
    text = FOUR.read_text()
    assert old in text
    path = tmp_path / "wrong.toml"
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(SettingsError, match=re.escape(f"{path}: {message}")):
        read_conventions(None, str(path))


def test_weights_are_for_requirements_that_exist(tmp_path: Path) -> None:
    conventions = read_conventions("five", None)
    path = tmp_path / "weights.toml"
    path.write_text("win-across = 7\nscreen = 0\n")
    assert read_weights(str(path), conventions) == {"win-across": 7, "screen": 0}
    path.write_text("win-acros = 7\n")
    with pytest.raises(SettingsError, match="no such key; did you mean win-across"):
        read_weights(str(path), conventions)
    path.write_text("tie = -1\n")
    with pytest.raises(SettingsError, match="tie: write a whole number from 0 to 1000"):
        read_weights(str(path), conventions)
