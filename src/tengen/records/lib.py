"""RenLib's `.lib` files: a tree of renju openings, with comments and texts on the board.

Twenty bytes say what it is; then there are two bytes for each node, its point and what there is to
it, children after their parent and before its next sibling. Which code page the texts are in is not
said, nor are rules: the board is 15x15, and renju is what these files are made for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO

from tengen.core.games import RENJU
from tengen.errors import RecordError
from tengen.records.feature import Feature
from tengen.records.format import Format
from tengen.records.lib_bits import CENTRE, COMMENT, MAGIC, NOTED, SIBLING, SIDE, START
from tengen.records.lib_bytes import LibBytes
from tengen.records.lib_steps import SET_UP, steps
from tengen.records.lib_walk import LibWalk, fold_labels
from tengen.records.lib_writer import LibWriter
from tengen.records.reading import Reading, Writing
from tengen.records.record import Record
from tengen.records.visits import Visit, tree_of, visits


def read_lib(file: BinaryIO, reading: Reading) -> Iterator[Record]:
    """Read the tree of a file."""
    record, walk = _open(file, reading)
    record.root = tree_of(walk.visits())
    if walk.has_late_labels:
        fold_labels(record.root)
    yield record


def stream_lib(file: BinaryIO, reading: Reading) -> tuple[Record, Iterator[Visit]]:
    """Read a tree of any size in little memory.

    A label that comes after moves from its position in the file is a node without a move.
    """
    record, walk = _open(file, reading)
    return record, walk.visits()


def write_lib(records: Iterable[Record], out: BinaryIO, writing: Writing) -> None:
    """Write one tree."""
    for record in records:
        stream_lib_out(record, visits(record.root), out, writing)


def stream_lib_out(record: Record, walk: Iterable[Visit], out: BinaryIO, writing: Writing) -> None:
    """Write a tree of any size in little memory. Raises RecordError as `objection` says."""
    what = _objection(record)
    if what:
        raise RecordError(what)
    writer = LibWriter(out, writing)
    for step in steps(walk):
        writer.add(step)
    writer.end()


def _open(file: BinaryIO, reading: Reading) -> tuple[Record, LibWalk]:
    rules = reading.rules_or(LIB.assumed)
    if (rules.width, rules.height) != (SIDE, SIDE):
        raise RecordError(
            f"a RenLib library has a board of 15x15, not {rules.width}x{rules.height}"
        )
    source = LibBytes(file, reading.problems)
    source.read_header()
    return Record(rules), LibWalk(source, reading)


def _objection(record: Record) -> str:
    rules = record.rules
    if (rules.width, rules.height) != (SIDE, SIDE):
        return f"a RenLib library has a board of 15x15, not {rules.width}x{rules.height}"
    return SET_UP if record.root.stones else ""


def _resembles(head: bytes) -> bool:
    """By the first bytes; an old file without them begins with a stone at the centre."""
    if head.startswith(MAGIC):
        return True
    usual = SIBLING | NOTED | COMMENT | START
    return len(head) > 3 and head[0] == CENTRE and not head[1] & ~usual


LIB = Format(
    name="lib",
    title="RenLib library",
    suffixes=(".lib",),
    holds=frozenset(
        {
            Feature.MOVES,
            Feature.TURNS,
            Feature.VARIATIONS,
            Feature.COMMENTS,
            Feature.LABELS,
            Feature.SIGNS,
        }
    ),
    read=read_lib,
    writer=write_lib,
    resembles=_resembles,
    assumed=RENJU,
    objection=_objection,
    stream=stream_lib,
    stream_out=stream_lib_out,
)
