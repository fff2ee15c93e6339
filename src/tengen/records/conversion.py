"""Convert files of games, and count the games, the problems and what the new format cannot hold.

Games can be merged into one tree. Output to a terminal is made printable, because a comment may
contain control sequences.
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
    """Standard output at a terminal: every character that is not printable becomes a space."""

    def __init__(self, fd: int = 1) -> None:
        super().__init__()
        self._fd = fd
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, data: ReadableBuffer) -> int:
        """Print bytes of UTF-8. Raises OSError."""
        block = bytes(data)
        shown = printable(self._decoder.decode(block), keep="\n\t").encode()
        while shown:
            shown = shown[os.write(self._fd, shown) :]
        return len(block)


FACT_FEATURES = (Feature.PLAYERS, Feature.OPENING, Feature.CLOCK, Feature.TAGS)


def merge_records(records: Iterable[Record]) -> Record:
    """Return one record whose variations are these games, in their order.

    It has no players and no result. Comments on the same position are joined. Raises RecordError
    if the games have different rules or start from different positions.
    """
    merged: Record | None = None
    for record in records:
        if merged is None:
            merged = Record(record.rules, record.root)
        elif (record.rules, _start_position(record)) != (merged.rules, _start_position(merged)):
            raise RecordError(
                f"cannot merge a game of {record.rules} with games of {merged.rules}: "
                "all games must have the same rules and start position"
            )
        else:
            _merge_trees(merged.root, record.root)
    return merged or Record()


def lost_in_merging(record: Record) -> Counter[Feature]:
    """Count what a game loses when it is merged with others."""
    found = survey(record)
    lost = Counter({feature: found[feature] for feature in FACT_FEATURES})
    lost[Feature.RESULT] = int(record.result.score is not Score.UNKNOWN)
    return +lost


def _start_position(record: Record) -> object:
    return record.root.stones, record.root.turn


def _merge_trees(root: Node, other: Node) -> None:
    """Add one tree to another, without recursion."""
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
    """Return what two nodes must share to be merged."""
    point = None if node.point is None else (node.point.row, node.point.col)
    return node.player, point, node.stones, node.turn


def _merge_details(node: Node, more: Node) -> None:
    if more.comment and more.comment not in node.comment:
        node.comment = "\n\n".join(filter(None, (node.comment, more.comment)))
    node.marks = tuple(dict.fromkeys((*node.marks, *more.marks)))
    node.signs = tuple(dict.fromkeys((*node.signs, *more.signs)))
    if node.time != more.time:
        node.time = None
    if node.evaluation != more.evaluation:
        node.evaluation = ""


OnProgress = Callable[[int, int], None]
"""Called with the bytes read and the games converted so far."""


def _ignore_progress(_: int, __: int) -> None:
    """Do nothing."""


@dataclass(slots=True)
class Conversion:
    """A conversion of one or more files; its counts are totals."""

    to: Format
    reading: Reading = field(default_factory=Reading)
    writing: Writing = field(default_factory=Writing)
    from_name: str | None = None
    is_forced: bool = False
    """Whether existing files are replaced."""
    is_merged: bool = False
    """Whether all games of a file become one tree."""
    on_progress: OnProgress = _ignore_progress
    games: int = 0
    """Games written."""
    lost: Counter[Feature] = field(default_factory=Counter)
    """What the new format could not hold."""
    problems: dict[str, Problems] = field(default_factory=dict)
    """Problems by the path of the file that was read."""
    assumed: Counter[str] = field(default_factory=Counter)
    """Games whose format does not hold the rules, by `format: rules that were assumed`."""
    _bytes_done: int = 0

    def into_file(self, sources: list[formats.SourceFile], target: str) -> None:
        """Write all games of all files to one file. Raises RecordError and OSError."""
        self._check_target(target)
        if self._try_stream(sources, target):
            return
        before = self.games
        with _output(target) as out:
            self.to.write(self._all_games(sources), out, self.writing)
            if self.games == before:
                raise RecordError(f"no games were found: {quote(target)} was not written")

    def into_folder(self, sources: list[formats.SourceFile], folder: str) -> None:
        """Write a file for each file, or for each game if the format holds only one."""
        used: set[str] = set()
        for source in sources:
            stem = _unique_name(os.path.splitext(source.name)[0], used)
            target = os.path.join(folder, stem)
            os.makedirs(os.path.dirname(target) or ".", exist_ok=True)
            try:
                self._convert_file(source, target)
            except RecordError as error:
                self._note(source, Problem("", str(error)))

    def _convert_file(self, source: formats.SourceFile, stem: str) -> None:
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
            raise RecordError(f"{quote(target)} already exists: use --force to replace it")

    def _all_games(self, sources: list[formats.SourceFile]) -> Iterator[Record]:
        games = chain.from_iterable(self._read(source) for source in sources)
        if self.is_merged:
            yield from self._merge(games)
            return
        for number, record in enumerate(games):
            if number and not self.to.many:
                raise RecordError(
                    f"a {self.to.title} holds only one game: end the output name with / to write "
                    "one file per game, or use --merge to make one tree"
                )
            yield record

    def _merge(self, games: Iterator[Record]) -> Iterator[Record]:
        """Merge all games into one, without names and results."""
        first = next(games, None)
        if first is not None:
            if Feature.VARIATIONS not in self.to.holds:
                raise RecordError(f"cannot merge games: a {self.to.title} holds no variations")
            yield merge_records(chain((first,), games))

    def _read(self, source: formats.SourceFile) -> Iterator[Record]:
        """Yield the games of a file that can be written, and note problems with the others."""
        reading = self._reading(source)
        try:
            with formats.open_file(source.path) as file:
                format_ = formats.format_in(file, source.path, self.from_name)
                for record in format_.read(file, reading):
                    self._report_progress(file)
                    if self._prepare(record, format_, reading):
                        yield record
        except RecordError as error:
            reading.problems.add("", str(error))
        except OSError as error:
            reading.problems.add("", f"cannot be read: {error.strerror or error}")
        self._bytes_done += source.size

    def _reading(self, source: formats.SourceFile) -> Reading:
        return replace(self.reading, problems=self.problems.setdefault(source.path, Problems()))

    def _prepare(self, record: Record, format_: Format, reading: Reading) -> bool:
        """Count what a record loses, and return whether it can be written."""
        try:
            record.result = judged(record)
        except RuleError as error:
            reading.problems.add(f"game {self.games + 1}", str(error))
        objection = self.to.objection(record)
        if objection:
            reading.problems.add("", f"a game was skipped: {objection}")
            return False
        lost = self.to.losses(record)
        self._count(record, format_, lost | lost_in_merging(record) if self.is_merged else lost)
        return True

    def _count(self, record: Record, format_: Format, lost: Counter[Feature]) -> None:
        self.games += 1
        self.lost.update(lost)
        has_rules = Feature.RULES in format_.holds or format_.also_holds(record)[Feature.RULES]
        if not (has_rules or self.reading.rules) and Feature.RULES in self.to.holds:
            self.assumed[f"{format_.name}: {record.rules}"] += 1

    def _try_stream(self, sources: list[formats.SourceFile], target: str) -> bool:
        """Convert one tree without loading it whole; False if the formats do not stream."""
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
                return False  # `_read` fails in the same way and reports it
            survey = Survey(record)
            out = stack.enter_context(_output(target))
            nodes = formats.report_progress(
                survey.watch(walk), lambda _: self._report_progress(file)
            )
            self.to.stream_out(record, nodes, out, self.writing)
        self._count(record, format_, self.to.losses(record, +survey.found))
        return True

    def _report_progress(self, file: io.BufferedReader) -> None:
        self.on_progress(self._bytes_done + formats.bytes_read(file), self.games)

    def _note(self, source: formats.SourceFile, problem: Problem) -> None:
        problems = self.problems.setdefault(source.path, Problems())
        problems.add(problem.place, problem.what)


def _output(target: str) -> io.BufferedWriter | AtomicFile:
    if target == formats.STANDARD_STREAM:
        is_terminal = os.isatty(1)
        return io.BufferedWriter(TerminalOutput()) if is_terminal else open(1, "wb", closefd=False)
    return AtomicFile(target)


def _unique_name(stem: str, used: set[str]) -> str:
    """Return a name that no other file of this conversion has, and remember it."""
    name, number = stem, 1
    while name in used:
        number += 1
        name = f"{stem}-{number}"
    used.add(name)
    return name
