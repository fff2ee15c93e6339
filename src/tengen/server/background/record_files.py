"""Records read from files and pasted texts, and written in every format, with what gets lost.

A pasted text may be a link to an analysis board, numbered moves, or a drawing of a board.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from itertools import islice
from urllib.parse import parse_qs

import msgspec
from msgspec.structs import replace

from tengen.errors import ParseError, RecordError, RuleError
from tengen.records.format import Format, tell_losses
from tengen.records.formats import FORMATS, detect_format, format_named
from tengen.records.game_tree import Node, Visit, tree_of, visits
from tengen.records.json_records import write_json
from tengen.records.reading import Problem, Problems, Reading, Writing
from tengen.records.record import Record, add_moves, record_of
from tengen.rules.coordinates import RowOne
from tengen.rules.notation import parse_diagram, parse_moves, parse_rules
from tengen.rules.rules import GAMES, Rules
from tengen.server.messages.study import FormatView, Imported

MOST_BYTES = 2 << 20
MOST_GAMES = 200
MOST_NODES = 20_000
MOST_PROBLEMS = 20
HEAD_BYTES = 1 << 12
NOTHING_READ = (
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
            return Imported(tuple(map(record_to_json, games)), _told(reading.problems))
    return None


def _checked(found: Imported | None) -> Imported:
    if found is None:
        raise RecordError(NOTHING_READ)
    return found


def record_to_json(record: Record) -> msgspec.Raw:
    """A record as JSON."""
    out = io.BytesIO()
    write_json([record], out, Writing())
    return msgspec.Raw(out.getvalue())


def record_from_json(data: bytes) -> Record:
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
        yield _reader(detect_format(name, data[:HEAD_BYTES]))
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


def write_record(record: Record, name: str) -> tuple[bytes, str]:
    """A record in a format, and what the format loses of it. Raises RecordError."""
    format_ = format_named(name)
    objection = format_.objection(record)
    if objection:
        raise RecordError(f"it cannot be written as {format_.name}: {objection}")
    out = io.BytesIO()
    format_.write([record], out, Writing(RowOne.BOTTOM))
    return out.getvalue(), tell_losses(format_.losses(record))


def list_losses(record: Record) -> list[FormatView]:
    """What each format would lose of a record."""
    return [_view(format_, record) for format_ in FORMATS.values()]


def _view(format_: Format, record: Record) -> FormatView:
    lost = tell_losses(format_.losses(record))
    objection = format_.objection(record)
    return FormatView(format_.name, format_.title, format_.suffixes[0], lost, objection)


BOARD_LINK = re.compile(rb"\s*\S*/analysis\?\S+\s*", re.ASCII)
MOVE_NUMBERS = re.compile(rb"\b\d+\s*[.)]+\s*", re.ASCII)
DRAWN_ROW = re.compile(r"[\s.XxOo+*_·●○◯×\d|-]+")
SIGNS = str.maketrans("xo+_·-●○◯×*0", "XO....XOOXXO", "|")
"""How else people write an empty point and the two players."""
USUAL_K = 5


def read_link(data: bytes, _: Reading) -> Iterator[Record]:
    """The game of a link to an analysis board. Raises ParseError and RecordError."""
    if len(data) > 1 << 16 or BOARD_LINK.fullmatch(data) is None:
        raise RecordError("not a link to an analysis board")
    query = data.decode(errors="replace").strip().partition("?")[2]
    asked = parse_qs(query.partition("#")[0])
    rules = rules_in_link(asked.get("rules", ["five"])[0])
    record = Record(rules)
    add_moves(record.root, parse_moves(asked.get("moves", [""])[0], rules))
    yield record


def rules_in_link(text: str) -> Rules:
    """Rules as addresses have them, with a + for the blank or without. Raises ParseError."""
    return parse_rules(text.replace("+", " "))


def without_numbers(data: bytes) -> bytes:
    """`1. h8 2. i9` without the numbers."""
    return MOVE_NUMBERS.sub(b" ", data)


def read_diagram(data: bytes, reading: Reading) -> Iterator[Record]:
    """A drawing of a board of any size. Raises ParseError, RecordError and RuleError."""
    rows = [_plain(line) for line in data.decode(errors="replace").splitlines()]
    drawn = [row for row in rows if row]
    width = max((len(row) for row in drawn), default=0)
    if len(drawn) < 2 or len({len(row) for row in drawn}) > 1:
        raise RecordError("not a drawing of a board")
    rules = reading.rules
    if rules is None or (rules.width, rules.height) != (width, len(drawn)):
        rules = _usual(width, len(drawn))
    yield record_of(parse_diagram("\n".join(" ".join(row) for row in drawn), rules))


def _plain(line: str) -> list[str]:
    """The points of a drawn row as . X O; nothing of a line with letters or of none at all."""
    if not DRAWN_ROW.fullmatch(line):
        return []
    words = line.split()
    if words[1:] and words[0].isdecimal():
        del words[0]
    if words[1:] and words[-1].isdecimal() and words[-1] != "0":
        del words[-1]
    return list("".join(words).translate(SIGNS))


def _usual(width: int, height: int) -> Rules:
    """The game that is usually played on a board of this size."""
    for rules in GAMES.values():
        if (rules.width, rules.height) == (width, height):
            return rules
    return Rules(width, height, min(USUAL_K, max(width, height)))
