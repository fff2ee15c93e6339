from __future__ import annotations

from pathlib import Path

import pytest

from tengen.arena.engine_spec import EngineSpec
from tengen.arena.game import ClockKind, GameConditions
from tengen.arena.schedule import shipped_openings
from tengen.arena.tournament_file import RunOptions, TournamentFormat, TournamentSettings
from tengen.cli.arena_options import (
    OPENING_RULES,
    add_game_options,
    add_run_options,
    make_resume_parser,
    make_settings,
    with_worker_options,
)
from tengen.cli.arguments import Parser
from tengen.errors import UsageError
from tengen.game.opening_rules import OpeningRule
from tengen.rules.rules import FIVE_IN_A_ROW

ENGINES = (EngineSpec("a", "./a"), EngineSpec("b", "./b"))


def settings(*words: str) -> TournamentSettings:
    parser = Parser("test")
    add_game_options(parser, 6)
    add_run_options(parser)
    return make_settings(parser.parse_args(list(words)), TournamentFormat.SWISS, ENGINES)


def test_without_options_there_are_the_default_games() -> None:
    found = settings()
    assert found.conditions == GameConditions()
    assert (found.format, found.engines, found.pairs) == (TournamentFormat.SWISS, ENGINES, 3)
    assert (str(found.rules), found.opening_rule) == ("15x15/5 freestyle", "")
    assert found.run == RunOptions()


def test_only_freestyle_on_15x15_has_openings_without_a_file() -> None:
    found = settings()
    assert (found.opening_moves(), found.source) == (shipped_openings(FIVE_IN_A_ROW), "Tengen")
    assert len(found.openings) == 200
    for words in (["--openings", "empty"], ["--rules", "renju"], ["--opening-rule", "swap2"]):
        assert (settings(*words).openings, settings(*words).source) == (("",), "")


def test_the_file_of_openings_is_named(tmp_path: Path) -> None:
    path = tmp_path / "set.txt"
    path.write_text("h8i9\n")
    found = settings("--openings", str(path))
    assert (found.openings, found.source) == (("h8 i9",), "set.txt")


def test_every_opening_rule_has_its_name() -> None:
    assert {"free", *OPENING_RULES} == {rule.value for rule in OpeningRule}


def test_every_condition_has_an_option() -> None:
    words = "--time 50 --match-time 9000 --increment 20 --slack 7 --clock cpu --nodes 100 --depth 6"
    words += " --memory 350 --draw-after 80 --adjudicate 500 4 --log folder"
    assert settings(*words.split()).conditions == GameConditions(
        *(50, 9000, 20, 7, ClockKind.CPU, 100, 6, 350, 80, 500, 4), is_logged=True
    )


def test_a_match_time_leaves_a_single_move_without_a_limit() -> None:
    assert settings("--match-time", "9000").conditions.turn_ms == 0
    assert settings("--time", "0", "--nodes", "10").conditions.turn_ms == 0


@pytest.mark.parametrize(
    "words, message",
    [
        ("--games 3", "--games must be even"),
        ("--time 0", "--time 0 needs another limit: --match-time, --nodes or --depth"),
        ("--increment 5", "--increment needs --match-time"),
        ("--adjudicate 5", "expected 2 arguments"),
        ("--processes 2 --cluster tcp://a:1", "not allowed with argument --processes"),
        ("--clock sand", "invalid choice: 'sand'"),
        ("--memory -5", "a whole number from 1"),
    ],
)
def test_wrong_options_say_what_to_do(words: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        settings(*words.split())


def test_paths_are_stored_as_absolute_ones(tmp_path_factory: pytest.TempPathFactory) -> None:
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("work")
        patch.chdir(folder)
        run = settings("--keep", "games.txt", "--log", "log", "--processes", "3").run
    assert run == RunOptions(3, None, str(folder / "games.txt"), str(folder / "log"))
    assert settings("--keep", "/games/").run.keep == "/games/"


@pytest.mark.parametrize(
    "words, processes, cluster",
    [
        ([], 5, None),
        (["--processes", "2"], 2, None),
        (["--cluster", "tcp://a:1"], 1, "tcp://a:1"),
    ],
)
def test_a_resumed_run_may_have_other_workers(
    words: list[str], processes: int, cluster: str | None
) -> None:
    args = make_resume_parser("test").parse_args(["--resume", "file", *words])
    found = with_worker_options(settings("--processes", "5", "--keep", "/games"), args)
    assert found.run == RunOptions(processes, cluster, "/games")
