"""RenLib libraries made byte by byte, and readers for them."""

from __future__ import annotations

import io
from collections.abc import Iterator

from tengen.records.game_tree import Node, Visit, visits
from tengen.records.reading import Reading, Writing
from tengen.records.record import Record
from tengen.records.renlib import LIB, stream_lib, stream_lib_out

MAGIC = bytes.fromhex("ff 52 65 6e 4c 69 62 ff")
ROOT = bytes([0x00, 0x00])


def library(*nodes: bytes, minor: int = 4) -> bytes:
    """Return a file of nodes."""
    return MAGIC + bytes([3, minor]) + b"\xff" * 10 + b"".join(nodes)


def bare(digits: str) -> bytes:
    """Return a file whose nodes, after the root, are given as hexadecimal digits."""
    return library(ROOT, bytes.fromhex(digits))


def read(data: bytes, encoding: str | None = None) -> tuple[Record, list[str]]:
    """Return the record of a file, and the problems."""
    reading = Reading(encoding=encoding)
    (record,) = LIB.read(io.BytesIO(data), reading)
    return record, [str(problem) for problem in reading.problems.kept]


def root_of(data: bytes) -> Node:
    """Return the tree of a file, which must have no problems."""
    record, problems = read(data)
    assert not problems
    return record.root


def streamed(data: bytes) -> Iterator[Visit]:
    """Yield the nodes of a file in order."""
    return stream_lib(io.BytesIO(data), Reading())[1]


def copied(data: bytes, encoding: str | None = None) -> bytes:
    """Return a file that is written node by node while another is read."""
    out = io.BytesIO()
    record, walk = stream_lib(io.BytesIO(data), Reading())
    stream_lib_out(record, walk, out, Writing(encoding=encoding))
    return out.getvalue()


def shape(root: Node) -> list[str]:
    """Return each node of a tree as its depth and point, or - without a point."""
    return [f"{depth} {node.point or '-'}" for depth, node, _ in visits(root)]


def tidy(root: Node) -> Node:
    """Return the tree with the labels of each position sorted by point."""
    for visit in visits(root):
        labels = sorted(visit.node.marks, key=lambda mark: (mark.point, mark.text))
        visit.node.marks = tuple(labels)
    return root


def long_library(lines: int) -> bytes:
    """Return a library of lines of twenty moves, each with a comment, and the last with two."""
    moves = b"".join(bytes([code, 0x00]) for code in range(0x11, 0x1F))
    line = moves + bytes([0x21, 0x08]) + b"text\0\0" + bytes.fromhex("22 00 23 00 24 00 25 40")
    return library(ROOT, (b"\x01\x80" + line) * (lines - 1), b"\x02\x00" + line)
