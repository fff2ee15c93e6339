"""The quick checker of certificates: compiled, and written apart from the one that is easy to read.

docs/design/proof.md has the format, the lemma, and what is worked out here. A file is read part by
part; of finished parts only the position and its supports are kept.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import starmap
from typing import BinaryIO, NamedTuple

from tengen.proofs.quick_board import QuickBoard
from tengen.proofs.quick_shelf import copy_image
from tengen.proofs.quick_source import LONGEST_TREE, Source, Wrong
from tengen.proofs.quick_tree import QuickTree
from tengen.proofs.quick_words import describe, name_cell

LARGEST_BOARD = 512
LONGEST_LINE = 64
MOST_PARTS = 1 << 20
MOST_KEPT = 1 << 21
ROOM = 256
STEPS = 1_000_000
"""Between two looks at whether somebody wants to stop."""
GOING, DONE, REFUSED, FULL = range(4)
ATTACKER, DEFENDER = 1, 2


class Counts(NamedTuple):
    """What was read: parts, attacker's moves, those among them that make fours, and repeats."""

    parts: int
    nodes: int
    fours: int
    agains: int
    uses: int


class Verdict(NamedTuple):
    """What a certificate proves: from this position the attacker wins in so many plies at most."""

    width: int
    height: int
    k: int
    turn: int
    attacker: frozenset[int]
    defender: frozenset[int]
    plies: int
    supports: tuple[frozenset[int], ...]
    counts: Counts


class Refused(Exception):
    """A file proves nothing: in which part, after which moves from its position, and why."""

    def __init__(self, reason: str, part: int | None, node: tuple[str, ...], offset: int) -> None:
        self.reason = reason
        self.part = part
        self.node = node
        self.offset = offset
        super().__init__(reason, part, node, offset)

    def __str__(self) -> str:
        node = " ".join(self.node) or "start"
        where = "header" if self.part is None else f"part {self.part}, node {node}"
        return f"{where}, byte {self.offset}: {self.reason}"


def check(
    source: str | os.PathLike[str] | BinaryIO, on_part: Callable[[Counts], None] | None = None
) -> Verdict:
    """What a certificate proves; raises Refused if that is nothing.

    `on_part` is told after every part what has been read so far.
    """
    if isinstance(source, (str, os.PathLike)):
        with open(source, "rb") as file:
            return _Check(file, on_part).run()
    return _Check(source, on_part).run()


class _Check:
    """One check of one file."""

    def __init__(self, stream: BinaryIO, on_part: Callable[[Counts], None] | None) -> None:
        self._source = Source(stream)
        self._on_part = on_part
        self._part: int | None = None
        self._node: tuple[str, ...] = ()
        self._offset: int | None = None

    def run(self) -> Verdict:
        try:
            self._read_header()
            self._read_parts()
        except Wrong as wrong:
            offset = self._source.offset if self._offset is None else self._offset
            raise Refused(str(wrong), self._part, self._node, offset) from None
        return self._verdict()

    # The header.

    def _read_header(self) -> None:
        if self._source.line() != "tengen proof 1":
            raise Wrong("this is no certificate: it does not begin with 'tengen proof 1'")
        width, height = self._read_sizes("board", 2)
        (line,) = self._read_sizes("line", 1)
        if self._source.line():
            raise Wrong("an empty line must follow the header")
        if width * height > LARGEST_BOARD or line > LONGEST_LINE:
            raise Wrong(
                f"{width}x{height} with {line} in a row is too large for the quick checker;"
                f" it takes {LARGEST_BOARD} cells and {LONGEST_LINE} in a row at most"
            )
        if line > max(width, height):
            raise Wrong(f"{line} in a row do not fit on {width}x{height}")
        self._board = QuickBoard(width, height, line)
        self._tree = QuickTree(self._board)
        self._most_parts = self._tree.parts.most(MOST_PARTS)
        self._most_kept = self._tree.kept.most(MOST_KEPT)

    def _read_sizes(self, name: str, count: int) -> list[int]:
        """The numbers of a line that begins with this word."""
        line = self._source.line()
        first, *sizes = line.split(" ")
        for size in sizes:
            if not (size.isascii() and size.isdigit()) or size[0] == "0":
                raise Wrong(f"a size of the header is wrong: {line!r}")
        if first != name or len(sizes) != count:
            raise Wrong(f"the header's line of the {name} is wrong: {line!r}")
        return [int(size) for size in sizes]

    # Parts.

    def _read_parts(self) -> None:
        self._part = 0
        while turn := self._begin_part():
            if self._part == self._most_parts:
                raise Wrong(
                    f"more than {self._most_parts} parts are too many for the quick checker"
                )
            if turn not in {ATTACKER, DEFENDER}:
                raise Wrong(f"a part begins with 0, 1 or 2, not with {turn}")
            self._read_position()
            self._read_used()
            self._check_tree(turn)
            self._part += 1
            if self._on_part:
                self._on_part(self._counts())
        if self._part == 0:
            raise Wrong("there are no parts")
        if self._source.number(MOST_PARTS, "parts") != self._part:
            raise Wrong(f"{self._part} parts were read, but the end says another number")
        self._source.end()

    def _begin_part(self) -> int:
        self._source.begin_part()
        return self._source.byte()

    def _read_position(self) -> None:
        self._board.clear()
        for who in (ATTACKER, DEFENDER):
            last = -1
            for _ in range(self._source.number(self._board.cells, "stones")):
                cell = int.from_bytes(self._source.read(1 + (self._board.cells > 240)), "big")
                if not last < cell < self._board.cells:
                    raise Wrong(f"stones are not in order, or {cell} is not on the board")
                if not self._board.is_empty(cell):
                    raise Wrong(f"two stones are on {self._name(cell)}")
                self._board.put(cell, who)
                last = cell
        if self._board.has_line():
            raise Wrong(f"there are {self._board.line} in a row already")

    def _read_used(self) -> None:
        tree, parts = self._tree, self._tree.parts
        most = min(8 * parts.count, self._most_parts)
        count = self._source.number(most, "used parts")
        tree.used.clear()
        for _ in range(count):
            number = self._source.number(parts.count - 1, "as the number of an earlier part")
            symmetry = self._source.byte()
            if symmetry >= self._board.symmetries:
                raise Wrong(f"this board has no symmetry {symmetry}")
            if parts.turn(number) != ATTACKER:
                raise Wrong(f"part {number} cannot be used: the defender is to move there")
            tree.used.make_room(tree.used.count + 1, most)
            copy_image(parts, number, symmetry, tree.used)

    def _check_tree(self, turn: int) -> None:
        tree = self._tree
        data = self._source.read(self._source.number(LONGEST_TREE, "bytes of a tree"))
        start = self._source.offset - len(data)
        tree.start(data, turn)
        while (status := tree.run(STEPS)) != DONE:
            if status == FULL and tree.kept.room < self._most_kept:
                tree.kept.make_room(tree.kept.room + ROOM, self._most_kept)
            elif status != GOING:
                self._node = tuple(starmap(self._step, tree.path()))
                self._offset = start + tree.code.at
                raise Wrong(self._why(status))
        tree.parts.make_room(tree.parts.count + 1, self._most_parts)
        tree.finish_part()

    # Words.

    def _why(self, status: int) -> str:
        if status == FULL:
            return f"more than {self._most_kept} kept nodes are too many for the quick checker"
        culprit = self._tree.culprit
        cell = self._name(culprit) if culprit < self._board.cells else hex(culprit)
        return describe(self._tree.reason, cell, self._board.line)

    def _name(self, cell: int) -> str:
        return name_cell(cell, self._board.width, self._board.height)

    def _step(self, word: str, cell: int) -> str:
        """A step of a path: a move, a pass, or a stone that is left out."""
        return {"pass": word, "less": f"-{self._name(cell)}"}.get(word, self._name(cell))

    def _counts(self) -> Counts:
        tree = self._tree
        return Counts(tree.parts.count, tree.nodes, tree.fours, tree.agains, tree.uses)

    def _verdict(self) -> Verdict:
        board, parts = self._board, self._tree.parts
        last = parts.count - 1
        stones = [parts.stones(last, who) for who in (ATTACKER, DEFENDER)]
        supports = tuple(map(frozenset, parts.supports(last)))
        return Verdict(
            board.width,
            board.height,
            board.line,
            parts.turn(last),
            frozenset(stones[0]),
            frozenset(stones[1]),
            self._tree.plies,
            supports,
            self._counts(),
        )
