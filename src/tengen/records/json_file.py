"""Our own records as JSON: one object, an array of them, or one in every line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import BinaryIO

import msgspec

from tengen.errors import ParseError, RecordError, quote
from tengen.notation.rules import parse_rules
from tengen.records.feature import Feature
from tengen.records.format import Format
from tengen.records.json_form import EMPTY, NAME, VERSION, RecordForm
from tengen.records.json_tree import TreeReader, TreeWriter, clean
from tengen.records.reading import Reading, Writing
from tengen.records.record import Record
from tengen.records.result import Reason, Result
from tengen.records.texts import BOM, LARGEST, read_all

DECODER = msgspec.json.Decoder(RecordForm)
RAW = msgspec.json.Decoder(msgspec.Raw)
LIST = msgspec.json.Decoder(list[msgspec.Raw])
ENCODER = msgspec.json.Encoder()
HEAD = re.compile(rb'\s*\[?\s*\{[^\x00]*?"format"\s*:\s*"tengen-record"')
BROKEN = (msgspec.DecodeError, RecursionError, UnicodeDecodeError)
"""What the decoder raises; the second where brackets are nested too deep."""


def read_json(file: BinaryIO, reading: Reading) -> Iterator[Record]:
    """Read all records of a file, however they are put together."""
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
        raise RecordError("no record such as Tengen writes is in the file")


def _documents(file: BinaryIO) -> Iterator[tuple[str, bytes | memoryview]]:
    """Every record of a file, and where it stands."""
    line = file.readline(LARGEST).removeprefix(BOM)
    if _is_whole(line):
        yield from _lines(chain([line], iter(lambda: file.readline(LARGEST), b"")))
        return
    data = line + read_all(file)
    if data.lstrip()[:1] == b"[":
        try:
            records = LIST.decode(data)
        except BROKEN as error:
            raise RecordError(f"not JSON: {_tell(error)}") from None
        yield from ((f"record {number}", bytes(raw)) for number, raw in enumerate(records, 1))
    elif _is_whole(data):
        yield "", data
    else:
        yield from _lines(data.splitlines())


def _is_whole(data: bytes) -> bool:
    """Whether bytes are one JSON object."""
    if data.lstrip()[:1] != b"{":
        return False
    try:
        RAW.decode(data)
    except BROKEN:
        return False
    return True


def _lines(lines: Iterable[bytes]) -> Iterator[tuple[str, bytes]]:
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield f"line {number}", line


def _read_document(data: bytes | memoryview, place: str, reading: Reading) -> Record:
    try:
        form = DECODER.decode(data)
    except BROKEN as error:
        raise RecordError(_tell(error)) from None
    if form.version > VERSION:
        raise RecordError(f"it is of version {form.version}, which this program is too old for")
    try:
        rules = parse_rules(form.rules)
    except ParseError as error:
        raise RecordError(str(error)) from None

    def note(where: str, what: str) -> None:
        reading.problems.add(", ".join(filter(None, (place, where))), what)

    root = TreeReader(rules, note).read(form.root or EMPTY, form.nodes)
    result = Result(form.result, form.reason)
    facts = (form.first, form.second, form.opening, form.clock)
    return Record(rules, root, *facts, result, form.tags)


def _tell(error: Exception) -> str:
    """What a decoder says, as one line."""
    text = "brackets are nested too deep" if isinstance(error, RecursionError) else str(error)
    return text if text.isascii() and text.isprintable() else quote(text)


def _encode(record: Record) -> bytes:
    writer = TreeWriter(record.rules)
    form = RecordForm(
        NAME,
        VERSION,
        str(record.rules),
        clean(record.first),
        clean(record.second),
        clean(record.opening),
        clean(record.clock),
        record.result.score,
        record.result.reason,
        {clean(name): clean(text) for name, text in record.tags.items()},
        writer.root(record.root),
        list(writer.nodes(record.root)),
    )
    return ENCODER.encode(form)


def write_json(records: Iterable[Record], out: BinaryIO, _: Writing) -> None:
    """Write one object or, if there are several records, an array with one in every line."""
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
    """Write every record as a line."""
    out.writelines(_encode(record) + b"\n" for record in records)


def _format(
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
        resembles=lambda head: HEAD.match(head.removeprefix(BOM)) is not None,
        many=True,
        endings=frozenset(Reason),
    )


JSON = _format("json", "JSON record", ".json", write_json)
JSONL = _format("jsonl", "file of JSON records, one a line", ".jsonl", write_json_lines)
