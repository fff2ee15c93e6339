"""Tengen's JSON records: one object, an array of objects, or one object per line.

The tree of a record is a flat list, see `json_schema`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import chain, islice
from typing import BinaryIO

import msgspec

from tengen.errors import ParseError, RecordError, quote
from tengen.records import json_schema
from tengen.records.format import Feature, Format
from tengen.records.game_tree import EVALUATION, MAX_DEPTH, TOO_DEEP, Mark, Node, Stone, visits
from tengen.records.reading import BOM, MAX_FILE_BYTES, Reading, Writing, read_all
from tengen.records.record import Record, Result
from tengen.rules import (
    Player,
    Point,
    RowOne,
    Rules,
    Termination,
    cell_of,
    grid_points,
    parse_rules,
)
from tengen.rules.coordinates import point_names
from tengen.rules.point import LETTERS

POINT_NAME = re.compile(r"(a?)([a-z])([1-9][0-9]?)", re.ASCII)
PLAYER_NAMES: dict[Player, json_schema.PlayerName] = {
    Player.FIRST: "first",
    Player.SECOND: "second",
}
PathEntry = tuple[Node | None, Player, int]
"""A node on the path to the next one, or None if it was skipped; whose turn it is after it; and a
number with a bit set for each taken point."""


class PointTable(dict[str, Point | None]):
    """Points by name, filled on demand; None for a name that is not on the board."""

    def __init__(self, rules: Rules) -> None:
        super().__init__()
        self._rules = rules
        self._grid = grid_points(rules.width, rules.height)

    def __missing__(self, name: str) -> Point | None:
        name_parts = POINT_NAME.fullmatch(name)
        if name_parts is None:
            return None
        row = self._rules.height - int(name_parts[3])
        col = LETTERS.index(name_parts[2]) + len(name_parts[1]) * len(LETTERS)
        if not (0 <= row < self._rules.height and col < self._rules.width):
            return None
        self[name] = point = self._grid[row * self._rules.width + col]
        return point


@lru_cache(maxsize=16)
def point_table(rules: Rules) -> PointTable:
    """Return the table of a board; it is cached, because many records share it."""
    return PointTable(rules)


class JsonTreeReader:
    """Builds a tree from its flat list."""

    def __init__(self, rules: Rules, note: Callable[[str, str], None]) -> None:
        self._points = point_table(rules)
        self._rules = rules
        self._note = note

    def read(self, first: json_schema.RootForm, nodes: list[str | json_schema.NodeForm]) -> Node:
        """Return the tree; wrong nodes are skipped with everything below them, and noted."""
        root = Node()
        path: list[PathEntry] = [(root, Player.FIRST, 0)]
        try:
            path = [(root, *self._describe(root, first, Player.FIRST, 0))]
        except RecordError as error:
            self._note("root", str(error))
        for number, form in enumerate(nodes, 1):
            depth = len(path) if isinstance(form, str) else form.depth or len(path)
            if depth > len(path):
                what = f"depth {depth} is too large after the previous node: {len(path)} was used"
                self._note(f"node {number}", what)
            del path[depth:]
            path.append(self._add_child(path[-1], form, f"node {number}", len(path)))
        return root

    def _add_child(
        self, above: PathEntry, form: str | json_schema.NodeForm, place: str, depth: int
    ) -> PathEntry:
        parent, due, taken = above
        if parent is None:
            return above
        if depth > MAX_DEPTH:
            self._note(place, TOO_DEEP)
            return None, due, taken
        try:
            node, due, taken = self._make(form, due, taken)
        except RecordError as error:
            self._note(place, f"{error}; it and everything after it were skipped")
            return None, due, taken
        parent.children.append(node)
        return node, due, taken

    def _make(
        self, form: str | json_schema.NodeForm, due: Player, taken: int
    ) -> tuple[Node, Player, int]:
        if isinstance(form, str):
            return self._move(form, due, taken)
        if form.move is None:
            node = Node()
        else:
            player = due if form.player is None else json_schema.PLAYERS_BY_NAME[form.player]
            node, due, taken = self._move(form.move, player, taken)
        node.time = form.time
        if form.evaluation is not None and EVALUATION.fullmatch(form.evaluation):
            node.evaluation = form.evaluation
        if _is_described(form):
            due, taken = self._describe(node, form, due, taken)
        return node, due, taken

    def _move(self, text: str, player: Player, taken: int) -> tuple[Node, Player, int]:
        if text == json_schema.PASS:
            return Node(player), player.other, taken
        point = self._points[text]
        if point is None:
            raise RecordError(f"{quote(text)} is not a point of the board")
        bit = 1 << cell_of(point, self._rules)
        if taken & bit:
            raise RecordError(f"{text} is already taken")
        return Node(player, point), player.other, taken | bit

    def _describe(
        self, node: Node, form: json_schema.RootForm, due: Player, taken: int
    ) -> tuple[Player, int]:
        """Copy the details of a form to a node, and return whose turn it is and what is taken."""
        node.comment, node.signs = form.comment, form.signs
        if form.marks:
            node.marks = tuple(self._mark(mark) for mark in form.marks)
        if form.stones:
            node.stones = tuple(self._stone(stone) for stone in form.stones)
            taken = self._taken_after(node, taken)
        if form.turn is not None:
            node.turn = json_schema.PLAYERS_BY_NAME[form.turn]
        return node.turn or due, taken

    def _mark(self, form: json_schema.MarkForm) -> Mark:
        point = self._points[form.point]
        if point is None:
            raise RecordError(
                f"the {form.kind.value} at {quote(form.point)} is not on a point of the board"
            )
        return Mark(form.kind, point, form.text)

    def _stone(self, form: json_schema.StoneForm) -> Stone:
        point = self._points[form.point]
        if point is None:
            raise RecordError(f"the stone at {quote(form.point)} is not on a point of the board")
        return Stone(
            point, None if form.player is None else json_schema.PLAYERS_BY_NAME[form.player]
        )

    def _taken_after(self, node: Node, taken: int) -> int:
        for stone in node.stones:
            bit = 1 << cell_of(stone.point, self._rules)
            taken = taken & ~bit if stone.player is None else taken | bit
        return taken


class JsonTreeWriter:
    """Makes the flat list of a tree."""

    def __init__(self, rules: Rules) -> None:
        self._names = point_names(rules.width, rules.height, RowOne.BOTTOM)
        self._rules = rules

    def root(self, root: Node) -> json_schema.RootForm | None:
        """Return the details of the root, or None if it has none."""
        form = json_schema.RootForm()
        self._describe(form, root)
        return None if form == json_schema.EMPTY_ROOT else form

    def nodes(self, root: Node) -> Iterator[str | json_schema.NodeForm]:
        """Yield all nodes but the root."""
        turns = [root.turn or Player.FIRST]
        last = 0
        for depth, node, _ in islice(visits(root), 1, None):
            due = turns[depth - 1]
            del turns[depth:]
            turns.append(node.turn or (node.player.other if node.player else due))
            usual = None if depth == last + 1 else depth
            last = depth
            is_usual = usual is None and node.player is due and node.time is None
            if is_usual and not node.evaluation and not _is_described(node):
                yield self._move(node)
            else:
                yield self._form(node, due, usual)

    def _form(self, node: Node, due: Player, depth: int | None) -> json_schema.NodeForm:
        evaluation = node.evaluation or None
        form = json_schema.NodeForm(depth=depth, time=node.time, evaluation=evaluation)
        if node.player is not None:
            form.move = self._move(node)
            form.player = None if node.player is due else PLAYER_NAMES[node.player]
        if _is_described(node):
            self._describe(form, node)
        return form

    def _describe(self, form: json_schema.RootForm, node: Node) -> None:
        form.comment = clean_text(node.comment)
        form.marks = tuple(
            json_schema.MarkForm(mark.kind, self._name(mark.point), clean_text(mark.text))
            for mark in node.marks
        )
        form.signs = node.signs
        form.stones = tuple(
            json_schema.StoneForm(
                self._name(stone.point), stone.player and PLAYER_NAMES[stone.player]
            )
            for stone in node.stones
        )
        form.turn = node.turn and PLAYER_NAMES[node.turn]

    def _move(self, node: Node) -> str:
        return json_schema.PASS if node.point is None else self._name(node.point)

    def _name(self, point: Point) -> str:
        return self._names[cell_of(point, self._rules)]


def _is_described(node: Node | json_schema.RootForm) -> bool:
    """Return whether a node has more than a move and its time."""
    return bool(node.comment or node.marks or node.signs or node.stones or node.turn)


def clean_text(text: str) -> str:
    """Replace characters that UTF-8 cannot encode."""
    return text if text.isascii() else text.encode(errors="replace").decode()


DECODER = msgspec.json.Decoder(json_schema.RecordForm)
RAW_DECODER = msgspec.json.Decoder(msgspec.Raw)
LIST_DECODER = msgspec.json.Decoder(list[msgspec.Raw])
ENCODER = msgspec.json.Encoder()
JSON_HEAD = re.compile(rb'\s*\[?\s*\{[^\x00]*?"format"\s*:\s*"tengen-record"')
DECODING_ERRORS = (msgspec.DecodeError, RecursionError, UnicodeDecodeError)
"""What the decoder raises; RecursionError if brackets are nested too deeply."""


def read_json(file: BinaryIO, reading: Reading) -> Iterator[Record]:
    """Read all records of a file: one object, an array, or one object per line."""
    found = False
    for place, data in _documents(file):
        try:
            record = _read_document(data, place, reading)
        except RecordError as error:
            if not place:
                raise
            reading.problems.add(place, str(error))
            continue
        found = True
        yield record
    if not found:
        raise RecordError("the file contains no record in Tengen's JSON format")


def _documents(file: BinaryIO) -> Iterator[tuple[str, bytes | memoryview]]:
    """Yield each record of a file with its place."""
    line = file.readline(MAX_FILE_BYTES).removeprefix(BOM)
    if _is_whole(line):
        yield from _lines(chain([line], iter(lambda: file.readline(MAX_FILE_BYTES), b"")))
        return
    data = line + read_all(file)
    if data.lstrip()[:1] == b"[":
        try:
            records = LIST_DECODER.decode(data)
        except DECODING_ERRORS as error:
            raise RecordError(f"not JSON: {_error_text(error)}") from None
        yield from ((f"record {number}", bytes(raw)) for number, raw in enumerate(records, 1))
    elif _is_whole(data):
        yield "", data
    else:
        yield from _lines(data.splitlines())


def _is_whole(data: bytes) -> bool:
    """Return whether bytes are one JSON object."""
    if data.lstrip()[:1] != b"{":
        return False
    try:
        RAW_DECODER.decode(data)
    except DECODING_ERRORS:
        return False
    return True


def _lines(lines: Iterable[bytes]) -> Iterator[tuple[str, bytes]]:
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield f"line {number}", line


def _read_document(data: bytes | memoryview, place: str, reading: Reading) -> Record:
    try:
        form = DECODER.decode(data)
    except DECODING_ERRORS as error:
        raise RecordError(_error_text(error)) from None
    if form.version > json_schema.VERSION:
        raise RecordError(f"version {form.version} of the format needs a newer Tengen")
    try:
        rules = parse_rules(form.rules)
    except ParseError as error:
        raise RecordError(str(error)) from None

    def note(where: str, what: str) -> None:
        reading.problems.add(", ".join(filter(None, (place, where))), what)

    root = JsonTreeReader(rules, note).read(form.root or json_schema.EMPTY_ROOT, form.nodes)
    result = Result(form.result, form.reason)
    facts = (form.first, form.second, form.opening, form.clock)
    return Record(rules, root, *facts, result, form.tags)


def _error_text(error: Exception) -> str:
    """Return the message of a decoder as one line."""
    text = "brackets are nested too deeply" if isinstance(error, RecursionError) else str(error)
    return text if text.isascii() and text.isprintable() else quote(text)


def _encode(record: Record) -> bytes:
    writer = JsonTreeWriter(record.rules)
    form = json_schema.RecordForm(
        json_schema.FORMAT_NAME,
        json_schema.VERSION,
        str(record.rules),
        clean_text(record.first),
        clean_text(record.second),
        clean_text(record.opening),
        clean_text(record.clock),
        record.result.score,
        record.result.reason,
        {clean_text(name): clean_text(text) for name, text in record.tags.items()},
        writer.root(record.root),
        list(writer.nodes(record.root)),
    )
    return ENCODER.encode(form)


def write_json(records: Iterable[Record], out: BinaryIO, _: Writing) -> None:
    """Write one object or, if there are several records, an array with one record per line."""
    games = iter(records)
    start = list(islice(games, 2))
    if len(start) == 1:
        out.write(_encode(start[0]) + b"\n")
        return
    separator = b"[\n"
    for record in chain(start, games):
        out.write(separator + _encode(record))
        separator = b",\n"
    out.write(b"\n]\n" if start else b"[]\n")


def write_json_lines(records: Iterable[Record], out: BinaryIO, _: Writing) -> None:
    """Write one record per line."""
    out.writelines(_encode(record) + b"\n" for record in records)


def _json_format(
    name: str,
    title: str,
    suffix: str,
    write: Callable[[Iterable[Record], BinaryIO, Writing], None],
) -> Format:
    return Format(
        name=name,
        title=title,
        suffixes=(suffix,),
        holds=frozenset(Feature),
        read=read_json,
        writer=write,
        resembles=lambda head: JSON_HEAD.match(head.removeprefix(BOM)) is not None,
        many=True,
        endings=frozenset(Termination),
    )


JSON = _json_format("json", "JSON record", ".json", write_json)
JSONL = _json_format("jsonl", "file of JSON records, one per line", ".jsonl", write_json_lines)
