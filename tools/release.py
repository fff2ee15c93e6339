"""Release a version: set it, date its changes, build it, commit and tag it. Nothing is uploaded.

Usage: release.py VERSION [--dry-run] [--no-isolation]. The sdist and a wheel made from it are put
into dist. Where something is not right, one line says what, and nothing is changed.
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
    """Why there is no release."""


def main(arguments: list[str]) -> int:
    """Release unless something is not right, and give the exit status."""
    found = parse(arguments)
    try:
        check_version(found.version)
        check_repository(found.version)
        changed = {PACKAGE: with_version(found.version), CHANGELOG: with_changes(found.version)}
        if found.dry_run:
            tell_plan(found.version)
            return 0
        release(found.version, changed, isolation=not found.no_isolation)
    except NotReleased as error:
        print(f"release: {error}", file=sys.stderr)
        return 1
    return 0


def parse(arguments: list[str]) -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser("release.py", description="Release a version of Tengen.")
    parser.add_argument("version", metavar="VERSION", help="as in 1.2.0")
    parser.add_argument("--dry-run", action="store_true", help="check, and show what would be done")
    parser.add_argument(
        "--no-isolation", action="store_true", help="build with the setuptools and Cython at hand"
    )
    return parser.parse_args(arguments)


def check_version(version: str) -> None:
    """Raise NotReleased unless the version is one, and not older than the one that is there."""
    if not VERSION.fullmatch(version):
        raise NotReleased(f"{version!a} is not a version: write it as in 1.2.0")
    now = current_version()
    if as_numbers(version) < as_numbers(now):
        raise NotReleased(f"{version} is not newer than {now}, the version in {named(PACKAGE)}")


def check_repository(version: str) -> None:
    """Raise NotReleased unless this is a clean tree of the branch, and the version is new there."""
    branch = git("branch", "--show-current")
    if branch != BRANCH:
        raise NotReleased(f"this is {branch or 'no branch'}: run `git switch {BRANCH}` first")
    if git("status", "--porcelain"):
        raise NotReleased("there are changes that are not committed: see `git status`")
    tags = [tag for tag in git("tag", "--list", "v*").split() if VERSION.fullmatch(tag[1:])]
    newest = max(tags, key=lambda tag: as_numbers(tag[1:]), default="")
    if tag_of(version) in tags:
        raise NotReleased(f"the tag {tag_of(version)} exists: choose a newer version")
    if newest and as_numbers(version) < as_numbers(newest[1:]):
        raise NotReleased(f"{version} is not newer than the last release, {newest[1:]}")


def with_version(version: str) -> str:
    """The file of the version, with this one."""
    return VERSION_LINE.sub(f'__version__ = "{version}"', PACKAGE.read_text("utf-8"))


def with_changes(version: str) -> str:
    """The changelog with the unreleased changes under this version; raises NotReleased if none."""
    text = CHANGELOG.read_text("utf-8")
    section = UNRELEASED.search(text)
    if section is None or not re.search("^- ", section[1], re.MULTILINE):
        raise NotReleased(f"{named(CHANGELOG)} has no changes under `## Unreleased`")
    heading = f"## Unreleased\n\n{heading_of(version)}\n"
    return text[: section.start()] + heading + text[section.start(1) :]


def release(version: str, changed: dict[Path, str], *, isolation: bool) -> None:
    """Change the files, build, commit and tag; undo all of it where that fails."""
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
    """Give files their committed text again unless all goes well."""
    try:
        yield
    except BaseException:
        git("checkout", "--quiet", "HEAD", "--", *map(str, paths))
        raise


def build(version: str, *, isolation: bool) -> list[Path]:
    """Build the sdist, and a wheel from it; the files."""
    make_sdist = f"from setuptools import build_meta; build_meta.build_sdist({str(DIST)!r})"
    run([sys.executable, "-c", make_sdist])
    sdist = DIST / f"tengen_gomoku-{version}.tar.gz"
    options = ["--no-deps", "--quiet", "--wheel-dir", str(DIST)]
    isolated = [] if isolation else ["--no-build-isolation"]
    run([sys.executable, "-m", "pip", "wheel", *options, *isolated, str(sdist)])
    return [sdist, *DIST.glob(f"tengen_gomoku-{version}-*.whl")]


def tell_plan(version: str) -> None:
    """Say what a release would do."""
    print(f"would set the version in {named(PACKAGE)}: {current_version()} -> {version}")
    print(f"would put the changes in {named(CHANGELOG)} under: {heading_of(version)}")
    print(f"would build the sdist and a wheel of {version} into {named(DIST)}")
    print(f"would commit: {subject_of(version)}")
    print(f"would tag: {tag_of(version)}")


def current_version() -> str:
    """The version that the package says it is."""
    found = VERSION_LINE.search(PACKAGE.read_text("utf-8"))
    if found is None:
        raise NotReleased(f"{named(PACKAGE)} has no __version__")
    return found[1]


def as_numbers(version: str) -> tuple[int, ...]:
    """A version that can be compared."""
    return tuple(map(int, version.split(".")))


def heading_of(version: str) -> str:
    """The heading of its changes."""
    return f"## {version} ({dt.datetime.now(dt.UTC).date().isoformat()})"


def subject_of(version: str) -> str:
    """The subject of its commit."""
    return f"release: Tengen {version}"


def tag_of(version: str) -> str:
    """Its tag."""
    return f"v{version}"


def named(path: Path) -> str:
    """A path as seen from the root."""
    return str(path.relative_to(ROOT))


def git(*arguments: str) -> str:
    """What git says."""
    return run(["git", *arguments])


def run(command: list[str]) -> str:
    """What a command prints; raises NotReleased with the end of its complaint if it fails."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines() or ["it said nothing"]
        raise NotReleased(f"`{' '.join(command[:3])}` failed: {said[-1]}")
    return done.stdout.strip()


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
