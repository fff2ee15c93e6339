from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from kit.made_tournaments import judged, made_settings

from tengen.arena.elo import Sprt
from tengen.arena.executor import SerialExecutor
from tengen.arena.game import PlayedOpening
from tengen.arena.pair_task import PairResult
from tengen.arena.run_file import from_json, to_json
from tengen.arena.tournament import Tournament
from tengen.arena.tournament_file import (
    PLANNERS,
    TournamentFormat,
    create_tournament_file,
    open_tournament_file,
)
from tengen.errors import RunFileError
from tengen.rules.point import Point
from tengen.rules.rules import Player


@pytest.mark.parametrize("kind", TournamentFormat)
@pytest.mark.parametrize("engines", [2, 3, 5])
def test_the_expected_pairs_are_those_of_the_plan(kind: TournamentFormat, engines: int) -> None:
    settings = made_settings(kind, engines, pairs=2)
    plan, stage, count = settings.plan(), None, 0
    try:
        while True:
            stage = next(plan) if stage is None else plan.send([4] * len(stage))
            count += len(stage)
    except StopIteration:
        assert settings.expected_pairs() == count


def test_every_format_has_a_planner() -> None:
    assert set(PLANNERS) == set(TournamentFormat)


def test_openings_are_kept_as_text() -> None:
    openings = made_settings().opening_moves()
    assert openings == ((), (Point(1, 1),), (Point(2, 0), Point(0, 2)))


SETTINGS = made_settings()
RESULTS = list(Tournament(SETTINGS).play(SerialExecutor(), work=judged))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "may.tengen"


def filled(path: Path) -> None:
    with create_tournament_file(str(path), SETTINGS) as file:
        for result in RESULTS:
            file.add(result)


def changed(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


def test_settings_and_results_are_read_as_they_were_written(path: Path) -> None:
    filled(path)
    with open_tournament_file(str(path)) as file:
        assert file.settings == SETTINGS
        assert list(file.results.values()) == RESULTS
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_all_settings_and_a_whole_game_have_a_text_form() -> None:
    settings = made_settings(TournamentFormat.MATCH, 2, sprt=Sprt(0, 10, 0.1, 0.2))
    assert from_json(to_json(settings), type(settings)) == settings
    opening = PlayedOpening("swap2", is_swapped=True, decided_for=(Player.SECOND,))
    one, two = (replace(game, opening=opening) for game in RESULTS[0].games)
    result = replace(RESULTS[0], games=(one, two))
    assert from_json(to_json(result), PairResult) == result


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE results SET json = '{}' WHERE number = 2",
        "UPDATE results SET json = replace(json, '3x3/3', '3y3/3')",
        "UPDATE settings SET json = substr(json, 1, 50)",
    ],
)
def test_damaged_contents_are_reported(path: Path, statement: str) -> None:
    filled(path)
    changed(path, statement)
    with pytest.raises(RunFileError, match=r"may.tengen' is damaged: restore a copy"):
        open_tournament_file(str(path))
