"""Temporary repositories with Tengen in them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
FILES = (
    *("CHANGELOG.md", "LICENSE", "MANIFEST.in", "README.md", "docs/package.md", "pyproject.toml"),
    *("setup.py", "tools/release.py"),
)
UNSIGNED = ("commit.gpgsign false", "tag.gpgsign false")


def make_repository(place: Path, *, with_package: bool = False) -> Path:
    """Make a repository whose main branch has what a release needs, in one commit."""
    clone = place / "clone"
    for name in (*FILES, "src/tengen/__init__.py"):
        (clone / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, clone / name)
    if with_package:
        leave_out = shutil.ignore_patterns("*.so", "__pycache__")
        shutil.copytree(
            *(ROOT / "src" / "tengen", clone / "src" / "tengen"),
            ignore=leave_out,
            dirs_exist_ok=True,
        )
    (clone / ".gitignore").write_text("/dist/\n/build/\n*.egg-info/\n")
    git(clone, "init", "--quiet", "--initial-branch=main")
    for line in ("user.name Anna", "user.email anna@five.example", *UNSIGNED):
        git(clone, "config", *line.split())
    commit(clone, "begin")
    return clone


def git(clone: Path, *arguments: str) -> str:
    """Run git; return its output."""
    command = ["git", "-C", str(clone), *arguments]
    return subprocess.check_output(command, text=True, stderr=subprocess.STDOUT).strip()


def commit(clone: Path, subject: str) -> None:
    """Commit everything."""
    git(clone, "add", "--all")
    git(clone, "commit", "--quiet", "--allow-empty", "--message", subject)


def release(clone: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the release tool in a repository."""
    return subprocess.run(
        [sys.executable, str(clone / "tools" / "release.py"), *arguments],
        capture_output=True,
        text=True,
        check=False,
    )
