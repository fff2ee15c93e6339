from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from kit.brains import mover

from tengen.arena import engine_spec
from tengen.arena.engine_spec import (
    MAX_LEVEL,
    EngineSpec,
    RevisionBuild,
    build_of,
    cache_directory,
    parse_engine,
    parse_engine_command,
    resolve_revision,
    with_unique_names,
)
from tengen.arena.game import GameConditions
from tengen.engine.levels import LEVELS
from tengen.errors import EngineTerminated, UsageError
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import FIVE_IN_A_ROW

SCRIPT = """#!/bin/sh
echo "$1 %s" >> "$0.log"
exit %d
"""
GIT = ["git", "-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false"]


def git(folder: Path, *words: str) -> str:
    done = subprocess.run([*GIT, *words], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def commit(folder: Path, version: str, status: int = 0) -> str:
    program = folder / "tengen"
    program.write_text(SCRIPT % (version, status))
    program.chmod(0o755)
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message", version)
    return git(folder, "rev-parse", "HEAD")


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "clone"
    folder.mkdir()
    git(folder, "init", "--quiet")
    return folder


def test_a_revision_is_a_commit(clone: Path) -> None:
    old = commit(clone, "old")
    git(clone, "tag", "v1")
    new = commit(clone, "new")
    assert resolve_revision("v1", str(clone)) == resolve_revision("HEAD~1", str(clone)) == old
    assert resolve_revision("HEAD", str(clone)) == new


def test_a_revision_is_built_once_by_its_own_script(clone: Path) -> None:
    old = commit(clone, "old")
    commit(clone, "new")
    build = build_of(old)
    (clone / "src").mkdir()
    for _ in range(2):
        build.ensure(str(clone / "src"))
    assert Path(f"{build.program}.log").read_text() == "brain old\n"
    assert git(clone, "status", "--short") == ""
    assert sorted(os.listdir(cache_directory())) == [old[:12], f"{old[:12]}.ready"]


def test_a_build_that_failed_is_tried_again(clone: Path) -> None:
    build = build_of(commit(clone, "broken", status=3))
    for _ in range(2):
        with pytest.raises(UsageError, match=r"cannot build revision .*: .* ended with status 3"):
            build.ensure(str(clone))
    assert Path(f"{build.program}.log").read_text() == "brain broken\n" * 2


def test_a_revision_without_the_script_is_refused(clone: Path) -> None:
    commit(clone, "good")
    (clone / "tengen").rename(clone / "other")
    git(clone, "add", "--all")
    git(clone, "commit", "--quiet", "--message", "other")
    build = build_of(git(clone, "rev-parse", "HEAD"))
    with pytest.raises(UsageError, match=r"its \./tengen cannot be run: No such file"):
        build.ensure(str(clone))


@pytest.mark.parametrize("revision", ["", "-x", "--all"])
def test_what_looks_like_an_option_is_no_revision(clone: Path, revision: str) -> None:
    with pytest.raises(UsageError, match="not a git revision"):
        resolve_revision(revision, str(clone))


def test_an_unknown_revision_is_named(clone: Path) -> None:
    commit(clone, "one")
    with pytest.raises(UsageError, match="there is no revision 'v9' in the git clone"):
        resolve_revision("v9", str(clone))


def test_without_a_clone_there_are_no_revisions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    with pytest.raises(UsageError, match="tengen@v1 needs a git clone of Tengen"):
        resolve_revision("v1", str(tmp_path))


def test_a_clone_of_something_else_has_no_revisions_of_ours(clone: Path) -> None:
    with pytest.raises(UsageError, match="tengen@HEAD needs a git clone of Tengen"):
        resolve_revision("HEAD", str(clone))


def test_without_git_an_error_says_so(clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commit(clone, "one")
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(UsageError, match=r"git cannot be run \(No such file or directory\)"):
        resolve_revision("HEAD", str(clone))


def test_a_cache_that_cannot_be_written_is_an_error(clone: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    build = RevisionBuild(commit(clone, "one"), str(tmp_path / "file" / "build"))
    with pytest.raises(UsageError, match="cannot write"):
        build.ensure(str(clone))


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
