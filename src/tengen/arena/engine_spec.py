"""Engines as text: what the user writes, and how the engine is started from it.

A text is a command line, `tengen [OPTIONS of tengen brain]`, `tengen@REVISION [OPTIONS]`, or a
level such as `level-3`.
"""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tengen.arena.game import EnginePlayer, GameConditions
from tengen.arena.revision_build import RevisionBuild, build_of, resolve_revision
from tengen.errors import UsageError, quote
from tengen.gomocup import EngineProcess
from tengen.rules import Rules

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
