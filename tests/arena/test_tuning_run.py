from __future__ import annotations

import pickle
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tengen.arena import tuning_run
from tengen.arena.executor import SerialExecutor, open_executor
from tengen.arena.tuning import SpsaPlan, TunedParameter
from tengen.arena.tuning_run import (
    TuningGames,
    TuningPair,
    create_tuning_file,
    open_tuning_file,
    play_pair,
    run_tuning,
)
from tengen.engine.analysis import Limits
from tengen.engine.balanced_opening import BALANCED_OPENINGS
from tengen.engine.search_parameters import DEFAULT_PARAMETERS
from tengen.errors import RunFileError, TaskKilled
from tengen.rules import Rules, WinRule, parse_moves
from tengen.rules.rules import FIVE_IN_A_ROW

OPENINGS = tuple(
    tuple(parse_moves(moves, FIVE_IN_A_ROW)) for moves in BALANCED_OPENINGS[WinRule.FREESTYLE]
)
GAMES = TuningGames(FIVE_IN_A_ROW, OPENINGS, Limits(nodes=50), pairs=2, seed=3)
PLAN = SpsaPlan(
    (TunedParameter("killer_bonus", 150, 0, 500), TunedParameter("late_move_first", 5, 0, 20)),
    iterations=2,
    seed=3,
    step=0.3,
    rate=0.5,
)
BLIND = DEFAULT_PARAMETERS.changed({"attack_weight": 0, "vcf_leaf_nodes": 0, "late_move_first": 0})


def pair_of(plus: object, minus: object) -> TuningPair:
    limits = Limits(nodes=100)
    return TuningPair(0, FIVE_IN_A_ROW, OPENINGS[3], plus, minus, limits)  # type: ignore[arg-type]


def test_equal_settings_score_nothing() -> None:
    assert play_pair(pair_of(DEFAULT_PARAMETERS, DEFAULT_PARAMETERS)) == 0


def test_a_pair_scores_the_same_from_the_other_side_with_the_opposite_sign() -> None:
    score = play_pair(pair_of(DEFAULT_PARAMETERS, BLIND))
    assert score == -play_pair(pair_of(BLIND, DEFAULT_PARAMETERS))
    assert score == play_pair(pickle.loads(pickle.dumps(pair_of(DEFAULT_PARAMETERS, BLIND))))
    assert score in {-1, -0.5, 0.5, 1}


def test_every_opening_is_used_once_before_it_comes_again_turned() -> None:
    count = len(OPENINGS)
    games, tried = replace(GAMES, pairs=count), PLAN.perturb(PLAN.start())
    first, second = ([pair.opening for pair in games.pairs_of(at, tried)] for at in (0, 1))
    assert sorted(first) == sorted(OPENINGS)
    assert first != list(OPENINGS)
    assert not set(first) & set(second)


def test_pairs_of_iterations_are_numbered_through() -> None:
    tried = PLAN.perturb(PLAN.start())
    numbers = [pair.number for at in range(3) for pair in GAMES.pairs_of(at, tried)]
    assert numbers == [0, 1, 2, 3, 4, 5]


def test_a_short_run_is_the_same_broken_off_in_another_process_or_whole(tmp_path: Path) -> None:
    with create_tuning_file(str(tmp_path / "whole"), PLAN, GAMES) as file:
        whole = list(run_tuning(file, SerialExecutor()))
    with create_tuning_file(str(tmp_path / "parts"), PLAN, GAMES) as file:
        parts = [next(run_tuning(file, SerialExecutor()))]
    with open_tuning_file(str(tmp_path / "parts")) as file, open_executor(2) as executor:
        parts += run_tuning(file, executor)
        assert file.states()[1:] == parts == whole
    assert [state.iteration for state in whole] == [1, 2]


def test_a_pair_that_kills_its_workers_ends_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tuning_run, "run_tasks", lambda *_: [(None, TaskKilled("a pair", 3))])
    with create_tuning_file(str(tmp_path / "run"), PLAN, GAMES) as file:
        with pytest.raises(TaskKilled, match="given up after 3 workers died"):
            list(run_tuning(file, SerialExecutor()))
        assert file.scores == []


RULES = Rules(13, 15, 5, WinRule.RENJU)
STORED_OPENINGS = tuple(tuple(parse_moves(moves, RULES)) for moves in ("h8 h9 i9", "a1 b2"))
STORED_PLAN = SpsaPlan(
    (TunedParameter("killer_bonus", 150, 0, 300),), 9, seed=-4, step=0.1, rate=0.25
)
STORED_GAMES = TuningGames(RULES, STORED_OPENINGS, Limits(seconds=0.01), pairs=3, seed=-4)


@pytest.fixture
def path(tmp_path: Path) -> str:
    """Return the path of a file with three iterations."""
    with create_tuning_file(str(tmp_path / "tune.db"), STORED_PLAN, STORED_GAMES) as file:
        for score in (0.5, -0.25, 1 / 3):
            file.add(score)
    return str(tmp_path / "tune.db")


def test_a_file_holds_the_plan_the_games_and_every_finished_iteration(path: str) -> None:
    with open_tuning_file(path) as file:
        assert (file.plan, file.games) == (STORED_PLAN, STORED_GAMES)
        assert file.scores == [0.5, -0.25, 1 / 3]
        states = file.states()
    assert states[0] == STORED_PLAN.start()
    assert states[2] == STORED_PLAN.advance(states[1], -0.25)


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
