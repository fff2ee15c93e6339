"""Nodes as bytes of a RenLib library."""

from __future__ import annotations

from typing import BinaryIO

from tengen.records.lib_bits import (
    COMMENT,
    EXTENSION,
    HEADER,
    LEAF,
    NO_MOVE,
    NOTED,
    SIBLING,
    START,
    TEXT,
    code_of,
)
from tengen.records.lib_steps import Step
from tengen.records.lib_texts import CodePage, plain_text, split_comment
from tengen.records.node import Mark, MarkKind, Node, Sign
from tengen.records.reading import Writing

PIECE = 1 << 16
SIGNS = {Sign.NOTED: NOTED, Sign.START: START}
FILLER = bytes([0, NO_MOVE | LEAF])
"""A leaf that is nothing, where a node was promised and then left out."""


class LibWriter:
    """Writes one node after the other."""

    def __init__(self, out: BinaryIO, writing: Writing) -> None:
        self._out = out
        self._page = CodePage(writing.encoding, writing.problems)
        self._data = bytearray(HEADER)
        self._due = 0
        """The depth of the node that must come next, or -1 after the last."""
        self._waiting: list[int] = []
        """The depths at which siblings must come later."""

    def add(self, step: Step) -> None:
        """Write a node."""
        depth, node, more, has_child = step
        if self._due > depth:
            self._fill(depth)
        if node.comment or node.marks or node.signs or node.player is None:
            self._add_details(step)
        else:
            code = code_of(node.point) if node.point else 0
            self._data += bytes((code, (not has_child) * LEAF | more * SIBLING))
        if has_child:
            if more:
                self._waiting.append(depth)
            self._due = depth + 1
        elif not more:
            self._close()
        if len(self._data) > PIECE:
            self._flush()

    def end(self) -> None:
        """Write what is left."""
        self._fill(-1)
        self._flush()

    def _fill(self, depth: int) -> None:
        """Put something in the place of nodes that were left out before a depth."""
        while self._due > depth:
            if self._due:
                self._data += FILLER
            self._close()

    def _close(self) -> None:
        self._due = self._waiting.pop() if self._waiting else -1

    def _flush(self) -> None:
        self._out.write(self._data)
        self._data.clear()

    def _add_details(self, step: Step) -> None:
        """Write a node with its texts; those on other points are leaves of their own."""
        depth, node, more, has_child = step
        labels = [mark for mark in node.marks if mark.kind is MarkKind.LABEL and mark.text]
        if depth and node.player is None:
            self._add_leaves(labels, node, more=more)
            return
        own = next((label for label in labels if label.point == node.point), None)
        others = [label for label in labels if label is not own]
        flags = more * SIBLING | (not (has_child or others)) * LEAF
        self._add_node(node, own, code_of(node.point) if node.point else 0, flags)
        if others:
            self._add_leaves(others, Node(), more=has_child)

    def _add_leaves(self, labels: list[Mark], node: Node, *, more: bool) -> None:
        """Write labels as leaves that are no moves; what else a node says goes with the first."""
        last = max(len(labels) - 1, 0)
        for at in range(last + 1):
            label = labels[at] if labels else None
            code = 0 if label is None else code_of(label.point)
            flags = NO_MOVE | LEAF | (more or at < last) * SIBLING
            self._add_node(node, label, code, flags)
            node = Node()

    def _add_node(self, node: Node, label: Mark | None, code: int, flags: int) -> None:
        for sign in node.signs:
            flags |= SIGNS[sign]
        flags |= bool(node.comment) * COMMENT | (label is not None) * EXTENSION
        self._data += bytes((code, flags))
        if label is not None:
            self._data += bytes((0, TEXT))
        if node.comment:
            self._data += self._text(split_comment(node.comment))
        if label is not None:
            self._data += self._text(plain_text(label.text))

    def _text(self, text: str) -> bytes:
        """A text and the NUL after it, or two, so that the length is even."""
        data = self._page.encode(text)
        return data + bytes(2 - len(data) % 2)
