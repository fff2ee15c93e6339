"""The file of a tuning run: what was stored is there, and other files are refused."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from tengen.arena.tuning import SpsaPlan, TunedParameter
from tengen.arena.tuning_file import create_tuning_file, open_tuning_file
from tengen.arena.tuning_games import TuningGames
from tengen.engine.analysis import Limits
from tengen.errors import RunFileError
from tengen.rules import Rules, WinRule, parse_moves

RULES = Rules(13, 15, 5, WinRule.RENJU)
OPENINGS = tuple(tuple(parse_moves(moves, RULES)) for moves in ("h8 h9 i9", "a1 b2"))
PLAN = SpsaPlan((TunedParameter("killer_bonus", 150, 0, 300),), 9, seed=-4, step=0.1, rate=0.25)
GAMES = TuningGames(RULES, OPENINGS, Limits(seconds=0.01), pairs=3, seed=-4)


@pytest.fixture
def path(tmp_path: Path) -> str:
    """Return the path of a file with three iterations."""
    with create_tuning_file(str(tmp_path / "tune.db"), PLAN, GAMES) as file:
        for score in (0.5, -0.25, 1 / 3):
            file.add(score)
    return str(tmp_path / "tune.db")


def test_a_file_holds_the_plan_the_games_and_every_finished_iteration(path: str) -> None:
    with open_tuning_file(path) as file:
        assert (file.plan, file.games) == (PLAN, GAMES)
        assert file.scores == [0.5, -0.25, 1 / 3]
        states = file.states()
    assert states[0] == PLAN.start()
    assert states[2] == PLAN.advance(states[1], -0.25)


def test_iterations_are_added_after_those_that_are_there(path: str) -> None:
    with open_tuning_file(path) as file:
        file.add(0)
    with open_tuning_file(path) as file:
        assert file.scores == [0.5, -0.25, 1 / 3, 0]


def change(statement: str) -> Callable[[Path], None]:
    def execute(path: Path) -> None:
        connection = sqlite3.connect(path, isolation_level=None)
        connection.execute(statement)
        connection.close()

    return execute


@pytest.mark.parametrize(
    "spoil, why",
    [
        (change("PRAGMA application_id = 5"), "is not the file of a tuning run"),
        (change("DELETE FROM results WHERE number = 1"), "is damaged"),
        (change("UPDATE settings SET json = '{}'"), "is damaged"),
        (change("UPDATE settings SET json = replace(json, 'renju', 'rengo')"), "is damaged"),
    ],
)
def test_a_wrong_file_is_refused_in_one_line(
    path: str, spoil: Callable[[Path], None], why: str
) -> None:
    spoil(Path(path))
    with pytest.raises(RunFileError, match=why) as caught:
        open_tuning_file(path)
    assert str(caught.value).startswith(f"{path!a} ")
    assert "\n" not in str(caught.value)
