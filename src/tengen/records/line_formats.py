"""Text formats with one game per line: position text, Tengen text, Gomocup's openings.

Position text: `h8i9g9`. Columns are letters, rows are numbers, the first player begins, and moves
need no separators. Programs disagree about where row 1 is, so it must be given as an option. Lines
that begin with # are skipped, and the moves of a link such as `https://gomocalc.com/#/h8i9` are
read.

Tengen text: a game or a position in one line, as Tengen prints it everywhere.

    15x15/5 freestyle h8 i9 g9
    3x3/3 freestyle O 2X/1O1/X2
    7<tab>one<tab>two<tab>1-0<tab>line<tab>15x15/5 freestyle h8 i9 ...
    7<tab>one<tab>two<tab>1-0<tab>line<tab>15x15/5 freestyle h8 i9 ...<tab>- 1541/-35 ...

Matches write the last two forms, with tabs between number, players, result, reason, game, and what
is known of each move: its milliseconds, a slash, and the engine's evaluation, such as -35 or +M5.

Gomocup's lists of openings: `-1,2, 0,0, 3,-1`. Each pair says how far a move is to the right of the
centre and below it; the centre of an even board is the point right of and below its middle. The
first player begins.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import BinaryIO

from tengen.errors import ParseError, RecordError, RuleError, quote
from tengen.printable import in_line
from tengen.records.format import Feature, Format, needs_plain_game
from tengen.records.game_tree import EVALUATION, Node
from tengen.records.reading import MainLine, Reading, Writing, numbered_lines, require_row_one
from tengen.records.record import (
    UNKNOWN_RESULT,
    Record,
    Result,
    Score,
    add_moves,
    last_board,
    record_of,
)
from tengen.rules import (
    GAMES,
    Point,
    RowOne,
    Rules,
    Termination,
    grid_points,
    parse_position,
    parse_rules,
)
from tengen.rules.coordinates import format_points, points_by_name

MOVES_PATTERN = re.compile(r"(?:[a-z]{1,2}[0-9]{1,2}[\s,;]*)+", re.ASCII)
MOVE_PATTERN = re.compile(r"[a-z]+[0-9]+", re.ASCII)
LINK_PATTERN = re.compile(r"https?://.*#/")


def read_moves(file: BinaryIO, reading: Reading) -> Iterator[Record]:
    """Read one game per line."""
    require_row_one(reading)
    found = False
    for number, line in numbered_lines(file, reading):
        text = LINK_PATTERN.sub("", line).lower()
        if text and not text.startswith("#"):
            record = read_move_line(text, reading, f"line {number}")
            if record.root.children:
                yield record
                found = True
    if not found:
        raise RecordError("the file contains no moves such as h8i9")


def read_move_line(text: str, reading: Reading, place: str, start: int = 0) -> Record:
    """Read the moves of a line, in lower case, from the character at `start`."""
    record = Record(reading.rules_or(MOVES_FORMAT.assumed))
    rules = record.rules
    points = points_by_name(rules.width, rules.height, require_row_one(reading))
    names = MOVE_PATTERN.findall(text, start)
    is_right = start >= len(text) or MOVES_PATTERN.fullmatch(text, start)
    if is_right and len(set(names)) == len(names) and points.keys() >= set(names):
        add_moves(record.root, [points[name] for name in names])
    else:
        _read_moves_slowly(text, record, reading, place, start)
    return record


def _read_moves_slowly(text: str, record: Record, reading: Reading, place: str, at: int) -> None:
    """Read moves one by one, up to the first that is wrong, which is noted."""
    rules = record.rules
    points = points_by_name(rules.width, rules.height, require_row_one(reading))
    line = MainLine(record, reading.problems)
    while at < len(text):
        move = MOVE_PATTERN.match(text, at)
        where = f"{place}, character {at + 1}"
        point = points.get(move.group()) if move else None
        if move is None or point is None:
            what = "is not on the board" if move else "is not a move such as h8"
            reading.problems.add(where, f"{quote(text[at : at + 10])} {what}")
            return
        if not line.add(point.row, point.col, where):
            return
        at = move.end()
        while at < len(text) and text[at] in " \t,;":
            at += 1


def write_moves(records: Iterable[Record], out: BinaryIO, writing: Writing) -> None:
    """Write one game per line."""
    row_one = require_row_one(writing)
    for record in records:
        names = format_points(record.moves(), record.rules, row_one)
        out.write(f"{''.join(names)}\n".encode())


def _first_line(head: bytes) -> str:
    """Return the first line that is neither empty nor skipped."""
    lines = (line.strip() for line in head.decode("latin-1").lstrip("\xef\xbb\xbf").splitlines())
    return next((line for line in lines if line and not line.startswith("#")), "")


def _resembles_moves(head: bytes) -> bool:
    return MOVES_PATTERN.fullmatch(LINK_PATTERN.sub("", _first_line(head)).lower()) is not None


MOVES_FORMAT = Format(
    name="moves",
    title="position text, such as h8i9",
    suffixes=(".txt",),
    holds=frozenset({Feature.MOVES}),
    read=read_moves,
    writer=write_moves,
    resembles=_resembles_moves,
    many=True,
    objection=needs_plain_game,
)


MOVE_DETAILS = re.compile(rf"-|(?=.)([0-9]{{1,15}})?(?:/({EVALUATION.pattern}))?", re.ASCII)
GAME_HEAD = re.compile(r"(?:\d+\t[^\t]*\t[^\t]*\t[^\t]*\t[^\t]*\t)?\d+x\d+/\d+ [a-z]", re.ASCII)
SCORE_NAMES = {score.value: score for score in Score}
REASON_NAMES = {reason.value: reason for reason in Termination} | {"time out": Termination.TIME}
"""Matches write `time out`."""


def read_games(file: BinaryIO, reading: Reading) -> Iterator[Record]:
    """Read one game or position per line."""
    found = False
    for number, text in numbered_lines(file, reading):
        if not text or text.startswith("#"):
            continue
        try:
            record = _read_game_line(text, reading, f"line {number}")
        except (ParseError, RuleError) as error:
            reading.problems.add(f"line {number}", str(error))
            continue
        yield record
        found = True
    if not found:
        raise RecordError("the file contains no game such as 15x15/5 freestyle h8 i9")


def _read_game_line(text: str, reading: Reading, place: str) -> Record:
    fields = text.split("\t")
    details = fields.pop() if len(fields) == 7 else ""
    end = len(text) - bool(details) - len(details)
    record = _read_game(text[:end], end - len(fields[-1]), reading, place)
    if details:
        _read_move_details(record, details.split(" "), reading, place)
    if len(fields) == 6:
        _, record.first, record.second, score, reason, _ = fields
        if score in SCORE_NAMES and reason in REASON_NAMES:
            record.result = Result(SCORE_NAMES[score], REASON_NAMES[reason])
        else:
            reading.problems.add(place, f"unknown result {quote(f'{score} {reason}')}")
    elif len(fields) > 1:
        reading.problems.add(
            place, f"the line has {len(fields)} tab-separated fields, not 1, 6 or 7"
        )
    return record


def _read_move_details(record: Record, words: list[str], reading: Reading, place: str) -> None:
    """Read the times and evaluations of the moves, as far as they are right."""
    nodes = record.line()
    if len(words) != len(nodes):
        reading.problems.add(place, f"the line has details of {len(words)} moves, not {len(nodes)}")
    for node, word in zip(nodes, words, strict=False):
        found = MOVE_DETAILS.fullmatch(word)
        if found is None:
            reading.problems.add(place, f"{quote(word)} is not a time such as 1541 or 1541/-35")
            return
        node.time = int(found[1]) if found[1] else None
        node.evaluation = found[2] or ""


def _read_game(text: str, start: int, reading: Reading, place: str) -> Record:
    """Read the game of a line, from the character at `start`."""
    words = text[start:].split(" ")
    if words[2:3] in (["X"], ["O"]):
        record = record_of(parse_position(text[start:]))
        record.result = UNKNOWN_RESULT
        return record
    length = 1 if words[0] in GAMES else 2
    rules = _parse_rules(" ".join(words[:length]))
    moves_reading = Reading(rules, RowOne.BOTTOM, problems=reading.problems)
    start += len(" ".join(words[:length])) + 1
    return read_move_line(text.lower(), moves_reading, place, start)


@lru_cache(64)
def _parse_rules(text: str) -> Rules:
    return parse_rules(text)


def write_games(records: Iterable[Record], out: BinaryIO, _: Writing) -> None:
    """Write one game per line."""
    out.writelines(format_line(record, number) for number, record in enumerate(records, 1))


def format_line(record: Record, number: int) -> bytes:
    """Format a game as a line; if it has players or a result, as tab-separated fields."""
    fields = [_format_game(record)]
    if _has_fields(record):
        names = [in_line(name) for name in (record.first, record.second)]
        result = record.result
        facts = (str(number), *names, result.score.value, result.reason.value)
        fields = [*facts, *fields, *_format_move_details(record)]
    return ("\t".join(fields) + "\n").encode("utf-8", "replace")


def _has_fields(record: Record) -> bool:
    """Whether a game is written as tab-separated fields."""
    return bool(record.first or record.second) or record.result != UNKNOWN_RESULT


def _format_move_details(record: Record) -> Iterator[str]:
    """Yield the times and evaluations of the moves, if there are any."""
    nodes = record.line()[: len(record.moves())]
    if any(node.time is not None or node.evaluation for node in nodes):
        yield " ".join(_format_details(node) for node in nodes)


def _format_details(node: Node) -> str:
    """Format the time and the evaluation of a move, as in `1541/-35`."""
    time = "" if node.time is None else str(node.time)
    return f"{time}/{node.evaluation}" if node.evaluation else time or "-"


def _format_game(record: Record) -> str:
    if record.root.stones or record.root.turn:
        return str(last_board(record))
    names = format_points(record.moves(), record.rules, RowOne.BOTTOM)
    return " ".join([str(record.rules), *names])


def _games_objection(record: Record) -> str:
    is_set_up = bool(record.root.stones or record.root.turn)
    if is_set_up and record.root.children:
        return "it has moves after a set-up position"
    return ""


def _also_holds(record: Record) -> Counter[Feature]:
    """Count the times and evaluations of a plain game, which are written after its players."""
    if not _has_fields(record):
        return Counter()
    nodes = record.line()[: len(record.moves())]
    times = sum(node.time is not None for node in nodes)
    return Counter(
        {Feature.TIMES: times, Feature.EVALUATIONS: sum(bool(node.evaluation) for node in nodes)}
    )


def _resembles_games(head: bytes) -> bool:
    return GAME_HEAD.match(_first_line(head)) is not None


GAMES_FORMAT = Format(
    name="games",
    title="Tengen text, one game per line",
    suffixes=(".txt", ".games"),
    holds=frozenset(
        {Feature.MOVES, Feature.SETUP, Feature.SIZE, Feature.RULES, Feature.PLAYERS},
    ),
    read=read_games,
    writer=write_games,
    resembles=_resembles_games,
    many=True,
    endings=frozenset(Termination),
    also_holds=_also_holds,
    objection=_games_objection,
)


OFFSET = r"\s*-?\d{1,3}\s*"
OPENING_LINE = re.compile(rf"{OFFSET},{OFFSET}(?:,{OFFSET},{OFFSET})*,?", re.ASCII)
OFFSET_PAIR = re.compile(r"-?\d+,-?\d+", re.ASCII)
OPENING_HEAD = re.compile(
    r"\s*-?\d{1,2}\s*,\s*-?\d{1,2}\s*,\s*-?\d{1,2}\s*,\s*-?\d{1,2}[\d\s,-]*", re.ASCII
)


def read_openings(file: BinaryIO, reading: Reading) -> Iterator[Record]:
    """Read one opening per line."""
    found = False
    for number, text in numbered_lines(file, reading):
        if not text:
            continue
        if not OPENING_LINE.fullmatch(text):
            what = f"{quote(text)} is not a list of pairs such as -1,2, 0,0"
            reading.problems.add(f"line {number}", what)
            continue
        record = _read_opening(text, reading, f"line {number}")
        if record.root.children:
            yield record
            found = True
    if not found:
        raise RecordError("the file contains no openings such as -1,2, 0,0")


def _read_opening(text: str, reading: Reading, place: str) -> Record:
    record = Record(reading.rules_or(OPENINGS_FORMAT.assumed))
    points = _offsets(record.rules.width, record.rules.height)
    pairs = OFFSET_PAIR.findall(text.replace(" ", ""))
    if len(set(pairs)) == len(pairs) and points.keys() >= set(pairs):
        add_moves(record.root, map(points.__getitem__, pairs))
        return record
    numbers = [int(number) for number in text.rstrip(" ,").split(",")]
    line = MainLine(record, reading.problems)
    middle_row, middle_col = record.rules.height // 2, record.rules.width // 2
    for right, down in zip(numbers[::2], numbers[1::2], strict=True):
        if not line.add(middle_row + down, middle_col + right, place):
            break
    return record


@cache
def _offsets(width: int, height: int) -> dict[str, Point]:
    """Return the points by their distance from the centre, as in `-1,2`."""
    return {
        f"{point.col - width // 2},{point.row - height // 2}": point
        for point in grid_points(width, height)
    }


def write_openings(records: Iterable[Record], out: BinaryIO, _: Writing) -> None:
    """Write one game per line."""
    for record in records:
        middle_row, middle_col = record.rules.height // 2, record.rules.width // 2
        pairs = [f"{point.col - middle_col},{point.row - middle_row}" for point in record.moves()]
        out.write(f"{', '.join(pairs)}\n".encode())


def _resembles_openings(head: bytes) -> bool:
    lines = head.decode("latin-1").splitlines()[:3]
    return bool(lines) and all(
        OPENING_HEAD.fullmatch(line) and line.count(",") % 2 for line in lines[:1]
    )


OPENINGS_FORMAT = Format(
    name="openings",
    title="Gomocup openings",
    suffixes=(".txt",),
    holds=frozenset({Feature.MOVES}),
    read=read_openings,
    writer=write_openings,
    resembles=_resembles_openings,
    many=True,
    objection=needs_plain_game,
)
