"""Reads records from files and pasted texts, and writes them in every format.

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

from tengen import records
from tengen.errors import ParseError, RecordError, RuleError
from tengen.records.json_records import write_json
from tengen.rules import GAMES, RowOne, Rules, parse_diagram, parse_moves, parse_rules
from tengen.server.messages.study import FormatView, Imported

MAX_BYTES = 2 << 20
MAX_GAMES = 200
MAX_NODES = 20_000
MAX_PROBLEMS = 20
HEAD_BYTES = 1 << 12
NOTHING_READ = (
    "no game or position found: try a record file, moves such as h8 i9 g9, "
    "or a line such as 15x15/5 freestyle h8 i9"
)

Reader = Callable[[bytes, records.Reading], Iterator[records.Record]]


def read_import(data: bytes, name: str = "", rules: Rules | None = None) -> Imported:
    """Read the games of a file or a text, up to a limit.

    `name` is the name of the file; `rules` apply to games that do not name any. Raises
    RecordError if there is no game.
    """
    found = _read(data, name, rules)
    if rules is None or (found is not None and not found.problems):
        return _require_found(found)
    other = _read(data, name, None)  # the moves may be for another board
    if found is None or (other is not None and len(other.problems) < len(found.problems)):
        found = other
    return _require_found(found)


def _read(data: bytes, name: str, rules: Rules | None) -> Imported | None:
    for read in _readers(data, name):
        reading = records.Reading(rules, RowOne.BOTTOM)
        try:
            games = list(_bounded(read(data, reading), reading.problems))
        except (ParseError, RecordError, RuleError):
            continue
        if games:
            return Imported(tuple(map(record_to_json, games)), _problem_texts(reading.problems))
    return None


def _require_found(found: Imported | None) -> Imported:
    if found is None:
        raise RecordError(NOTHING_READ)
    return found


def record_to_json(record: records.Record) -> msgspec.Raw:
    """Return a record as JSON."""
    out = io.BytesIO()
    write_json([record], out, records.Writing())
    return msgspec.Raw(out.getvalue())


def record_from_json(data: bytes) -> records.Record:
    """Read a record from JSON. Raises RecordError if any part of it is wrong."""
    reading = records.Reading()
    record = next(records.FORMATS["json"].read(io.BytesIO(data), reading), None)
    for problem in reading.problems.kept[:1]:
        raise RecordError(str(problem))
    assert record is not None
    return record


def _readers(data: bytes, name: str) -> Iterator[Reader]:
    """Yield the readers to try, the likeliest first."""
    yield read_link
    try:
        yield _reader(records.detect_format(name, data[:HEAD_BYTES]))
    except RecordError:
        yield _reader(records.FORMATS["games"])
        yield lambda text, reading: _reader(records.FORMATS["moves"])(
            without_numbers(text), reading
        )
    yield read_diagram


def _reader(format_: records.Format) -> Reader:
    def read(data: bytes, reading: records.Reading) -> Iterator[records.Record]:
        file = io.BytesIO(data)
        if format_.stream is None:
            yield from format_.read(file, reading)
            return
        record, walk = format_.stream(file, reading)
        record.root = records.tree_of(islice(walk, MAX_NODES + 1))
        yield record

    return read


def _bounded(
    games: Iterator[records.Record], problems: records.Problems
) -> Iterator[records.Record]:
    """Yield games up to the limits, and add a problem for what is left out."""
    left = MAX_NODES
    for number, record in enumerate(games):
        if number == MAX_GAMES or not left:
            _add_truncation(problems, f"only the first {number} games were read")
            return
        size = sum(1 for _ in islice(records.visits(record.root), left + 1))
        if size > left:
            record.root = _prune(record.root, left)
            _add_truncation(
                problems, f"only the first {left:,} moves of game {number + 1} were read"
            )
        left = max(0, left - size)
        yield record


def _prune(root: records.Node, size: int) -> records.Node:
    """Return a new tree of the first nodes of a tree."""
    walk = islice(records.visits(root), size)
    return records.tree_of(
        records.Visit(depth, replace(node, children=[]), more) for depth, node, more in walk
    )


def _add_truncation(problems: records.Problems, what: str) -> None:
    """Put a problem in front of the others."""
    problems.kept.insert(0, records.Problem("", what))
    problems.count += 1


def _problem_texts(problems: records.Problems) -> tuple[str, ...]:
    """Return the first problems as texts, and how many more there are."""
    texts = [str(problem) for problem in problems.kept[:MAX_PROBLEMS]]
    rest = problems.count - len(texts)
    return (*texts, f"and {rest} more") if rest else tuple(texts)


def write_record(record: records.Record, name: str) -> tuple[bytes, str]:
    """Return a record in a format, and what the format loses of it. Raises RecordError."""
    format_ = records.format_named(name)
    objection = format_.objection(record)
    if objection:
        raise RecordError(f"cannot write the game as {format_.name}: {objection}")
    out = io.BytesIO()
    format_.write([record], out, records.Writing(RowOne.BOTTOM))
    return out.getvalue(), records.tell_losses(format_.losses(record))


def list_losses(record: records.Record) -> list[FormatView]:
    """Return what each format would lose of a record."""
    return [_view(format_, record) for format_ in records.FORMATS.values()]


def _view(format_: records.Format, record: records.Record) -> FormatView:
    lost = records.tell_losses(format_.losses(record))
    objection = format_.objection(record)
    return FormatView(format_.name, format_.title, format_.suffixes[0], lost, objection)


BOARD_LINK = re.compile(rb"\s*\S*/analysis\?\S+\s*", re.ASCII)
MOVE_NUMBERS = re.compile(rb"\b\d+\s*[.)]+\s*", re.ASCII)
DRAWN_ROW = re.compile(r"[\s.XxOo+*_·●○◯×\d|-]+")
SIGNS = str.maketrans("xo+_·-●○◯×*0", "XO....XOOXXO", "|")
"""Other signs for an empty point and the two players."""
USUAL_K = 5


def read_link(data: bytes, _: records.Reading) -> Iterator[records.Record]:
    """Read a link to an analysis board. Raises ParseError or RecordError."""
    if len(data) > 1 << 16 or BOARD_LINK.fullmatch(data) is None:
        raise RecordError("not a link to an analysis board")
    query = data.decode(errors="replace").strip().partition("?")[2]
    asked = parse_qs(query.partition("#")[0])
    rules = rules_in_link(asked.get("rules", ["five"])[0])
    record = records.Record(rules)
    records.add_moves(record.root, parse_moves(asked.get("moves", [""])[0], rules))
    yield record


def rules_in_link(text: str) -> Rules:
    """Read rules in an address, where + may stand for a space. Raises ParseError."""
    return parse_rules(text.replace("+", " "))


def without_numbers(data: bytes) -> bytes:
    """Return moves such as `1. h8 2. i9` without the numbers."""
    return MOVE_NUMBERS.sub(b" ", data)


def read_diagram(data: bytes, reading: records.Reading) -> Iterator[records.Record]:
    """Read a drawing of a board of any size. Raises ParseError, RecordError or RuleError."""
    rows = [_row_signs(line) for line in data.decode(errors="replace").splitlines()]
    drawn = [row for row in rows if row]
    width = max((len(row) for row in drawn), default=0)
    if len(drawn) < 2 or len({len(row) for row in drawn}) > 1:
        raise RecordError("not a drawing of a board")
    rules = reading.rules
    if rules is None or (rules.width, rules.height) != (width, len(drawn)):
        rules = _usual_rules(width, len(drawn))
    yield records.record_of(parse_diagram("\n".join(" ".join(row) for row in drawn), rules))


def _row_signs(line: str) -> list[str]:
    """Return a drawn row as . X O; empty if the line is not a row of a board."""
    if not DRAWN_ROW.fullmatch(line):
        return []
    words = line.split()
    if words[1:] and words[0].isdecimal():
        del words[0]
    if words[1:] and words[-1].isdecimal() and words[-1] != "0":
        del words[-1]
    return list("".join(words).translate(SIGNS))


def _usual_rules(width: int, height: int) -> Rules:
    """Return the usual rules for a board of this size."""
    for rules in GAMES.values():
        if (rules.width, rules.height) == (width, height):
            return rules
    return Rules(width, height, min(USUAL_K, max(width, height)))
