"""docs/play.md agrees with the program."""

import re
import subprocess
import sys
from pathlib import Path

from kit.key_tables import key_table
from screens import SCENES

from tengen.cli.play import make_parser
from tengen.game.opening_rules import OpeningRule
from tengen.rules.rules import GAMES
from tengen.terminal.new_game import setup_questions
from tengen.terminal.plain_commands import COMMANDS
from tengen.terminal.themes import THEMES

DOCS = Path(__file__).parent.parent.parent / "docs"
PAGE = (DOCS / "play.md").read_text(encoding="utf-8")


def part(title: str) -> str:
    """Return one section of the page."""
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def test_the_table_of_keys_is_up_to_date() -> None:
    backquote = "`` ` ``"  # a backquote in code needs two around it
    table = key_table().replace("`````", backquote)
    assert f"\n{table}\n" in part("Keys")
    assert part("Keys").count("\n| `") == table.count("\n| `")


def test_every_option_is_documented_and_no_other() -> None:
    options = set(re.findall(r"--[a-z-]+", make_parser().format_help()))
    assert len(options) >= 10
    assert set(re.findall(r"`[^`\n]*?(--[a-z-]+)", PAGE)) == options
    assert all(re.search(rf"^\|.*`{option}\b", part("Options"), re.MULTILINE) for option in options)


def test_every_game_opening_and_theme_has_its_line() -> None:
    assert all(f"`{name}`" in part("Options") for name in GAMES)
    assert all(f"\n| `{rule.value}` |" in part("Openings") for rule in OpeningRule)
    assert all(f"\n| `{name}` |" in part("Colours, and none") for name in THEMES)


def test_every_question_of_the_menu_is_explained() -> None:
    first = [row.split("|")[1] for row in part("A new game").splitlines() if row.startswith("| ")]
    explained = {name.strip() for cell in first for name in cell.split(",")}
    depend = {"Columns", "Rows", "In a row", "name", "command"}
    assert {question.label.strip() for question in setup_questions()} - depend == explained - {""}


def test_the_page_lists_every_command_of_the_plain_game() -> None:
    named = re.findall(r"`([a-z]+)(?: \w+)?`", part("Line by line").rpartition("```")[2])
    assert len(named) >= 8
    assert set(named) <= set(COMMANDS)


def test_the_plain_game_answers_as_the_page_says(tmp_path: Path) -> None:
    first, *lines = part("Line by line").partition("```console\n$ tengen ")[2].split("\n")
    lines = lines[: lines.index("```")]
    typed = [line for line in lines if line[0].islower()]
    ran = subprocess.run(
        [sys.executable, "-m", "tengen", *first.split(), "--data", tmp_path],
        input="\n".join(typed) + "\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.splitlines() == [line for line in lines if line not in typed]


def test_every_picture_is_shown_with_its_description() -> None:
    shown = dict(re.findall(r"!\[([^\]]+)\]\(pictures/play-([a-z]+)\.svg\)", PAGE))
    named = re.findall(r"pictures/play-([a-z]+)\.svg", PAGE)
    assert set(named) == set(SCENES)
    assert all(SCENES[name].words == words for words, name in shown.items())
