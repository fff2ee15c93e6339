from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tengen.arena.revision_build import (
    RevisionBuild,
    build_of,
    cache_directory,
    resolve_revision,
)
from tengen.errors import UsageError

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
