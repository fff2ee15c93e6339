"""tools/release.py refuses a wrong release in one line, and changes nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from kit.clones import commit, git, make_repository, release

import tengen

EMPTY = "# Changelog\n\n## Unreleased\n\n## 0.0.1 (2020-01-01)\n- Something.\n"


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Return a repository in which 9.0.0 could be released."""
    return make_repository(tmp_path)


def refusal(clone: Path, version: str) -> str:
    """Return why a release is refused, after checking that nothing has changed."""
    before = git(clone, "log", "--all", "--format=%H"), git(clone, "status", "--porcelain")
    ran = release(clone, version)
    after = git(clone, "log", "--all", "--format=%H"), git(clone, "status", "--porcelain")
    assert (ran.returncode, ran.stdout, ran.stderr.count("\n")) == (1, "", 1)
    assert before == after
    return ran.stderr


@pytest.mark.parametrize("version", ["9", "9.0", "v9.0.0", "9.0.0rc1", "9.00.0", "9.0.0\n"])
def test_a_wrong_version_is_refused(version: str, clone: Path) -> None:
    assert "is not a version: write it as in 1.2.0" in refusal(clone, version)


def test_an_older_version_is_refused(clone: Path) -> None:
    assert f"0.0.9 is not newer than {tengen.__version__}" in refusal(clone, "0.0.9")


def test_versions_are_compared_as_numbers(clone: Path) -> None:
    git(clone, "tag", "v10.0.0")
    git(clone, "tag", "v9.9.9")
    assert "9.10.0 is not newer than the last release, 10.0.0" in refusal(clone, "9.10.0")


def test_a_version_with_a_tag_is_refused(clone: Path) -> None:
    git(clone, "tag", "v9.0.0")
    assert "the tag v9.0.0 exists" in refusal(clone, "9.0.0")


def test_another_branch_is_refused(clone: Path) -> None:
    git(clone, "switch", "--quiet", "--create", "idea")
    assert "this is idea: run `git switch main` first" in refusal(clone, "9.0.0")
    git(clone, "switch", "--quiet", "--detach")
    assert "this is no branch" in refusal(clone, "9.0.0")


@pytest.mark.parametrize("name", ["LICENSE", "new.txt"])
def test_uncommitted_changes_are_refused(name: str, clone: Path) -> None:
    (clone / name).write_text("changed")
    assert "uncommitted changes" in refusal(clone, "9.0.0")


@pytest.mark.parametrize("text", ["# Changelog\n", EMPTY])
def test_a_changelog_without_changes_is_refused(text: str, clone: Path) -> None:
    (clone / "CHANGELOG.md").write_text(text)
    commit(clone, "no changes")
    assert "CHANGELOG.md has no changes under `## Unreleased`" in refusal(clone, "9.0.0")


def test_a_failed_build_changes_nothing(clone: Path) -> None:
    (clone / "pyproject.toml").write_text("[project]\n")
    commit(clone, "break the project file")
    assert " failed: " in refusal(clone, "9.0.0")


def test_a_dry_run_shows_everything_and_changes_nothing(clone: Path) -> None:
    ran = release(clone, "9.0.0", "--dry-run")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert f"src/tengen/__init__.py: {tengen.__version__} -> 9.0.0\n" in ran.stdout
    assert re.search(r"CHANGELOG\.md under: ## 9\.0\.0 \(\d{4}-\d\d-\d\d\)\n", ran.stdout)
    assert ran.stdout.endswith("would commit: release: Tengen 9.0.0\nwould tag: v9.0.0\n")
    assert git(clone, "status", "--porcelain", "--ignored") == ""


def test_the_first_release_may_have_the_current_version(clone: Path) -> None:
    assert release(clone, tengen.__version__, "--dry-run").returncode == 0
