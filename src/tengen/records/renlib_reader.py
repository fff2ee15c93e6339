"""Reads the nodes of a RenLib library of any size, in the order of the file.

Only the path to the node and a piece of the file are in memory. A node is yielded after the next
one has been read, because a text on an empty point is a child in the file, but a label of its
parent in the tree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from tengen.errors import RecordError
from tengen.records import renlib_nodes
from tengen.records.game_tree import Mark, MarkKind, Node, Sign, Visit, visits
from tengen.records.reading import Problems, Reading
from tengen.rules import Point, format_algebraic
from tengen.rules.rules import RENJU

READ_SIZE = 1 << 16
MAX_TEXT_BYTES = 1 << 22
"""Maximum number of bytes of a text."""
TEXT_END = re.compile(rb"\0")
OLD_TEXT_END = re.compile(rb"[\x80-\xff]")


class RenLibDetails(NamedTuple):
    """The bytes after the two bytes of a node."""

    comment: bytes = b""
    old_comment: bytes = b""
    text: bytes = b""
    is_known: bool = True
    """Whether there is no unknown extension."""


class RenLibBytes:
    """The part of a file that is in memory: `data`, which has been read up to `at`."""

    def __init__(self, file: BinaryIO, problems: Problems) -> None:
        self.data = b""
        self.at = 0
        self._file = file
        self._before = 0
        self._problems = problems

    @property
    def offset(self) -> int:
        """How many bytes of the file have been read."""
        return self._before + self.at

    def note(self, what: str, back: int = 0) -> None:
        """Note a problem at this byte, or `back` bytes before it."""
        self._problems.add(f"byte {self.offset - back:,}", what)

    def fill(self) -> bool:
        """Load more bytes. Return False at the end of the file."""
        more = self._file.read(READ_SIZE)
        self._before += self.at
        self.data = self.data[self.at :] + more
        self.at = 0
        return bool(more)

    def has(self, count: int) -> bool:
        """Return whether at least `count` bytes follow, and load them."""
        while len(self.data) - self.at < count:
            if not self.fill():
                return False
        return True

    def read_header(self) -> None:
        """Read the header. Raises RecordError if the file is not a library."""
        is_whole = self.has(len(renlib_nodes.HEADER))
        if self.data.startswith(renlib_nodes.MAGIC):
            version = tuple(self.data[len(renlib_nodes.MAGIC) : len(renlib_nodes.MAGIC) + 2])
            if version > renlib_nodes.VERSION:
                self.note(
                    f"version {'.'.join(map(str, version))} is newer than 3.4, the last known"
                )
            self.at = min(len(renlib_nodes.HEADER), len(self.data))
            if not is_whole:
                self.note("the file ends within its header of 20 bytes")
        elif self.data[:1] != bytes([renlib_nodes.CENTRE]):
            raise RecordError("not a RenLib library: it does not start with \\xffRenLib\\xff")

    def read_details(self, flags: int) -> RenLibDetails:
        """Read what follows a node's two bytes. Raises RecordError if the file is cut off."""
        comment = old_comment = text = b""
        extension = self._read_extension() if flags & renlib_nodes.EXTENSION else 0
        if flags & renlib_nodes.OLD_COMMENT:
            old_comment = self._read_old()
        elif flags & renlib_nodes.COMMENT:
            comment = self._read_text()
        if extension & renlib_nodes.TEXT:
            text = self._read_text()
        return RenLibDetails(comment, old_comment, text, extension in {0, renlib_nodes.TEXT})

    def skip_subtree(self) -> None:
        """Skip the descendants of a node that has children. Raises RecordError if cut off."""
        due = 1
        while due:
            if not self.has(2):
                raise RecordError("the file is cut off: more nodes should follow")
            flags = self.data[self.at + 1]
            self.at += 2
            self.read_details(flags)
            due += (not flags & renlib_nodes.LEAF) + bool(flags & renlib_nodes.SIBLING) - 1

    def _read_extension(self) -> int:
        if not self.has(2):
            raise RecordError("the file ends within a node")
        self.at += 2
        return int.from_bytes(self.data[self.at - 2 : self.at], "big")

    def _read_text(self) -> bytes:
        """Read a text that ends with a NUL, and a second NUL that makes the length even."""
        end = self._find(TEXT_END)
        text = self.data[self.at : end]
        self.at = end + 2 - len(text) % 2
        return text

    def _read_old(self) -> bytes:
        """Read a text whose last byte has its high bit set, padded to an even length."""
        end = self._find(OLD_TEXT_END) + 1
        text = self.data[self.at : end]
        self.at = end + len(text) % 2
        return text

    def _find(self, pattern: re.Pattern[bytes]) -> int:
        start = self.at
        while not (found := pattern.search(self.data, start)):
            seen = len(self.data) - self.at
            if seen > MAX_TEXT_BYTES or not self.fill():
                raise RecordError("the end of a text is missing")
            start = self.at + seen
        return found.start()


MAX_DEPTH = 1000
MORE_THAN_A_MOVE = 0xFF ^ renlib_nodes.SIBLING ^ renlib_nodes.LEAF
SIGNS_OF_FLAGS = {
    flags: tuple(
        sign
        for bit, sign in ((renlib_nodes.NOTED, Sign.NOTED), (renlib_nodes.START, Sign.START))
        if flags & bit
    )
    for flags in (
        0,
        renlib_nodes.NOTED,
        renlib_nodes.START,
        renlib_nodes.NOTED | renlib_nodes.START,
    )
}
EMPTY_NODE = Node()


class RenLibWalk:
    """Reads nodes; a wrong one is noted, and skipped with everything after it."""

    def __init__(self, source: RenLibBytes, reading: Reading) -> None:
        self._source = source
        self._reading = reading
        self._page = renlib_nodes.RenLibCodePage(reading.encoding, reading.problems)
        self._start = source.offset
        self._path = bytearray()
        self._knows_all = True
        self.has_late_labels = False
        """Whether a label came after its position had been yielded, and became a separate node."""

    def visits(self) -> Iterator[Visit]:
        """Visit every node, the root first."""
        source, path = self._source, self._path
        waiting: list[int] = []
        held = Visit(0, Node(), more=False)
        try:
            depth = self._read_root(held.node)
            data, at, end = source.data, source.at, len(source.data) - 1
            while depth:
                if at >= end:
                    source.at = at
                    if not source.has(2):
                        self._note_end(held)
                        break
                    data, at, end = source.data, source.at, len(source.data) - 1
                code = data[at]
                flags = data[at + 1]
                at += 2
                point = renlib_nodes.POINT_OF_CODE[code]
                if flags & MORE_THAN_A_MOVE or point is None or code in path:
                    source.at = at
                    node, flags = self._read_special(code, flags, depth, held)
                    data, at, end = source.data, source.at, len(source.data) - 1
                else:
                    node = Node(renlib_nodes.PLAYER_AT_PARITY[depth & 1], point)
                if node is not None:
                    yield held
                    held = tuple.__new__(Visit, (depth, node, flags >= renlib_nodes.SIBLING))
                if not flags & renlib_nodes.LEAF:
                    path.append(code)
                    if flags >= renlib_nodes.SIBLING:
                        waiting.append(depth)
                    depth += 1
                elif flags < renlib_nodes.SIBLING:
                    depth = waiting.pop() if waiting else 0
                    del path[depth - 1 :]
            else:
                source.at = at
                self._check_end()
        except RecordError as error:
            source.note(str(error))
        yield held

    def _read_root(self, root: Node) -> int:
        """Read the root, which old files do not have, and return the depth of the next node."""
        source = self._source
        if not source.has(2) or source.data[source.at]:
            return 1
        flags = source.data[source.at + 1]
        source.at += 2
        if flags & renlib_nodes.SIBLING:
            source.note("the first node cannot have a sibling", 2)
        details = source.read_details(flags)
        self._add_details(root, flags, details)
        return 0 if flags & renlib_nodes.LEAF else 1

    def _read_special(
        self, code: int, flags: int, depth: int, held: Visit
    ) -> tuple[Node | None, int]:
        """Read a node that is not just a legal move; None and the flags of a leaf if skipped."""
        start = self._source.offset - 2
        details = self._source.read_details(flags)
        if flags & renlib_nodes.NO_MOVE and flags & renlib_nodes.LEAF:
            return self._read_label(code, flags, details, depth, held), flags
        what = self._objection(code, depth)
        if what:
            what = f"{what}; it and everything after it were skipped"
            self._reading.problems.add(f"byte {start:,}", what)
            if not flags & renlib_nodes.LEAF:
                self._source.skip_subtree()
            return None, flags | renlib_nodes.LEAF
        if flags & renlib_nodes.NO_MOVE:
            self._source.note("a node without a move has moves after it; it was read as a move")
        node = Node(renlib_nodes.PLAYER_AT_PARITY[depth & 1], renlib_nodes.POINT_OF_CODE[code])
        self._add_details(node, flags, details)
        return node, flags

    def _objection(self, code: int, depth: int) -> str:
        point = renlib_nodes.POINT_OF_CODE[code]
        if code and point is None:
            return f"{code:02X} is not a point of the board"
        if point is not None and code in self._path:
            return f"{format_algebraic(point, RENJU)} is already taken"
        return f"more than {MAX_DEPTH:,} moves and passes in one line" if depth > MAX_DEPTH else ""

    def _read_label(
        self, code: int, flags: int, details: RenLibDetails, depth: int, held: Visit
    ) -> Node | None:
        """Read a text on an empty point; add it to the parent if that has not been yielded yet."""
        node = Node()
        self._add_details(node, flags, details, renlib_nodes.POINT_OF_CODE[code])
        if node == EMPTY_NODE:
            return None
        if is_label(node):
            if held.depth < depth:
                held.node.marks += node.marks
                return None
            self.has_late_labels = True
        return node

    def _add_details(
        self, node: Node, flags: int, details: RenLibDetails, point: Point | None = None
    ) -> None:
        comment, old_comment, text, is_known = details
        place = f"byte {self._source.offset:,}"
        node.signs = SIGNS_OF_FLAGS[flags & (renlib_nodes.NOTED | renlib_nodes.START)]
        if comment:
            node.comment = renlib_nodes.join_comment(self._page.decode(comment, place))
        elif old_comment:
            node.comment = renlib_nodes.read_old_comment(old_comment)
        point = node.point or point
        if text and point:
            label = renlib_nodes.plain_text(self._page.decode(text, place))
            node.marks = (Mark(MarkKind.LABEL, point, label),)
        elif text:
            self._source.note("a text that is not on a point of the board was skipped")
        if not is_known and self._knows_all:
            self._knows_all = False
            self._source.note("an unknown extension was skipped")

    def _note_end(self, held: Visit) -> None:
        """Note that the file is cut off; RenLib allows that if there is at most one move."""
        is_bare = not held.depth or self._source.offset - self._start <= 2
        if self._source.has(1) or not is_bare:
            self._source.note("the file is cut off: more nodes should follow")

    def _check_end(self) -> None:
        if self._source.has(1):
            self._source.note("the bytes after the end of the tree were ignored")


def is_label(node: Node) -> bool:
    """Return whether a node has nothing but labels."""
    return (
        node.player is None
        and node == Node(marks=node.marks)
        and all(mark.kind is MarkKind.LABEL for mark in node.marks)
    )


def fold_labels(root: Node) -> None:
    """Move labels from separate nodes to their parents."""
    for _, node, _ in visits(root):
        labels = [child for child in node.children if is_label(child)]
        if labels:
            node.children = [child for child in node.children if not is_label(child)]
            node.marks += tuple(mark for label in labels for mark in label.marks)
