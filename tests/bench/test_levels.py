"""`bench/run levels`: its tournaments, and the table from their results."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from kit.brains import ORDERLY_BRAIN

from tengen.arena.results import MoveTimes, TournamentFacts, TournamentGame
from tengen.errors import UsageError
from tengen.rules import Player

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "bench" / "levels.py"


@pytest.fixture
def levels(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return the script as a module."""
    monkeypatch.syspath_prepend(str(SCRIPT.parent))
    return importlib.import_module("levels")


def measure(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the script with two levels, and wait for its end."""
    command = (sys.executable, str(SCRIPT), "--folder", str(folder), "--games", "2", *words)
    return subprocess.run(command, capture_output=True, text=True, check=False)


def cells_of(table: str) -> list[list[str]]:
    """Return the cells of all rows after the head."""
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in table.splitlines()[2:]]


def test_levels_and_an_anchor_play_and_nothing_is_played_twice(tmp_path: Path) -> None:
    brain = tmp_path / "brain.py"
    brain.write_text(ORDERLY_BRAIN)
    anchor = ("--anchor", f"Public={sys.executable} -S {brain}", "--anchor-elo", "-1000")
    ran = measure(tmp_path / "run", "--levels", "1", "3", *anchor)
    assert ran.returncode == 0, ran.stderr
    rows = cells_of(ran.stdout)
    assert [row[0] for row in rows] == ["1", "3", "Public"]
    assert rows[0][1:6] == ["32 %", "1", "1.3", "no", ""]
    assert rows[2][6] == "-1000"
    assert all(row[9] for row in rows)
    again = measure(tmp_path / "run", "--levels", "1", "3", *anchor)
    assert (again.returncode, again.stdout, again.stderr) == (0, ran.stdout, "")


def made_facts(one: str, two: str, wins: int, pairs: int = 20) -> TournamentFacts:
    """Return a match in which the first engine has won both games of so many pairs, no others."""
    times = MoveTimes(2, 30, 20)
    winners = [one] * wins + [two] * (pairs - wins)
    games = [
        TournamentGame(
            *(number, *names, Player.FIRST if names[0] == winner else Player.SECOND, None),
            *(times, times),
        )
        for number, winner in enumerate(winners)
        for names in ((one, two), (two, one))
    ]
    return TournamentFacts((one, two), tuple(games))


def test_the_table_is_fitted_to_all_results(levels: ModuleType) -> None:
    facts = [made_facts("level-1", "level-2", 5), made_facts("level-2", "level-3", 5)]
    table = levels.format_table(levels.LevelResults(facts, "level-1", 0.0), [1, 2, 3, 4])
    rows = cells_of(table)
    assert [row[6] for row in rows] == ["0", "191", "382", ""]
    assert [row[8] for row in rows] == ["", "30 of 40", "30 of 40", ""]
    assert rows[0][9] == "15"
    low, high = map(int, rows[1][7].split(" to "))
    assert low < 191 < high


def test_the_table_of_the_page_is_replaced(levels: ModuleType) -> None:
    page = levels.PAGE.read_text("utf-8")
    changed = levels.with_table(page, "| new |\n")
    assert "| new |" in changed
    assert "| overlooks |" not in changed
    assert levels.with_table(changed, "| new |\n") == changed
    assert changed.startswith("# Ten levels\n")
    assert changed.endswith(page[-200:])
    with pytest.raises(UsageError, match="are missing in the page"):
        levels.with_table("no marks", "")


@pytest.mark.parametrize(
    "words, what",
    [
        (["--levels", "3"], "two levels or more play an even number of games"),
        (["--anchor", "nameless"], "expected NAME=COMMAND, not 'nameless'"),
    ],
)
def test_a_wrong_command_line_is_one_line(tmp_path: Path, words: list[str], what: str) -> None:
    ran = measure(tmp_path, *words)
    assert ran.returncode == 2
    assert what in ran.stderr.splitlines()[-1]
