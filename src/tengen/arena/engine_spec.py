"""Engines as text: what the user writes, and how the engine is started from it.

A text is a command line, `tengen [OPTIONS of tengen brain]`, `tengen@REVISION [OPTIONS]`, or a
level such as `level-3`.

A revision is cloned from the checkout that this program runs from, into the user's cache, and set
up by its own `./tengen`. What has been built is used again.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tengen.arena.game import EnginePlayer, GameConditions
from tengen.errors import UsageError, quote
from tengen.gomocup import EngineProcess
from tengen.rules import Rules

SOURCES = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
REMEDY = "run Tengen from a git clone, or give the command line of an engine"


def cache_directory() -> str:
    """Return where revisions are built: in `$XDG_CACHE_HOME`, or in `~/.cache`."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(base):
        base = os.path.expanduser("~/.cache")
    return os.path.join(base, "tengen", "engines")


@dataclass(frozen=True, slots=True)
class RevisionBuild:
    """The build of a commit, in a folder of its own."""

    commit: str
    folder: str

    @property
    def program(self) -> str:
        """The path of its `./tengen`."""
        return os.path.join(self.folder, "tengen")

    @property
    def _mark(self) -> str:
        return f"{self.folder}.ready"

    def ensure(self, sources: str = SOURCES) -> None:
        """Build it, unless that has been done; its set-up shows its progress.

        Raises UsageError if the revision cannot be built.
        """
        if os.path.exists(self._mark):
            return
        if not os.path.exists(self.folder):
            self._clone(sources)
        command = [self.program, "brain"]
        try:
            status = subprocess.run(  # noqa: S603 - running the revision is the purpose
                command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=False
            ).returncode
        except OSError as error:
            raise self._error(f"its ./tengen cannot be run: {error.strerror}") from None
        if status:
            raise self._error(f"its ./tengen ended with status {status}")
        with open(self._mark, "w", encoding="ascii") as file:
            file.write(f"{self.commit}\n")

    def _clone(self, sources: str) -> None:
        """Clone and check out into another folder, and rename it when it is complete."""
        try:
            parent = os.path.dirname(self.folder)
            os.makedirs(parent, exist_ok=True)
            rough = tempfile.mkdtemp(prefix="clone-", dir=parent)
        except OSError as error:
            raise self._error(f"cannot write {quote(str(error.filename))}") from None
        try:
            top = _git(sources, "rev-parse", "--show-toplevel")
            _git(top, "clone", "--quiet", "--shared", "--no-checkout", top, rough)
            _git(rough, "checkout", "--quiet", "--detach", self.commit)
            os.rename(rough, self.folder)
        except OSError:
            if not os.path.exists(self.folder):  # else another process was quicker
                raise self._error(f"cannot write {quote(self.folder)}") from None
        finally:
            shutil.rmtree(rough, ignore_errors=True)

    def _error(self, why: str) -> UsageError:
        return UsageError(f"cannot build revision {self.commit[:12]}: {why}.")


def build_of(commit: str) -> RevisionBuild:
    """Return the build of a commit, which may not have been made yet."""
    return RevisionBuild(commit, os.path.join(cache_directory(), commit[:12]))


def resolve_revision(revision: str, sources: str = SOURCES) -> str:
    """Return the commit of a tag, branch or other revision. Raises UsageError if there is none."""
    if not revision or revision.startswith("-"):
        raise UsageError(f"not a git revision: {quote(revision)}; write for example tengen@v1.0.")
    try:
        top = _git(sources, "rev-parse", "--show-toplevel")
    except UsageError as error:
        raise UsageError(f"tengen@{revision} needs a git clone of Tengen: {error}") from None
    if not os.path.exists(os.path.join(top, "tengen")):
        raise UsageError(f"tengen@{revision} needs a git clone of Tengen: {REMEDY}.")
    try:
        return _git(sources, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
    except UsageError:
        raise UsageError(
            f"there is no revision {quote(revision)} in the git clone {quote(top)}."
        ) from None


def _git(folder: str, *words: str) -> str:
    """Return what git prints. Raises UsageError if it fails or is missing."""
    try:
        done = subprocess.run(  # noqa: S603 - fixed words and checked revisions
            ["git", "-C", folder, *words],  # noqa: S607 - the user's git
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError as error:
        raise UsageError(f"git cannot be run ({error.strerror}): {REMEDY}.") from None
    if done.returncode:
        said = done.stderr.strip().splitlines() or [f"it ended with status {done.returncode}"]
        raise UsageError(f"git failed: {said[-1]}: {REMEDY}.")
    return done.stdout.strip()


OWN_ENGINE = "tengen"
LEVEL = re.compile(r"level-([0-9]{1,3})")
MAX_LEVEL = 10


@dataclass(frozen=True, slots=True)
class EngineSpec:
    """An engine that can be started on any machine: its name, its text and its settings."""

    name: str
    text: str
    info: tuple[tuple[str, str], ...] = ()
    """Settings to send before each game, as keys and values."""
    commit: str = ""
    """The commit of `tengen@REVISION`, so that it stays the same if a branch moves."""

    def build(self) -> RevisionBuild | None:
        """Return the build that the engine needs, if it is another revision of ours."""
        return build_of(self.commit) if self.commit else None

    def argv(self) -> list[str]:
        """Return the words that start the engine. Raises UsageError for a wrong text."""
        words = engine_words(self.text)
        level = LEVEL.fullmatch(words[0])
        if level and len(words) == 1:
            return _own_brain(["--level", level[1]])
        if words[0] == OWN_ENGINE:
            return _own_brain(words[1:])
        build = self.build()
        return words if build is None else [build.program, "brain", *words[1:]]

    def start(self, rules: Rules, conditions: GameConditions) -> EnginePlayer:
        """Start the engine and a game. Raises EngineError if it cannot play by the rules."""
        prepare_engines([self])
        limits = conditions.limits(self.info)
        engine = EngineProcess(self.argv(), name=self.name, limits=limits)
        try:
            engine.new_game(rules)
        except BaseException:
            engine.close()
            raise
        return engine


def parse_engine(text: str, name: str = "", info: Sequence[str] = ()) -> EngineSpec:
    """Read an engine. Raises UsageError if it is no command line, level or revision."""
    words = engine_words(text)
    level = LEVEL.fullmatch(words[0])
    if level and len(words) == 1 and not 1 <= int(level[1]) <= MAX_LEVEL:
        raise UsageError(f"there is no {quote(text)}: levels are 1 to {MAX_LEVEL}.")
    own, at, revision = words[0].partition("@")
    is_revision = own == OWN_ENGINE and bool(at)
    commit = resolve_revision(revision) if is_revision else ""
    return EngineSpec(name or _default_name(words[0]), text, parse_info(info), commit)


def parse_engine_command(text: str) -> list[str]:
    """Return the words that start an engine, which is built if it must be. Raises UsageError."""
    spec = parse_engine(text)
    prepare_engines([spec])
    return spec.argv()


def prepare_engines(engines: Iterable[EngineSpec]) -> None:
    """Build the revisions that these engines need. Raises UsageError."""
    for engine in engines:
        build = engine.build()
        if build is not None:
            build.ensure()


def parse_info(settings: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Read settings such as `max_node=1000`; of equal keys the last one counts."""
    for setting in settings:
        if not setting.partition("=")[0] or "=" not in setting:
            raise UsageError(f"a setting must be KEY=VALUE, not {quote(setting)}.")
    return tuple(
        {key: value for key, _, value in (each.partition("=") for each in settings)}.items()
    )


def with_unique_names(engines: Sequence[EngineSpec]) -> tuple[EngineSpec, ...]:
    """Return the engines with a number after each name that another one has before it."""
    taken: set[str] = set()
    found = []
    for engine in engines:
        name, number = engine.name, 1
        while name in taken:
            number += 1
            name = f"{engine.name}-{number}"
        taken.add(name)
        found.append(replace(engine, name=name))
    return tuple(found)


def engine_words(text: str) -> list[str]:
    """Return the words of a command line. Raises UsageError if there are none."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise UsageError(f"not a command line: {quote(text)}: {error}.") from None
    if not words:
        raise UsageError("the command line of an engine is empty.")
    return words


def _own_brain(options: Sequence[str]) -> list[str]:
    return [sys.executable, "-I", "-m", "tengen", "brain", *options]


def _default_name(program: str) -> str:
    """Return the last part of the program's path."""
    return program.rstrip("/").rpartition("/")[2] or program
