"""Every requirement in the table has tests that exist."""

import ast
import re
from itertools import groupby
from pathlib import Path

FOLDER = Path(__file__).parent
REPORT = FOLDER.parents[1] / "docs" / "report.md"
ROW = re.compile(r"\| ([A-Z])(\d+) \| (.+) \| (.*) \|")


def rows() -> list[tuple[str, int, str, list[str]]]:
    """Return the letter, number, statement and tests of each requirement."""
    text = (FOLDER / "requirements.md").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if re.match(r"\| [A-Z]", line)]
    found = [ROW.fullmatch(line) for line in lines]
    return [
        (match[1], int(match[2]), match[3], re.findall("`([^`]+)`", match[4]))
        for match in found
        if match
    ]


def functions_in(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_every_row_of_the_table_is_parsed() -> None:
    text = (FOLDER / "requirements.md").read_text(encoding="utf-8")
    assert len(rows()) == len(re.findall(r"^\| [A-Z]", text, re.MULTILINE))
    assert len(rows()) >= 80


def test_requirements_are_numbered_from_one() -> None:
    for _, group in groupby(rows(), key=lambda row: row[0]):
        numbers = [number for _, number, _, _ in group]
        assert numbers == [*range(1, len(numbers) + 1)]
    assert len({(letter, number) for letter, number, _, _ in rows()}) == len(rows())


def test_every_requirement_has_tests_that_exist() -> None:
    missing = []
    for letter, number, _, tests in rows():
        assert tests, f"{letter}{number} has no test"
        for test in tests:
            file, _, name = test.partition("::")
            if name not in functions_in(FOLDER / file):
                missing.append(test)
    assert missing == []


def test_the_report_explains_every_choice() -> None:
    text = REPORT.read_text(encoding="utf-8").partition("\n## Our choices\n")[2]
    explained = {*re.findall(r"^\| ([A-Z]\d+) \|", text, re.MULTILINE)}
    chosen = {f"{letter}{number}" for letter, number, what, _ in rows() if "our choice" in what}
    known = {f"{letter}{number}" for letter, number, _, _ in rows()}
    assert len(chosen) >= 8
    assert chosen - explained == set()
    assert explained - known == set()
