"""Release a version: set it, date its changes, build it, commit and tag it. Nothing is uploaded.

Usage: release.py VERSION [--dry-run] [--no-isolation]. The sdist and a wheel made from it are
written to dist. If something is wrong, one line says what, and nothing is changed.
"""

import argparse
import datetime as dt
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
PACKAGE = ROOT / "src" / "tengen" / "__init__.py"
CHANGELOG = ROOT / "CHANGELOG.md"
BRANCH = "main"
VERSION = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)", re.ASCII)
VERSION_LINE = re.compile(r'^__version__ = "(.+)"$', re.MULTILINE)
UNRELEASED = re.compile(r"^## Unreleased\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)


class NotReleased(Exception):
    """The release is refused; the message says why."""


def main(arguments: list[str]) -> int:
    """Release the version unless something is wrong, and return the exit status."""
    args = parse(arguments)
    try:
        check_version(args.version)
        check_repository(args.version)
        changed = {PACKAGE: with_version(args.version), CHANGELOG: with_changes(args.version)}
        if args.dry_run:
            print_plan(args.version)
            return 0
        release(args.version, changed, isolation=not args.no_isolation)
    except NotReleased as error:
        print(f"release: {error}", file=sys.stderr)
        return 1
    return 0


def parse(arguments: list[str]) -> argparse.Namespace:
    """Parse the arguments."""
    parser = argparse.ArgumentParser("release.py", description="Release a version of Tengen.")
    parser.add_argument("version", metavar="VERSION", help="as in 1.2.0")
    parser.add_argument("--dry-run", action="store_true", help="check, and show what would be done")
    parser.add_argument(
        "--no-isolation", action="store_true", help="build with the installed setuptools and Cython"
    )
    return parser.parse_args(arguments)


def check_version(version: str) -> None:
    """Raise NotReleased if the version is malformed or older than the current one."""
    if not VERSION.fullmatch(version):
        raise NotReleased(f"{version!a} is not a version: write it as in 1.2.0")
    now = current_version()
    if as_numbers(version) < as_numbers(now):
        raise NotReleased(f"{version} is not newer than {now}, the version in {named(PACKAGE)}")


def check_repository(version: str) -> None:
    """Raise NotReleased unless the branch is right, the tree clean and the version new."""
    branch = git("branch", "--show-current")
    if branch != BRANCH:
        raise NotReleased(f"this is {branch or 'no branch'}: run `git switch {BRANCH}` first")
    if git("status", "--porcelain"):
        raise NotReleased("there are uncommitted changes: see `git status`")
    tags = [tag for tag in git("tag", "--list", "v*").split() if VERSION.fullmatch(tag[1:])]
    newest = max(tags, key=lambda tag: as_numbers(tag[1:]), default="")
    if tag_of(version) in tags:
        raise NotReleased(f"the tag {tag_of(version)} exists: choose a newer version")
    if newest and as_numbers(version) < as_numbers(newest[1:]):
        raise NotReleased(f"{version} is not newer than the last release, {newest[1:]}")


def with_version(version: str) -> str:
    """Return the text of the package file, with this version."""
    return VERSION_LINE.sub(f'__version__ = "{version}"', PACKAGE.read_text("utf-8"))


def with_changes(version: str) -> str:
    """Return the changelog with the unreleased changes under this version, or raise NotReleased."""
    text = CHANGELOG.read_text("utf-8")
    section = UNRELEASED.search(text)
    if section is None or not re.search("^- ", section[1], re.MULTILINE):
        raise NotReleased(f"{named(CHANGELOG)} has no changes under `## Unreleased`")
    heading = f"## Unreleased\n\n{heading_of(version)}\n"
    return text[: section.start()] + heading + text[section.start(1) :]


def release(version: str, changed: dict[Path, str], *, isolation: bool) -> None:
    """Change the files, build, commit and tag; undo everything on failure."""
    with undone_on_failure(changed):
        for path, text in changed.items():
            path.write_text(text, "utf-8")
        built = build(version, isolation=isolation)
        git("commit", "--quiet", "--all", "--message", subject_of(version))
    git("tag", "--annotate", tag_of(version), "--message", f"Tengen {version}")
    for path in built:
        print(named(path))


@contextmanager
def undone_on_failure(paths: dict[Path, str]) -> Iterator[None]:
    """Restore the committed text of files on failure."""
    try:
        yield
    except BaseException:
        git("checkout", "--quiet", "HEAD", "--", *map(str, paths))
        raise


def build(version: str, *, isolation: bool) -> list[Path]:
    """Build the sdist, and a wheel from it; return the files."""
    make_sdist = f"from setuptools import build_meta; build_meta.build_sdist({str(DIST)!r})"
    run([sys.executable, "-c", make_sdist])
    sdist = DIST / f"tengen_gomoku-{version}.tar.gz"
    options = ["--no-deps", "--quiet", "--wheel-dir", str(DIST)]
    isolated = [] if isolation else ["--no-build-isolation"]
    run([sys.executable, "-m", "pip", "wheel", *options, *isolated, str(sdist)])
    return [sdist, *DIST.glob(f"tengen_gomoku-{version}-*.whl")]


def print_plan(version: str) -> None:
    """Print what a release would do."""
    print(f"would set the version in {named(PACKAGE)}: {current_version()} -> {version}")
    print(f"would put the changes in {named(CHANGELOG)} under: {heading_of(version)}")
    print(f"would build the sdist and a wheel of {version} into {named(DIST)}")
    print(f"would commit: {subject_of(version)}")
    print(f"would tag: {tag_of(version)}")


def current_version() -> str:
    """Return the version of the package."""
    match = VERSION_LINE.search(PACKAGE.read_text("utf-8"))
    if match is None:
        raise NotReleased(f"{named(PACKAGE)} has no __version__")
    return match[1]


def as_numbers(version: str) -> tuple[int, ...]:
    """Return a version as numbers, for comparison."""
    return tuple(map(int, version.split(".")))


def heading_of(version: str) -> str:
    """Return the heading of a version in the changelog."""
    return f"## {version} ({dt.datetime.now(dt.UTC).date().isoformat()})"


def subject_of(version: str) -> str:
    """Return the subject of the release commit."""
    return f"release: Tengen {version}"


def tag_of(version: str) -> str:
    """Return the tag of a version."""
    return f"v{version}"


def named(path: Path) -> str:
    """Return a path relative to the root."""
    return str(path.relative_to(ROOT))


def git(*arguments: str) -> str:
    """Run git and return its output."""
    return run(["git", *arguments])


def run(command: list[str]) -> str:
    """Run a command and return its output. Raise NotReleased with its last line if it fails."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines() or ["it printed nothing"]
        raise NotReleased(f"`{' '.join(command[:3])}` failed: {lines[-1]}")
    return done.stdout.strip()


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
