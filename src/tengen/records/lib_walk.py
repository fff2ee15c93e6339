"""A walk through the nodes of a RenLib library, in the order of the file.

In memory are the path to the node and a piece of the file. A node is given on when the one after it
has been looked at: texts on empty points are children in the file, and labels of their parent here.
"""

from __future__ import annotations

from collections.abc import Iterator

from tengen.core.games import RENJU
from tengen.core.point import Point
from tengen.errors import RecordError
from tengen.notation.points import format_algebraic
from tengen.records.lib_bits import LEAF, NO_MOVE, NOTED, POINTS, SIBLING, START
from tengen.records.lib_bytes import Details, LibBytes
from tengen.records.lib_steps import PLAYERS
from tengen.records.lib_texts import CodePage, join_comment, plain_text, read_old
from tengen.records.node import Mark, MarkKind, Node, Sign
from tengen.records.reading import Reading
from tengen.records.visits import Visit, visits

DEEPEST = 1000
MORE_THAN_A_MOVE = 0xFF ^ SIBLING ^ LEAF
SIGNS = {
    flags: tuple(sign for bit, sign in ((NOTED, Sign.NOTED), (START, Sign.START)) if flags & bit)
    for flags in (0, NOTED, START, NOTED | START)
}
NOTHING = Node()


class LibWalk:
    """Reads nodes; what is wrong with one is noted, and it is left out with all that follows it."""

    def __init__(self, source: LibBytes, reading: Reading) -> None:
        self._source = source
        self._reading = reading
        self._page = CodePage(reading.encoding, reading.problems)
        self._start = source.offset
        self._path = bytearray()
        self._knows_all = True
        self.has_late_labels = False
        """Whether a label came after its position had been given on; it is a node of its own."""

    def visits(self) -> Iterator[Visit]:
        """Every node, the root first."""
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
                point = POINTS[code]
                if flags & MORE_THAN_A_MOVE or point is None or code in path:
                    source.at = at
                    node, flags = self._read_odd(code, flags, depth, held)
                    data, at, end = source.data, source.at, len(source.data) - 1
                else:
                    node = Node(PLAYERS[depth & 1], point)
                if node is not None:
                    yield held
                    held = tuple.__new__(Visit, (depth, node, flags >= SIBLING))
                if not flags & LEAF:
                    path.append(code)
                    if flags >= SIBLING:
                        waiting.append(depth)
                    depth += 1
                elif flags < SIBLING:
                    depth = waiting.pop() if waiting else 0
                    del path[depth - 1 :]
            else:
                source.at = at
                self._check_end()
        except RecordError as error:
            source.note(str(error))
        yield held

    def _read_root(self, root: Node) -> int:
        """Read the first node if it is the root, which old files leave out; the depth after it."""
        source = self._source
        if not source.has(2) or source.data[source.at]:
            return 1
        flags = source.data[source.at + 1]
        source.at += 2
        if flags & SIBLING:
            source.note("the first node cannot have a sibling", 2)
        details = source.read_details(flags)
        self._add_details(root, flags, details)
        return 0 if flags & LEAF else 1

    def _read_odd(self, code: int, flags: int, depth: int, held: Visit) -> tuple[Node | None, int]:
        """Read a node that is more than a move, or none; what is left out has no children."""
        start = self._source.offset - 2
        details = self._source.read_details(flags)
        if flags & NO_MOVE and flags & LEAF:
            return self._read_label(code, flags, details, depth, held), flags
        what = self._objection(code, depth)
        if what:
            self._reading.problems.add(f"byte {start:,}", f"{what}; all from there on is left out")
            if not flags & LEAF:
                self._source.skip_subtree()
            return None, flags | LEAF
        if flags & NO_MOVE:
            self._source.note("a node that is no move has moves after it; it is read as one")
        node = Node(PLAYERS[depth & 1], POINTS[code])
        self._add_details(node, flags, details)
        return node, flags

    def _objection(self, code: int, depth: int) -> str:
        point = POINTS[code]
        if code and point is None:
            return f"{code:02X} is no point of the board"
        if point is not None and code in self._path:
            return f"a second stone on {format_algebraic(point, RENJU)}"
        return "more moves and passes than there can be" if depth > DEEPEST else ""

    def _read_label(
        self, code: int, flags: int, details: Details, depth: int, held: Visit
    ) -> Node | None:
        """Read a text on an empty point: for the position before, if that has not been given on."""
        node = Node()
        self._add_details(node, flags, details, POINTS[code])
        if node == NOTHING:
            return None
        if is_label(node):
            if held.depth < depth:
                held.node.marks += node.marks
                return None
            self.has_late_labels = True
        return node

    def _add_details(
        self, node: Node, flags: int, details: Details, point: Point | None = None
    ) -> None:
        comment, old_comment, text, is_known = details
        place = f"byte {self._source.offset:,}"
        node.signs = SIGNS[flags & (NOTED | START)]
        if comment:
            node.comment = join_comment(self._page.decode(comment, place))
        elif old_comment:
            node.comment = read_old(old_comment)
        point = node.point or point
        if text and point:
            label = plain_text(self._page.decode(text, place))
            node.marks = (Mark(MarkKind.LABEL, point, label),)
        elif text:
            self._source.note("a text that is at no point of the board is left out")
        if not is_known and self._knows_all:
            self._knows_all = False
            self._source.note("an extension that is not known; what it says is left out")

    def _note_end(self, held: Visit) -> None:
        """The file ends; RenLib itself does not say so if there is nothing, or one move only."""
        is_bare = not held.depth or self._source.offset - self._start <= 2
        if self._source.has(1) or not is_bare:
            self._source.note("the file ends where more nodes should follow")

    def _check_end(self) -> None:
        if self._source.has(1):
            self._source.note("what follows the end of the tree is left out")


def is_label(node: Node) -> bool:
    """Whether there is nothing to a node but texts on the board."""
    return (
        node.player is None
        and node == Node(marks=node.marks)
        and all(mark.kind is MarkKind.LABEL for mark in node.marks)
    )


def fold_labels(root: Node) -> None:
    """Give labels that are nodes of their own to the position before."""
    for _, node, _ in visits(root):
        labels = [child for child in node.children if is_label(child)]
        if labels:
            node.children = [child for child in node.children if not is_label(child)]
            node.marks += tuple(mark for label in labels for mark in label.marks)
