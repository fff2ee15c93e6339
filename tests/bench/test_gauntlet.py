"""`bench/run gauntlet`: whole runs between small brains, and what is wrong with a command line."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from kit.brains import ORDERLY_BRAIN

from tengen.arena import open_tournament_file

SCRIPT = Path(__file__).parents[2] / "bench" / "gauntlet.py"
QUICK = ("--clock", "wall", "--time", "30000", "--games", "2")


@pytest.fixture
def brains(tmp_path: Path) -> list[str]:
    """Return two brains with names; the second plays outside of the board."""
    good, bad = tmp_path / "good.py", tmp_path / "bad.py"
    good.write_text(ORDERLY_BRAIN)
    bad.write_text(ORDERLY_BRAIN.replace("free.pop(min(place, len(free) - 1))", "'15,0'"))
    return [
        f"{name}={shlex.join((sys.executable, '-S', str(path), place))}"
        for name, path, place in (("Good, by rows", good, "0"), ("Bad", bad, "0"))
    ]


def measure(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the script, and wait for its end."""
    command = (sys.executable, str(SCRIPT), "--folder", str(folder), *QUICK, *words)
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_table_has_scores_and_faults_and_nothing_is_played_twice(
    tmp_path: Path, brains: list[str]
) -> None:
    folder = tmp_path / "run"
    ran = measure(folder, "--engine", *brains)
    assert ran.returncode == 0, ran.stderr
    first, empty, *table = ran.stdout.splitlines()
    assert first.startswith("Score of Good, by rows (Tengen ")
    assert "one thread, 200 ms slack; 15x15/5 freestyle: 200 openings of Tengen." in first
    assert (empty, len(table)) == ("", 3)
    cells = [cell.strip() for cell in table[2].strip("|").split("|")]
    assert cells[:5] == ["Bad", "15x15/5 freestyle", "30000 ms", "wall time", "2 (+2 =0 -0)"]
    assert cells[5].startswith("100.0 % (")
    assert cells[7:] == ["none", "2 illegal move"]
    again = measure(folder, "--engine", *brains)
    assert (again.returncode, again.stdout, again.stderr) == (0, ran.stdout, "")
    assert (folder / "table.md").read_text() == ran.stdout


def test_a_match_is_stored_with_its_games_and_played_with_one_thread(
    tmp_path: Path, brains: list[str]
) -> None:
    info = ("--info", "Bad", "max_node=5")
    assert measure(tmp_path / "run", "--engine", *brains, *info).returncode == 0
    (path,) = (tmp_path / "run").glob("*.tengen")
    assert path.name == "bad-freestyle-30000-ms-wall.tengen"
    assert path.with_suffix(".jsonl").read_text().count("\n") == 2
    with open_tournament_file(str(path)) as file:
        infos = [dict(engine.info) for engine in file.settings.engines]
    assert infos == [{"thread_num": "1"}, {"thread_num": "1", "max_node": "5"}]


def test_other_rules_have_openings_of_their_own(tmp_path: Path, brains: list[str]) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    header = "# 15x15/5 standard, 5 stones, 20000 nodes, margin 60, 12 moves, seed 0\n"
    openings = folder / "openings-standard.txt"
    openings.write_text(f"{header}15x15/5 standard g9 f11 i13 h8 e7\n")
    ran = measure(folder, "--engine", *brains, "--rules", "standard")
    assert ran.returncode == 0, ran.stderr
    assert "15x15/5 standard: 1 opening of `tengen openings`" in ran.stdout
    assert "| Bad | 15x15/5 standard |" in ran.stdout


def test_a_stored_match_with_other_settings_is_refused(tmp_path: Path, brains: list[str]) -> None:
    assert measure(tmp_path / "run", "--engine", *brains).returncode == 0
    other = measure(tmp_path / "run", "--engine", *brains, "--games", "4")
    assert other.returncode == 2
    assert "has other settings: use a new folder" in other.stderr


def test_games_of_another_tengen_are_not_mixed_with_new_ones(
    tmp_path: Path, brains: list[str]
) -> None:
    (tmp_path / "code.txt").write_text("Tengen 0.0 (code 12345678)\n")
    ran = measure(tmp_path, brains[0])
    assert ran.returncode == 2
    assert "are those of Tengen 0.0 (code 12345678), and this is Tengen " in ran.stderr


@pytest.mark.parametrize(
    "words, what",
    [
        (["./pbrain-nameless"], "is neither an engine of ours nor NAME=COMMAND"),
        (["a=./a", "a=./b"], "two engines have the same name"),
        (["a=./a", "--info", "b", "x=1"], "no engine is called 'b'"),
        (["a=./a", "--games", "3"], "invalid even value: '3'"),
    ],
)
def test_a_wrong_command_line_is_one_line(tmp_path: Path, words: list[str], what: str) -> None:
    ran = measure(tmp_path, *words)
    assert ran.returncode == 2
    assert what in ran.stderr.splitlines()[-1]
