"""From one format into another: what was read, what was wrong with it, what got lost."""

from __future__ import annotations

import io
import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from itertools import chain

from tengen.errors import RecordError, RuleError, quote
from tengen.files import WholeFile, is_in_the_way
from tengen.records.collection import STANDARD, bytes_read, format_in, open_file, watched
from tengen.records.feature import Feature, Survey
from tengen.records.format import Format
from tengen.records.merging import lost_in_merging, merge
from tengen.records.position import judged
from tengen.records.problems import Problem, Problems
from tengen.records.reading import Reading, Writing
from tengen.records.record import Record
from tengen.records.sources import Source
from tengen.records.terminal import TerminalOutput

OnProgress = Callable[[int, int], None]
"""Told of bytes read and games converted so far."""


def _keep_quiet(_: int, __: int) -> None:
    """Nobody wants to know."""


@dataclass(slots=True)
class Conversion:
    """Files being converted. The counts are of all files so far."""

    to: Format
    reading: Reading = field(default_factory=Reading)
    writing: Writing = field(default_factory=Writing)
    from_name: str | None = None
    is_forced: bool = False
    """Whether files that are there already are replaced."""
    is_merged: bool = False
    """Whether all games of a file become one tree."""
    on_progress: OnProgress = _keep_quiet
    games: int = 0
    lost: Counter[Feature] = field(default_factory=Counter)
    problems: dict[str, Problems] = field(default_factory=dict)
    """By the name of the file that was read."""
    assumed: Counter[str] = field(default_factory=Counter)
    """Names of formats that do not say the rules, with the number of games read from them."""
    _done: int = 0

    def into_file(self, sources: list[Source], target: str) -> None:
        """All games of all files in one file. Raises RecordError and OSError."""
        self._check_target(target)
        if self._streams(sources, target):
            return
        before = self.games
        with _output(target) as out:
            self.to.write(self._all_games(sources), out, self.writing)
            if self.games == before:
                raise RecordError(f"no game was found for {quote(target)}: nothing is written")

    def into_folder(self, sources: list[Source], folder: str) -> None:
        """A file for every file, or for every game if the format holds but one."""
        used: set[str] = set()
        for source in sources:
            stem = _unused(os.path.splitext(source.name)[0], used)
            target = os.path.join(folder, stem)
            os.makedirs(os.path.dirname(target) or ".", exist_ok=True)
            try:
                self._each(source, target)
            except RecordError as error:
                self._note(source, Problem("", str(error)))

    def _each(self, source: Source, stem: str) -> None:
        suffix = self.to.suffixes[0]
        if self.to.many or self.is_merged:
            self.into_file([source], stem + suffix)
            return
        games = self._read(source)
        first, second = next(games, None), next(games, None)
        if first is not None and second is None:
            self._write_one(first, stem + suffix)
            return
        waiting = [record for record in (first, second) if record is not None]
        for number, record in enumerate(chain(waiting, games), 1):
            self._write_one(record, f"{stem}-{number:04}{suffix}")

    def _write_one(self, record: Record, target: str) -> None:
        self._check_target(target)
        with WholeFile(target) as out:
            self.to.write([record], out, self.writing)

    def _check_target(self, target: str) -> None:
        if not self.is_forced and target != STANDARD and is_in_the_way(target):
            raise RecordError(f"{quote(target)} is there already: --force replaces it")

    def _all_games(self, sources: list[Source]) -> Iterator[Record]:
        games = chain.from_iterable(self._read(source) for source in sources)
        if self.is_merged:
            yield from self._merge(games)
            return
        for number, record in enumerate(games):
            if number and not self.to.many:
                raise RecordError(
                    f"a {self.to.title} holds one game, and there are more: name a folder, with "
                    "a / at its end, for a file each, or --merge them into one tree"
                )
            yield record

    def _merge(self, games: Iterator[Record]) -> Iterator[Record]:
        """All games as one; names and results are lost in it."""
        first = next(games, None)
        if first is not None:
            if Feature.VARIATIONS not in self.to.holds:
                raise RecordError(
                    f"a {self.to.title} cannot hold variations, and so no merged games"
                )
            yield merge(chain((first,), games))

    def _read(self, source: Source) -> Iterator[Record]:
        """The games of a file that can be written; what is wrong with the others is noted."""
        reading = self._reading(source)
        try:
            with open_file(source.path) as file:
                format_ = format_in(file, source.path, self.from_name)
                for record in format_.read(file, reading):
                    self._tell(file)
                    if self._prepare(record, format_, reading):
                        yield record
        except RecordError as error:
            reading.problems.add("", str(error))
        except OSError as error:
            reading.problems.add("", f"cannot be read: {error.strerror or error}")
        self._done += source.size

    def _reading(self, source: Source) -> Reading:
        return replace(self.reading, problems=self.problems.setdefault(source.path, Problems()))

    def _prepare(self, record: Record, format_: Format, reading: Reading) -> bool:
        """Count what gets lost, and tell whether anything of a record can be written."""
        try:
            record.result = judged(record)
        except RuleError as error:
            reading.problems.add(f"game {self.games + 1}", str(error))
        objection = self.to.objection(record)
        if objection:
            reading.problems.add("", f"a game was left out: {objection}")
            return False
        lost = self.to.losses(record)
        self._count(record, format_, lost | lost_in_merging(record) if self.is_merged else lost)
        return True

    def _count(self, record: Record, format_: Format, lost: Counter[Feature]) -> None:
        self.games += 1
        self.lost.update(lost)
        says_rules = Feature.RULES in format_.holds or format_.spared(record)[Feature.RULES]
        if not (says_rules or self.reading.rules) and Feature.RULES in self.to.holds:
            self.assumed[f"{format_.name}: {record.rules}"] += 1

    def _streams(self, sources: list[Source], target: str) -> bool:
        """Convert one large tree in little memory, where both formats can."""
        if len(sources) != 1 or self.to.stream_out is None:
            return False
        (source,), reading = sources, self._reading(sources[0])
        with ExitStack() as stack:
            try:
                file = stack.enter_context(open_file(source.path))
                format_ = format_in(file, source.path, self.from_name)
                if format_.stream is None:
                    return False
                record, walk = format_.stream(file, reading)
            except (OSError, RecordError):
                return False  # it is told where all other files are read
            survey = Survey(record)
            out = stack.enter_context(_output(target))
            nodes = watched(survey.watch(walk), lambda _: self._tell(file))
            self.to.stream_out(record, nodes, out, self.writing)
        self._count(record, format_, self.to.losses(record, +survey.found))
        return True

    def _tell(self, file: io.BufferedReader) -> None:
        self.on_progress(self._done + bytes_read(file), self.games)

    def _note(self, source: Source, problem: Problem) -> None:
        problems = self.problems.setdefault(source.path, Problems())
        problems.add(problem.place, problem.what)


def _output(target: str) -> io.BufferedWriter | WholeFile:
    if target == STANDARD:
        is_seen = os.isatty(1)
        return io.BufferedWriter(TerminalOutput()) if is_seen else open(1, "wb", closefd=False)
    return WholeFile(target)


def _unused(stem: str, used: set[str]) -> str:
    """A name that no other file of this conversion has."""
    name, number = stem, 1
    while name in used:
        number += 1
        name = f"{stem}-{number}"
    used.add(name)
    return name
