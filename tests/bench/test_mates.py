"""`bench/run mates`: its suite, its table, and games that add to the suite."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "bench" / "mates.py"
SHORT = "1 9 9x9/5 freestyle X 9/9/9/4X4/4X4/2XX5/9/9/9\n"


@pytest.fixture
def mates(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return the script as a module."""
    monkeypatch.syspath_prepend(str(SCRIPT.parent))
    return importlib.import_module("mates")


def test_the_suite_has_unfinished_positions_of_every_grade(mates: ModuleType) -> None:
    suite = mates.read(mates.SUITE)
    assert len(suite) >= 100
    assert not any(mate.board.outcome.is_over for mate in suite)
    grades = [mates.grade_of(mate.plies) for mate in suite]
    assert all(grades.count(grade) >= 15 for grade in mates.GRADES)


def test_a_suite_is_read_as_it_is_written(mates: ModuleType) -> None:
    assert [f"{mate}\n" for mate in [mates.read_mate(SHORT.strip())]] == [SHORT]
    assert "".join(f"{mate}\n" for mate in mates.read(mates.SUITE)) == mates.SUITE.read_text()


def test_the_table_has_the_wins_of_solver_and_engine(tmp_path: Path) -> None:
    suite = tmp_path / "suite.txt"
    suite.write_text(SHORT)
    command = (sys.executable, str(SCRIPT), "--suite", str(suite))
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert "| solver | all | 1 s | 1 of 1 | " in ran.stdout
    assert "| engine | all | 5 s | 1 of 1 | " in ran.stdout


def test_the_earliest_wins_of_a_game_are_of_the_winner(
    mates: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mates, "PROVE_SECONDS", 0.1)
    monkeypatch.setattr(mates, "PLAY_NODES", 500)
    game = mates.play(mates.Random(1))
    winner = game.outcome.winner
    found = list(mates.earliest_wins(game, mates.ask_solver))
    assert found
    assert {board.turn for _, board in found} == {winner}
