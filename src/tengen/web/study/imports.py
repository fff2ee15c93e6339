"""Games that somebody brings along: a file in any format, or a text that was pasted."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from itertools import islice

import msgspec
from msgspec.structs import replace

from tengen.errors import ParseError, RecordError, RuleError
from tengen.online.lists import Imported
from tengen.records.format import Format
from tengen.records.formats import FORMATS, detect_format
from tengen.records.game_tree import Node, Visit, tree_of, visits
from tengen.records.json_records import write_json
from tengen.records.reading import Problem, Problems, Reading, Writing
from tengen.records.record import Record
from tengen.rules.coordinates import RowOne
from tengen.rules.rules import Rules
from tengen.web.study.pasted import read_diagram, read_link, without_numbers

MOST_BYTES = 2 << 20
MOST_GAMES = 200
MOST_NODES = 20_000
MOST_PROBLEMS = 20
HEAD = 1 << 12
NOTHING = (
    "no game and no position could be read: try a record file, moves such as h8 i9 g9, "
    "or a line such as 15x15/5 freestyle h8 i9"
)

Reader = Callable[[bytes, Reading], Iterator[Record]]


def read_import(data: bytes, name: str = "", rules: Rules | None = None) -> Imported:
    """Read games, as many as anybody wants to look at.

    `name` is the file's, `rules` are for what does not say them. Raises RecordError if there is
    nothing at all.
    """
    found = _read(data, name, rules)
    if rules is None or (found is not None and not found.problems):
        return _checked(found)
    other = _read(data, name, None)  # moves of another board than the one they were brought to
    if found is None or (other is not None and len(other.problems) < len(found.problems)):
        found = other
    return _checked(found)


def _read(data: bytes, name: str, rules: Rules | None) -> Imported | None:
    for read in _readers(data, name):
        reading = Reading(rules, RowOne.BOTTOM)
        try:
            games = list(_bounded(read(data, reading), reading.problems))
        except (ParseError, RecordError, RuleError):
            continue
        if games:
            return Imported(tuple(map(to_raw, games)), _told(reading.problems))
    return None


def _checked(found: Imported | None) -> Imported:
    if found is None:
        raise RecordError(NOTHING)
    return found


def to_raw(record: Record) -> msgspec.Raw:
    """A record as JSON."""
    out = io.BytesIO()
    write_json([record], out, Writing())
    return msgspec.Raw(out.getvalue())


def from_json(data: bytes) -> Record:
    """A record from JSON. Raises RecordError, also where only a part of it makes sense."""
    reading = Reading()
    record = next(FORMATS["json"].read(io.BytesIO(data), reading), None)
    for problem in reading.problems.kept[:1]:
        raise RecordError(str(problem))
    assert record is not None
    return record


def _readers(data: bytes, name: str) -> Iterator[Reader]:
    """Whoever could understand it, the likeliest first."""
    yield read_link
    try:
        yield _reader(detect_format(name, data[:HEAD]))
    except RecordError:
        yield _reader(FORMATS["games"])
        yield lambda text, reading: _reader(FORMATS["moves"])(without_numbers(text), reading)
    yield read_diagram


def _reader(format_: Format) -> Reader:
    def read(data: bytes, reading: Reading) -> Iterator[Record]:
        file = io.BytesIO(data)
        if format_.stream is None:
            yield from format_.read(file, reading)
            return
        record, walk = format_.stream(file, reading)
        record.root = tree_of(islice(walk, MOST_NODES + 1))
        yield record

    return read


def _bounded(games: Iterator[Record], problems: Problems) -> Iterator[Record]:
    """As many games and moves as there may be; what is left out is told."""
    left = MOST_NODES
    for number, record in enumerate(games):
        if number == MOST_GAMES or not left:
            _tell_cut(problems, f"only the first {number} games are here")
            return
        size = sum(1 for _ in islice(visits(record.root), left + 1))
        if size > left:
            record.root = _prune(record.root, left)
            _tell_cut(problems, f"only the first {left:,} moves of game {number + 1} are here")
        left = max(0, left - size)
        yield record


def _prune(root: Node, size: int) -> Node:
    """The first nodes of a tree; the tree itself stays as it is."""
    walk = islice(visits(root), size)
    return tree_of(Visit(depth, replace(node, children=[]), more) for depth, node, more in walk)


def _tell_cut(problems: Problems, what: str) -> None:
    """Say first what matters most."""
    problems.kept.insert(0, Problem("", what))
    problems.count += 1


def _told(problems: Problems) -> tuple[str, ...]:
    """The problems, as far as anybody wants to read them."""
    told = [str(problem) for problem in problems.kept[:MOST_PROBLEMS]]
    rest = problems.count - len(told)
    return (*told, f"and {rest} more") if rest else tuple(told)
