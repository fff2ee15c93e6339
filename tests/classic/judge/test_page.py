"""The page for teachers shows current output, and its files work."""

import os
import re
import sys
import tomllib
from pathlib import Path

import pytest
from kit.judge import conventions_of
from kit.program import play

from tengen.classic import EDITIONS
from tengen.classic.judge.conventions import GridCell
from tengen.classic.judge.requirements import EXACT, requirements_for
from tengen.classic.judge.settings import parse_conventions, read_conventions, read_weights

PAGE = (Path(__file__).parents[3] / "docs" / "grading.md").read_text()


def blocks(kind: str) -> list[str]:
    found = re.findall(r"^```(\w*)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return [text for name, text in found if name == kind]


def test_the_report_on_the_page_is_the_current_output(tmp_path: Path) -> None:
    (tmp_path / "gomoku.py").write_text(blocks("python")[0])
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    arguments = ["grade", "gomoku", "--games", "0", "--", "python3", "gomoku.py"]
    ran = play(arguments, b"", tmp_path, env={"COLUMNS": "80", "PATH": path})
    assert ran.status == 1
    assert ran.out.decode() == blocks("")[0]


def test_the_conventions_on_the_page_describe_an_assignment() -> None:
    text = next(block for block in blocks("toml") if block.startswith("title"))
    conventions = parse_conventions(tomllib.loads(text), "page")
    assert conventions.type_move(GridCell(5, 6)) == "F7"
    assert conventions.drawing.draw("." * 42).endswith("F .......\n")


def test_the_changes_for_a_simulator_on_the_page_fit_an_edition(tmp_path: Path) -> None:
    path = tmp_path / "spim.toml"
    path.write_text(next(block for block in blocks("toml") if "spim.toml" in block))
    ignored = read_conventions("five", str(path)).ignored_lines
    assert any(re.fullmatch(line, "All Rights Reserved.") for line in ignored)


def test_the_weights_on_the_page_can_be_used(tmp_path: Path) -> None:
    path = tmp_path / "weights.toml"
    path.write_text(blocks("toml")[0])
    assert read_weights(str(path), conventions_of("five"))["win-across"] == 5


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_requirement_is_on_the_page(edition: str) -> None:
    for requirement in requirements_for(conventions_of(edition), EXACT):
        assert f"`{re.sub('^refuse-.*', 'refuse-…', requirement.name)}`" in PAGE
