"""The quick checker of certificates: compiled, and independent of the plain checker `check.py`.

docs/design/proof.md has the format and the lemma. A file is decompressed as its bytes are needed,
and read part by part; of finished parts only the position and its supports are stored.
"""

from __future__ import annotations

import lzma
import os
from collections.abc import Callable
from itertools import starmap
from typing import BinaryIO, NamedTuple

from tengen.prove.quick_board import QuickBoard
from tengen.prove.quick_positions import copy_image
from tengen.prove.quick_tree import QuickTree

LARGEST_BOARD = 512
LONGEST_LINE = 64
MOST_PARTS = 1 << 20
MOST_KEPT = 1 << 21
ROOM_STEP = 256
STEPS_AT_A_TIME = 1_000_000
"""Steps between two checks for an interrupt."""
GOING, DONE, REFUSED, FULL = range(4)
ATTACKER, DEFENDER = 1, 2


class QuickCounts(NamedTuple):
    """What was read: parts, moves of the attacker, moves that make fours, and repetitions."""

    parts: int
    nodes: int
    fours: int
    agains: int
    uses: int


class QuickVerdict(NamedTuple):
    """What a certificate proves: in this position the attacker wins in at most `plies` plies."""

    width: int
    height: int
    k: int
    turn: int
    attacker: frozenset[int]
    defender: frozenset[int]
    plies: int
    supports: tuple[frozenset[int], ...]
    counts: QuickCounts


class QuickRefused(Exception):
    """The file is not a proof: the part, the moves from its position, and the reason."""

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
    source: str | os.PathLike[str] | BinaryIO, on_part: Callable[[QuickCounts], None] | None = None
) -> QuickVerdict:
    """Return what a certificate proves. Raises QuickRefused if it is not a proof.

    `on_part` is called after each part with the counts so far.
    """
    if isinstance(source, (str, os.PathLike)):
        with open(source, "rb") as file:
            return _Check(file, on_part).run()
    return _Check(source, on_part).run()


class _Check:
    """One check of one file."""

    def __init__(self, stream: BinaryIO, on_part: Callable[[QuickCounts], None] | None) -> None:
        self._source = _Source(stream)
        self._on_part = on_part
        self._part: int | None = None
        self._node: tuple[str, ...] = ()
        self._offset: int | None = None

    def run(self) -> QuickVerdict:
        try:
            self._read_header()
            self._read_parts()
        except _Fault as wrong:
            offset = self._source.offset if self._offset is None else self._offset
            raise QuickRefused(str(wrong), self._part, self._node, offset) from None
        return self._verdict()

    # The header.

    def _read_header(self) -> None:
        if self._source.line() != "tengen proof 1":
            raise _Fault("not a certificate: it does not begin with 'tengen proof 1'")
        width, height = self._read_sizes("board", 2)
        (line,) = self._read_sizes("line", 1)
        if self._source.line():
            raise _Fault("an empty line must follow the header")
        if width * height > LARGEST_BOARD or line > LONGEST_LINE:
            raise _Fault(
                f"{width}x{height} with {line} in a row is too large for the quick checker;"
                f" the limits are {LARGEST_BOARD} cells and {LONGEST_LINE} in a row"
            )
        if line > max(width, height):
            raise _Fault(f"{line} in a row do not fit on {width}x{height}")
        self._board = QuickBoard(width, height, line)
        self._tree = QuickTree(self._board)
        self._most_parts = self._tree.parts.most(MOST_PARTS)
        self._most_kept = self._tree.kept.most(MOST_KEPT)

    def _read_sizes(self, name: str, count: int) -> list[int]:
        """Read the numbers of a line that begins with this word."""
        line = self._source.line()
        first, *sizes = line.split(" ")
        for size in sizes:
            if not (size.isascii() and size.isdigit()) or size[0] == "0":
                raise _Fault(f"a number in the header is wrong: {line!r}")
        if first != name or len(sizes) != count:
            raise _Fault(f"the header line for the {name} is wrong: {line!r}")
        return [int(size) for size in sizes]

    # Parts.

    def _read_parts(self) -> None:
        self._part = 0
        while turn := self._begin_part():
            if self._part == self._most_parts:
                raise _Fault(
                    f"more than {self._most_parts} parts are too many for the quick checker"
                )
            if turn not in {ATTACKER, DEFENDER}:
                raise _Fault(f"a part must begin with 0, 1 or 2, not {turn}")
            self._read_position()
            self._read_used()
            self._check_tree(turn)
            self._part += 1
            if self._on_part:
                self._on_part(self._counts())
        if self._part == 0:
            raise _Fault("there are no parts")
        if self._source.number(MOST_PARTS, "parts") != self._part:
            raise _Fault(f"{self._part} parts were read, but the file ends with another number")
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
                    raise _Fault(
                        f"stones are not in ascending order, or cell {cell} is not on the board"
                    )
                if not self._board.is_empty(cell):
                    raise _Fault(f"two stones are on {self._name(cell)}")
                self._board.put(cell, who)
                last = cell
        if self._board.has_line():
            raise _Fault(f"the position of a part already has {self._board.line} in a row")

    def _read_used(self) -> None:
        tree, parts = self._tree, self._tree.parts
        most = min(8 * parts.count, self._most_parts)
        count = self._source.number(most, "used parts")
        tree.used.clear()
        for _ in range(count):
            number = self._source.number(parts.count - 1, "as the number of an earlier part")
            symmetry = self._source.byte()
            if symmetry >= self._board.symmetries:
                raise _Fault(f"this board has no symmetry {symmetry}")
            if parts.turn(number) != ATTACKER:
                raise _Fault(f"part {number} cannot be used: the defender is to move there")
            tree.used.make_room(tree.used.count + 1, most)
            copy_image(parts, number, symmetry, tree.used)

    def _check_tree(self, turn: int) -> None:
        tree = self._tree
        data = self._source.read(self._source.number(LONGEST_TREE, "bytes of a tree"))
        start = self._source.offset - len(data)
        tree.start(data, turn)
        while (status := tree.run(STEPS_AT_A_TIME)) != DONE:
            if status == FULL and tree.kept.room < self._most_kept:
                tree.kept.make_room(tree.kept.room + ROOM_STEP, self._most_kept)
            elif status != GOING:
                self._node = tuple(starmap(self._step, tree.path()))
                self._offset = start + tree.code.at
                raise _Fault(self._why(status))
        tree.parts.make_room(tree.parts.count + 1, self._most_parts)
        tree.finish_part()

    # Reasons.

    def _why(self, status: int) -> str:
        if status == FULL:
            return f"more than {self._most_kept} kept nodes are too many for the quick checker"
        culprit = self._tree.culprit
        cell = self._name(culprit) if culprit < self._board.cells else hex(culprit)
        return describe_reason(self._tree.reason, cell, self._board.line)

    def _name(self, cell: int) -> str:
        return name_cell(cell, self._board.width, self._board.height)

    def _step(self, word: str, cell: int) -> str:
        """Return a step of a path: a move, a pass, or a removed stone."""
        return {"pass": word, "less": f"-{self._name(cell)}"}.get(word, self._name(cell))

    def _counts(self) -> QuickCounts:
        tree = self._tree
        return QuickCounts(tree.parts.count, tree.nodes, tree.fours, tree.agains, tree.uses)

    def _verdict(self) -> QuickVerdict:
        board, parts = self._board, self._tree.parts
        last = parts.count - 1
        stones = [parts.stones(last, who) for who in (ATTACKER, DEFENDER)]
        supports = tuple(map(frozenset, parts.supports(last)))
        return QuickVerdict(
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


CHUNK = 1 << 16
UNPACK_MEMORY = 1 << 28
LONGEST_TREE = 1 << 28
LONGEST_HEADER_LINE = 64
LONGEST_NUMBER = 5


class _Fault(Exception):
    """The reason for a refusal; `_Check` adds the place."""


class _Source:
    """The decompressed bytes of a file; `offset` counts them since `begin_part`."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._decoder = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=UNPACK_MEMORY)
        self._ready = b""
        self._at = 0
        self.offset = 0

    def begin_part(self) -> None:
        """Count bytes from here."""
        self.offset = 0

    def read(self, count: int) -> bytes:
        """Return exactly `count` bytes."""
        pieces = []
        while count > 0:
            piece = self._some(count)
            pieces.append(piece)
            count -= len(piece)
        return b"".join(pieces)

    def _some(self, most: int) -> bytes:
        """Return from one to `most` bytes."""
        if self._at == len(self._ready):
            self._ready, self._at = self._unpack(), 0
            if not self._ready:
                raise _Fault("the file ends too early")
        piece = self._ready[self._at : self._at + most]
        self._at += len(piece)
        self.offset += len(piece)
        return piece

    def _unpack(self) -> bytes:
        """Return the next decompressed bytes, or none at the end."""
        unpacked = b""
        while not unpacked and not self._decoder.eof:
            packed = self._stream.read(CHUNK) if self._decoder.needs_input else b""
            if self._decoder.needs_input and not packed:
                raise _Fault("the file ends too early")
            try:
                unpacked = self._decoder.decompress(packed, CHUNK)
            except lzma.LZMAError as error:
                raise _Fault(f"not an xz file, or a damaged one: {error}") from None
        return unpacked

    def byte(self) -> int:
        """Return the next byte."""
        return self._some(1)[0]

    def number(self, most: int, what: str) -> int:
        """Return the next number; refuse it if it is larger than `most`."""
        value = 0
        for group in range(LONGEST_NUMBER):
            byte = self.byte()
            value |= (byte & 127) << 7 * group
            if byte < 128:
                if value > most:
                    raise _Fault(f"{value} {what}: the limit is {most}")
                return value
        raise _Fault(f"a number is too long: {what}")

    def line(self) -> str:
        """Return the next line of the header."""
        found = bytearray()
        while (byte := self.byte()) != ord("\n"):
            found.append(byte)
            if len(found) > LONGEST_HEADER_LINE:
                raise _Fault("not a certificate: a line of the header is too long")
        return found.decode("ascii", "replace")

    def end(self) -> None:
        """Refuse bytes after the end."""
        if self._at < len(self._ready) or self._unpack():
            raise _Fault("there are bytes after the end of the certificate")
        if self._decoder.unused_data or self._stream.read(1):
            raise _Fault("there are bytes after the end of the xz data")


REASONS = (
    "nothing is wrong",
    "the tree ends too early, or a number is too long",
    "a move of the attacker was expected, not {cell}",
    "{cell} is not empty",
    "after {cell} the defender can still make {line} in a row",
    "the defender is to move and can make {line} in a row",
    "a reply of the defender was expected, not {cell}",
    "the reply {cell} is out of order",
    "the reply {cell} is missing",
    "nulls are nested too deep: no support is left here",
    "no node was kept under this number",
    "no used part has this number",
    "the repeated node has different stones",
    "LESS removes {cell}, which is not a stone of the defender",
    "the removed stone {cell} is in the zone of the tree",
    "there are bytes after the end of the tree",
    "the tree is deeper than 500 moves",
    "the board is full, and nobody has won",
)
"""The reasons by the codes of `quick_tree`."""


def describe_reason(reason: int, cell: str, line: int) -> str:
    """Return the reason of a refusal in words."""
    return REASONS[reason].format(cell=cell, line=line)


def name_cell(cell: int, width: int, height: int) -> str:
    """Return a cell as players write it: the column's letter, then the row from the bottom."""
    row, col = divmod(cell, width)
    letters = ""
    col += 1
    while col:
        col, letter = divmod(col - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return f"{letters}{height - row}"
