"""From one format into another: what was read, what was wrong with it, what got lost.

Many games can be merged into one tree, and records can be shown on a terminal, which would obey
what a comment has hidden in it.
"""

from __future__ import annotations

import codecs
import io
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TYPE_CHECKING

from tengen.atomic_file import AtomicFile, would_replace_file
from tengen.errors import RecordError, RuleError, quote
from tengen.printable import printable
from tengen.records import formats
from tengen.records.format import Feature, Format, Survey, survey
from tengen.records.game_tree import Node
from tengen.records.reading import Problem, Problems, Reading, Writing
from tengen.records.record import Record, Score, judged

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


class TerminalOutput(io.RawIOBase):
    """Standard output as text: whatever is neither printable nor white space becomes a space."""

    def __init__(self, fd: int = 1) -> None:
        super().__init__()
        self._fd = fd
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def writable(self) -> bool:
        """Always."""
        return True

    def write(self, data: ReadableBuffer) -> int:
        """Show these bytes. Raises OSError."""
        block = bytes(data)
        shown = printable(self._decoder.decode(block), keep="\n\t").encode()
        while shown:
            shown = shown[os.write(self._fd, shown) :]
        return len(block)


FACT_FEATURES = (Feature.PLAYERS, Feature.OPENING, Feature.CLOCK, Feature.TAGS)


def merge_records(records: Iterable[Record]) -> Record:
    """A record whose variations are all of these games, in their order.

    It has no players and no result. Comments on the same position are put below each other.
    Raises RecordError for games of different rules, or from different set-ups.
    """
    merged: Record | None = None
    for record in records:
        if merged is None:
            merged = Record(record.rules, record.root)
        elif (record.rules, _start_position(record)) != (merged.rules, _start_position(merged)):
            raise RecordError(
                f"a game of {record.rules} cannot be in one tree with games of {merged.rules}, "
                "nor can games from different positions"
            )
        else:
            _merge_trees(merged.root, record.root)
    return merged or Record()


def lost_in_merging(record: Record) -> Counter[Feature]:
    """What a game has that a tree of many games has not."""
    found = survey(record)
    lost = Counter({feature: found[feature] for feature in FACT_FEATURES})
    lost[Feature.RESULT] = int(record.result.score is not Score.UNKNOWN)
    return +lost


def _start_position(record: Record) -> object:
    return record.root.stones, record.root.turn


def _merge_trees(root: Node, other: Node) -> None:
    """Put one tree into another, however deep they are."""
    waiting = [(root, other)]
    while waiting:
        node, more = waiting.pop()
        _merge_details(node, more)
        known = {_node_key(child): child for child in node.children}
        for child in more.children:
            same = known.get(_node_key(child))
            if same is None:
                node.children.append(child)
                known[_node_key(child)] = child
            else:
                waiting.append((same, child))


def _node_key(node: Node) -> object:
    """What makes two nodes the same."""
    point = None if node.point is None else (node.point.row, node.point.col)
    return node.player, point, node.stones, node.turn


def _merge_details(node: Node, more: Node) -> None:
    if more.comment and more.comment not in node.comment:
        node.comment = "\n\n".join(filter(None, (node.comment, more.comment)))
    node.marks = tuple(dict.fromkeys((*node.marks, *more.marks)))
    node.signs = tuple(dict.fromkeys((*node.signs, *more.signs)))
    if node.time != more.time:
        node.time = None


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

    def into_file(self, sources: list[formats.SourceFile], target: str) -> None:
        """All games of all files in one file. Raises RecordError and OSError."""
        self._check_target(target)
        if self._streams(sources, target):
            return
        before = self.games
        with _output(target) as out:
            self.to.write(self._all_games(sources), out, self.writing)
            if self.games == before:
                raise RecordError(f"no game was found for {quote(target)}: nothing is written")

    def into_folder(self, sources: list[formats.SourceFile], folder: str) -> None:
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

    def _each(self, source: formats.SourceFile, stem: str) -> None:
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
        with AtomicFile(target) as out:
            self.to.write([record], out, self.writing)

    def _check_target(self, target: str) -> None:
        if not self.is_forced and target != formats.STANDARD_STREAM and would_replace_file(target):
            raise RecordError(f"{quote(target)} is there already: --force replaces it")

    def _all_games(self, sources: list[formats.SourceFile]) -> Iterator[Record]:
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
            yield merge_records(chain((first,), games))

    def _read(self, source: formats.SourceFile) -> Iterator[Record]:
        """The games of a file that can be written; what is wrong with the others is noted."""
        reading = self._reading(source)
        try:
            with formats.open_file(source.path) as file:
                format_ = formats.format_in(file, source.path, self.from_name)
                for record in format_.read(file, reading):
                    self._tell(file)
                    if self._prepare(record, format_, reading):
                        yield record
        except RecordError as error:
            reading.problems.add("", str(error))
        except OSError as error:
            reading.problems.add("", f"cannot be read: {error.strerror or error}")
        self._done += source.size

    def _reading(self, source: formats.SourceFile) -> Reading:
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

    def _streams(self, sources: list[formats.SourceFile], target: str) -> bool:
        """Convert one large tree in little memory, where both formats can."""
        if len(sources) != 1 or self.to.stream_out is None:
            return False
        (source,), reading = sources, self._reading(sources[0])
        with ExitStack() as stack:
            try:
                file = stack.enter_context(formats.open_file(source.path))
                format_ = formats.format_in(file, source.path, self.from_name)
                if format_.stream is None:
                    return False
                record, walk = format_.stream(file, reading)
            except (OSError, RecordError):
                return False  # it is told where all other files are read
            survey = Survey(record)
            out = stack.enter_context(_output(target))
            nodes = formats.report_progress(survey.watch(walk), lambda _: self._tell(file))
            self.to.stream_out(record, nodes, out, self.writing)
        self._count(record, format_, self.to.losses(record, +survey.found))
        return True

    def _tell(self, file: io.BufferedReader) -> None:
        self.on_progress(self._done + formats.bytes_read(file), self.games)

    def _note(self, source: formats.SourceFile, problem: Problem) -> None:
        problems = self.problems.setdefault(source.path, Problems())
        problems.add(problem.place, problem.what)


def _output(target: str) -> io.BufferedWriter | AtomicFile:
    if target == formats.STANDARD_STREAM:
        is_seen = os.isatty(1)
        return io.BufferedWriter(TerminalOutput()) if is_seen else open(1, "wb", closefd=False)
    return AtomicFile(target)


def _unused(stem: str, used: set[str]) -> str:
    """A name that no other file of this conversion has."""
    name, number = stem, 1
    while name in used:
        number += 1
        name = f"{stem}-{number}"
    used.add(name)
    return name
