"""RenLib's `.lib` files: a tree of renju openings, with comments and texts on the board.

After a header of twenty bytes there are two bytes for each node, its point and its flags, children
after their parent and before its next sibling. The file names neither the code page of the texts
nor the rules. The board is 15x15, and the game is assumed to be renju.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO

from tengen.errors import RecordError
from tengen.records import renlib_nodes
from tengen.records.format import Feature, Format
from tengen.records.game_tree import Mark, MarkKind, Node, Sign, Visit, tree_of, visits
from tengen.records.reading import Reading, Writing
from tengen.records.record import Record
from tengen.records.renlib_reader import RenLibBytes, RenLibWalk, fold_labels
from tengen.rules.rules import RENJU

WRITE_SIZE = 1 << 16
SIGN_BITS = {Sign.NOTED: renlib_nodes.NOTED, Sign.START: renlib_nodes.START}
FILLER = bytes([0, renlib_nodes.NO_MOVE | renlib_nodes.LEAF])
"""An empty leaf. It replaces a skipped node that an earlier node has announced."""


class RenLibWriter:
    """Writes a library node by node."""

    def __init__(self, out: BinaryIO, writing: Writing) -> None:
        self._out = out
        self._page = renlib_nodes.RenLibCodePage(writing.encoding, writing.problems)
        self._data = bytearray(renlib_nodes.HEADER)
        self._due = 0
        """The depth of the node that must be next, or -1 after the last node."""
        self._waiting: list[int] = []
        """The depths at which siblings must follow later."""

    def add(self, step: renlib_nodes.RenLibStep) -> None:
        """Write a node."""
        depth, node, more, has_child = step
        if self._due > depth:
            self._fill(depth)
        if node.comment or node.marks or node.signs or node.player is None:
            self._add_details(step)
        else:
            code = renlib_nodes.code_of(node.point) if node.point else 0
            self._data += bytes(
                (code, (not has_child) * renlib_nodes.LEAF | more * renlib_nodes.SIBLING)
            )
        if has_child:
            if more:
                self._waiting.append(depth)
            self._due = depth + 1
        elif not more:
            self._close()
        if len(self._data) > WRITE_SIZE:
            self._flush()

    def end(self) -> None:
        """Write the rest of the file."""
        self._fill(-1)
        self._flush()

    def _fill(self, depth: int) -> None:
        """Write fillers for nodes that were announced at greater depths but skipped."""
        while self._due > depth:
            if self._due:
                self._data += FILLER
            self._close()

    def _close(self) -> None:
        self._due = self._waiting.pop() if self._waiting else -1

    def _flush(self) -> None:
        self._out.write(self._data)
        self._data.clear()

    def _add_details(self, step: renlib_nodes.RenLibStep) -> None:
        """Write a node with its texts; labels on other points become separate leaves."""
        depth, node, more, has_child = step
        labels = [mark for mark in node.marks if mark.kind is MarkKind.LABEL and mark.text]
        if depth and node.player is None:
            self._add_leaves(labels, node, more=more)
            return
        own = next((label for label in labels if label.point == node.point), None)
        others = [label for label in labels if label is not own]
        flags = more * renlib_nodes.SIBLING | (not (has_child or others)) * renlib_nodes.LEAF
        self._add_node(node, own, renlib_nodes.code_of(node.point) if node.point else 0, flags)
        if others:
            self._add_leaves(others, Node(), more=has_child)

    def _add_leaves(self, labels: list[Mark], node: Node, *, more: bool) -> None:
        """Write labels as leaves without a move; the first also gets the node's other details."""
        last = max(len(labels) - 1, 0)
        for at in range(last + 1):
            label = labels[at] if labels else None
            code = 0 if label is None else renlib_nodes.code_of(label.point)
            flags = (
                renlib_nodes.NO_MOVE
                | renlib_nodes.LEAF
                | (more or at < last) * renlib_nodes.SIBLING
            )
            self._add_node(node, label, code, flags)
            node = Node()

    def _add_node(self, node: Node, label: Mark | None, code: int, flags: int) -> None:
        for sign in node.signs:
            flags |= SIGN_BITS[sign]
        flags |= (
            bool(node.comment) * renlib_nodes.COMMENT | (label is not None) * renlib_nodes.EXTENSION
        )
        self._data += bytes((code, flags))
        if label is not None:
            self._data += bytes((0, renlib_nodes.TEXT))
        if node.comment:
            self._data += self._text(renlib_nodes.split_comment(node.comment))
        if label is not None:
            self._data += self._text(renlib_nodes.plain_text(label.text))

    def _text(self, text: str) -> bytes:
        """Encode a text, with one or two NULs at the end so that the length is even."""
        data = self._page.encode(text)
        return data + bytes(2 - len(data) % 2)


def read_lib(file: BinaryIO, reading: Reading) -> Iterator[Record]:
    """Read the tree of a file."""
    record, walk = _open(file, reading)
    record.root = tree_of(walk.visits())
    if walk.has_late_labels:
        fold_labels(record.root)
    yield record


def stream_lib(file: BinaryIO, reading: Reading) -> tuple[Record, Iterator[Visit]]:
    """Read a tree of any size in little memory.

    A label that comes after moves from its position in the file becomes a node without a move.
    """
    record, walk = _open(file, reading)
    return record, walk.visits()


def write_lib(records: Iterable[Record], out: BinaryIO, writing: Writing) -> None:
    """Write one tree."""
    for record in records:
        stream_lib_out(record, visits(record.root), out, writing)


def stream_lib_out(record: Record, walk: Iterable[Visit], out: BinaryIO, writing: Writing) -> None:
    """Write a tree of any size in little memory. Raises RecordError if there is an objection."""
    what = _objection(record)
    if what:
        raise RecordError(what)
    writer = RenLibWriter(out, writing)
    for step in renlib_nodes.library_steps(walk):
        writer.add(step)
    writer.end()


def _open(file: BinaryIO, reading: Reading) -> tuple[Record, RenLibWalk]:
    rules = reading.rules_or(LIB.assumed)
    if (rules.width, rules.height) != (renlib_nodes.SIDE, renlib_nodes.SIDE):
        raise RecordError(
            f"the board of a RenLib library is 15x15, not {rules.width}x{rules.height}"
        )
    source = RenLibBytes(file, reading.problems)
    source.read_header()
    return Record(rules), RenLibWalk(source, reading)


def _objection(record: Record) -> str:
    rules = record.rules
    if (rules.width, rules.height) != (renlib_nodes.SIDE, renlib_nodes.SIDE):
        return f"the board must be 15x15, not {rules.width}x{rules.height}"
    return renlib_nodes.NO_SETUP if record.root.stones else ""


def _resembles(head: bytes) -> bool:
    """Check the first bytes; an old file has no header and begins with a stone at the centre."""
    if head.startswith(renlib_nodes.MAGIC):
        return True
    usual = renlib_nodes.SIBLING | renlib_nodes.NOTED | renlib_nodes.COMMENT | renlib_nodes.START
    return len(head) > 3 and head[0] == renlib_nodes.CENTRE and not head[1] & ~usual


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
