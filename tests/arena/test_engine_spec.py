from __future__ import annotations

import pickle
import sys
from pathlib import Path

import pytest
from kit.brains import mover

from tengen.arena import engine_spec
from tengen.arena.engine_spec import (
    MAX_LEVEL,
    EngineSpec,
    parse_engine,
    parse_engine_command,
    with_unique_names,
)
from tengen.arena.game import GameConditions
from tengen.arena.revision_build import cache_directory
from tengen.engine.levels import LEVELS
from tengen.errors import EngineTerminated, UsageError
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import FIVE_IN_A_ROW

OWN = [sys.executable, "-I", "-m", "tengen", "brain"]


@pytest.mark.parametrize(
    "text, name, argv",
    [
        ("./bin/pbrain -q 'a b'", "pbrain", ["./bin/pbrain", "-q", "a b"]),
        ("tengen", "tengen", OWN),
        ("tengen --level 3 --seed 4", "tengen", [*OWN, "--level", "3", "--seed", "4"]),
        ("level-7", "level-7", [*OWN, "--level", "7"]),
        ("level-7 --fast", "level-7", ["level-7", "--fast"]),
        ("./tengen", "tengen", ["./tengen"]),
    ],
)
def test_a_text_has_a_name_and_a_command(text: str, name: str, argv: list[str]) -> None:
    spec = parse_engine(text)
    assert (spec.name, spec.argv()) == (name, argv)
    assert parse_engine_command(text) == argv
    assert pickle.loads(pickle.dumps(spec)) == spec


def test_another_revision_runs_from_its_own_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_spec, "resolve_revision", {"v1.0": "0123456789abcdef"}.__getitem__)
    spec = parse_engine("tengen@v1.0 --level 3")
    assert spec == EngineSpec("tengen@v1.0", "tengen@v1.0 --level 3", (), "0123456789abcdef")
    program = f"{cache_directory()}/0123456789ab/tengen"
    assert spec.argv() == [program, "brain", "--level", "3"]


@pytest.mark.parametrize(
    "text, info, message",
    [
        ("", [], "the command line of an engine is empty"),
        ("'two", [], "not a command line"),
        ("level-0", [], "there is no 'level-0': levels are 1 to 10"),
        ("level-11", [], "there is no 'level-11': levels are 1 to 10"),
        ("a", ["key"], "a setting must be KEY=VALUE, not 'key'"),
        ("a", ["=1"], "a setting must be KEY=VALUE, not '=1'"),
        ("tengen@", [], "not a git revision: ''"),
    ],
)
def test_a_wrong_engine_is_refused_in_one_line(text: str, info: list[str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        parse_engine(text, info=info)


def test_the_last_of_two_equal_settings_counts() -> None:
    assert parse_engine("a", info=["b=1", "c=x=y", "b="]).info == (("b", ""), ("c", "x=y"))


def test_there_are_as_many_levels_as_the_engine_has() -> None:
    assert max(LEVELS) == MAX_LEVEL


def test_equal_names_get_numbers() -> None:
    specs = [EngineSpec(name, name) for name in ("a", "a", "b", "a", "a-2")]
    names = [spec.name for spec in with_unique_names(specs)]
    assert names == ["a", "a-2", "b", "a-3", "a-2-2"]


def test_a_started_engine_answers(tmp_path: Path) -> None:
    program = tmp_path / "brain.py"
    program.write_text(mover()[-1])
    player = parse_engine(f"'{sys.executable}' '{program}'", "one").start(
        FIVE_IN_A_ROW, GameConditions(turn_ms=60_000)
    )
    assert player.name == "one"
    assert player.choose(Board(FIVE_IN_A_ROW)) == Point(0, 0)
    player.close()


def test_a_missing_program_cannot_be_started() -> None:
    with pytest.raises(EngineTerminated, match="engine 'one' could not be started"):
        parse_engine("/nowhere/one").start(FIVE_IN_A_ROW, GameConditions())
