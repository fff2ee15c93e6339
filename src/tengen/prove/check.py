"""Check a certificate, a file that proves a win in k in a row. This program needs only Python.

    python check.py FILE

THE GAME. Two sides place stones on empty cells in turn; k or more in a row win, and nothing is
forbidden. A *window* is k cells in a line: a side has won exactly when it fills one. A is the
attacker, for whom a win is proved, D the defender. A *four* of a side is a window with k - 1 of
its stones and an empty cell (five in a row: k = 5). W(t) are the empty cells of all windows with
no stone of A and at least t of D.

THE TREE. A node is a position and says how A wins:

    OR      A is to move and plays the empty cell m. Either m completes a window, or every four of
            D has m as its empty cell. If A has not won, one of the next three follows;
            in each of them D is to move and has no four.
    AND-F   A has fours; E are their empty cells. If E is one cell, there is a tree for D on it.
    AND-Z   There is a tree T0 for the same board with A to move again, as if D passed (a null),
            and a tree for D on r for every r in S1(T0), and possibly for more cells.
    AND-ALL There is a tree for D on every empty cell, and at least one cell is empty. Of cells
            that a symmetry of the position maps to each other, one is enough.
    LESS    A is to move. There is a tree T for the position without D's stone on c, and c is not
            in S1(T).

SUPPORTS. Each tree has sets S1, ..., Sn of cells, n <= k - 2. They are computed, never read:

    OR making k in a row on m       Sj = {m}, n = k - 2
    OR on m, then X                 Sj = {m} | W(k - 1 - j) before m | Sj(X)
    AND-F with more cells in E      Sj = E, n = k - 2
    AND-F with one cell, then X     Sj = E | Sj(X)
    AND-Z                           Sj = S(j+1)(T0) | Sj of all other trees, if all of these exist
    AND-ALL                         n = 0
    LESS                            Sj = S(j+1)(T) without c

THE LEMMA. Let T prove a position with A to move. Put i extra stones of D on it, i <= n, so that D
has no k in a row: e1 outside S1(T), ..., ei outside Si(T). Then A wins by following T and by
treating a reply of D that has no tree as a pass. With i = 0 this is what a certificate must
prove.

PROOF. At an OR node that does not win at once, take a window with an extra stone and none of A,
and let ej be the extra in it with the highest number. Because ej is not in W(k - 1 - j), at most
k - 2 - j stones in the window are not extras, and at most j are extras: k - 2 in all. So no four
of D contains an extra, and all fours without extras have m as their empty cell. The cell m is
empty because it is in every Sj. After m, therefore, D has no four and cannot win with its next
stone. At AND-F, no extra is on E, so D must play on E, or A wins there at once. At AND-Z, a reply
with its own tree leads to that tree, whose sets are subsets of the node's. Any other reply is
outside S1(T0) and becomes e1. Each ej becomes e(j+1); it is outside Sj, which contains S(j+1)(T0).
So the lemma's condition holds for T0. LESS is similar: the stone on c becomes e1, and no other
extra is on c. At AND-ALL there are no extras. Trees are finite, so A wins.

HOW SETS ARE STORED. A set of cells is an integer with one bit for each cell. Several sets in one
integer are *layers* of `area + 1` bits, with S1 the lowest. The spare bit of a layer is a mark: if
it is set, the support does not exist. So a union of supports is a single `|`, and replacing Sj by
S(j+1) is a single shift. The windows of a side are stored as an integer too, see `_Board`.

docs/design/proof.md explains all this in more detail and specifies the file format.
"""

from __future__ import annotations

import lzma
import os
import re
import sys
from collections.abc import Callable, Iterator
from typing import BinaryIO, NamedTuple

HEADER = re.compile(
    rb"tengen proof 1\nboard ([1-9]\d{0,2}) ([1-9]\d{0,2})\nline ([1-9]\d{0,2})\n\n"
)
END, KEEP, AGAIN, USE, ALL, LESS = -1, -2, -3, -4, -5, -6  # tokens, as negative cells
ATTACKER, DEFENDER = 1, 2
TURNS = {ATTACKER: "attacker", DEFENDER: "defender"}
SHORT_BOARD = 240
LETTERS = "abcdefghijklmnopqrstuvwxyz"

WIDEST = 52  # these limits keep damaged files from using all memory
DEEPEST = 1000  # steps from the position of a part to a node
CALLS = 5  # nested function calls for each step, with one to spare
MOST_BYTES = 1 << 28
MOST_KEPT = 1 << 21
MOST_MEMORY = 1 << 27  # bytes for kept positions with their supports
PIECE = 1 << 16


class ProofRefused(Exception):
    """The file is not a proof: the part, the moves from its position, and the reason."""

    def __init__(self, reason: str, part: int | None, node: tuple[str, ...], offset: int) -> None:
        self.reason = reason
        self.part = part
        self.node = node
        self.offset = offset
        place = "header" if part is None else f"part {part}, node {' '.join(node) or 'start'}"
        super().__init__(f"{place}, byte {offset}: {reason}")

    def __reduce__(self) -> tuple[type, tuple[str, int | None, tuple[str, ...], int]]:
        return type(self), (self.reason, self.part, self.node, self.offset)


class ProofCounts(NamedTuple):
    """What was read: parts, moves of A, moves that make fours, and repeated and used trees."""

    parts: int
    nodes: int
    fours: int
    agains: int
    uses: int


class ProofVerdict(NamedTuple):
    """What a certificate proves: in this position A wins in at most `plies` plies."""

    width: int
    height: int
    k: int
    turn: int
    attacker: frozenset[int]
    defender: frozenset[int]
    plies: int
    supports: tuple[frozenset[int], ...]
    counts: ProofCounts


class _Fault(Exception):
    """The reason for a refusal; `check` adds the place."""


class _Position(NamedTuple):
    """The stones of both sides, their windows, and the empty cells in layers."""

    attacker: int
    defender: int
    attacks: int
    defences: int
    empty: int


class _Board:
    """A board, its windows, and the positions after moves.

    The windows of a side are one integer, its *lines*: for each of four directions, k + 1 layers.
    Layer n has the bit of a window's first cell if the other side has no stone in the window, and
    at most n of its cells lack a stone of this side. So layer 0 has the full windows, layer 1 the
    fours, and layer k all windows that are open to this side.
    """

    def __init__(self, width: int, height: int, k: int) -> None:
        self.width, self.height, self.k = width, height, k
        self.area = width * height
        self.bytes = 1 if self.area <= SHORT_BOARD else 2  # for each cell
        self.layer = self.area + 1
        self.cells = (1 << self.area) - 1
        self.mark = 1 << self.area
        supports = range(max(k - 2, 0))
        # A set times `each` is in all layers; `beyond` marks the layer after the last support.
        self.each = sum(1 << n * self.layer for n in supports)
        self.beyond = self.mark << len(supports) * self.layer
        self.closed = self.mark * self.each | self.beyond
        stone = sum(1 << n * self.layer for n in range(max(k - 1, 1)))
        self.stones = [stone << cell for cell in range(self.area)]
        self.symmetries = [self._symmetry(bits) for bits in range(8 if width == height else 4)]
        self.most_kept = min(MOST_KEPT, 8 * MOST_MEMORY // (k * self.layer))
        self._make_windows()

    def _make_windows(self) -> None:
        k, layer = self.k, self.layer
        block = (k + 1) * layer
        every = sum(1 << n * layer for n in range(k + 1))
        begun = sum(self.cells << n * layer for n in range(k - 1))
        self._through = [0] * self.area
        self._directions = []
        for number, (down, right) in enumerate([(0, 1), (1, 0), (1, 1), (1, -1)]):
            step = down * self.width + right
            for cell in self._starts(down, right):
                window = every << cell + number * block
                for n in range(k):
                    self._through[cell + n * step] |= window
            self._directions.append((number * block + layer, begun, _doublings(k, step)))
        blocks = sum(1 << number * block for number in range(4))
        self.full = self.cells * blocks
        self.fours = self.full << layer
        lines = (self.full << k * layer) & _union(self._through)
        self.start = _Position(0, 0, lines, lines, sum(self.stones))

    def _starts(self, down: int, right: int) -> list[int]:
        """Return the first cells of all windows in one direction."""
        return [
            row * self.width + col
            for row in range(self.height - (self.k - 1) * down)
            for col in range(self.width)
            if 0 <= col + (self.k - 1) * right < self.width
        ]

    def position(self, attacker: int, defender: int) -> _Position:
        """Return the position with these stones."""
        at = self.start
        for cell in _bits(attacker):
            at = self.attack(at, cell)
        for cell in _bits(defender):
            at = self.defend(at, cell)
        return at

    def attack(self, at: _Position, cell: int) -> _Position:
        """Return the position after A plays a cell: A's windows through it lack one stone less."""
        attacker, defender, attacks, defences, empty = at
        windows = self._through[cell]
        return _Position(
            attacker | 1 << cell,
            defender,
            attacks | (attacks & windows) >> self.layer,
            defences & ~windows,
            empty ^ self.stones[cell],
        )

    def defend(self, at: _Position, cell: int) -> _Position:
        """Return the position after D plays a cell."""
        attacker, defender, attacks, defences, empty = at
        windows = self._through[cell]
        return _Position(
            attacker,
            defender | 1 << cell,
            attacks & ~windows,
            defences | (defences & windows) >> self.layer,
            empty ^ self.stones[cell],
        )

    def begun(self, at: _Position, lines: int) -> int:
        """Return the empty cells of windows: in layer j, those that lack at most j + 1 stones."""
        found = 0
        for shift, layers, steps in self._directions:
            windows = lines >> shift & layers
            for step in steps:
                windows |= windows << step
            found |= windows
        return found & at.empty

    def image(self, sets: int, symmetry: list[int]) -> int:
        """Return the image of sets under a symmetry, layer by layer."""
        image, shift = 0, 0
        while sets >> shift:
            bits = f"{sets >> shift & (self.mark | self.cells):0{self.layer}b}"
            image |= int("".join([bits[place] for place in symmetry]), 2) << shift
            shift += self.layer
        return image

    def _symmetry(self, bits: int) -> list[int]:
        """Return, for each binary digit of an image from the highest, its place in the original.

        Bit 0 mirrors columns, bit 1 mirrors rows, bit 2 then swaps rows and columns. The mark
        stays in place.
        """
        places = list(range(self.layer))
        for cell in range(self.area):
            row, col = divmod(cell, self.width)
            row = self.height - 1 - row if bits & 2 else row
            col = self.width - 1 - col if bits & 1 else col
            to = col * self.width + row if bits & 4 else row * self.width + col
            places[self.area - to] = self.area - cell
        return places

    def name(self, cell: int) -> str:
        """Return a cell as players write it: the column's letter, then the row from the bottom."""
        row, col = divmod(cell, self.width)
        return ("" if col < 26 else "a") + LETTERS[col % 26] + str(self.height - row)

    def names(self, cells: int) -> str:
        """Return the first cells of a set, for messages."""
        named = [self.name(cell) for cell in _bits(cells)]
        return " ".join(named[:8]) + (" ..." if len(named) > 8 else "")


class _Part(NamedTuple):
    """What is stored of a part: its position, its supports, and the most plies to the win."""

    turn: int
    attacker: int
    defender: int
    support: int
    plies: int


class _Tree:
    """Reads the tree of one part and computes its supports, node by node."""

    def __init__(self, board: _Board, tree: bytearray, used: list[tuple[_Part, int]]) -> None:
        self.board = board
        self.path: list[str | int] = []
        self.at, self.size = 0, len(tree)
        self.nodes = self.fours = self.agains = self.uses = 0
        self._tree = tree
        self._used = used
        self._kept: list[tuple[int, int, int, int]] = []

    def read(self, turn: int, at: _Position) -> tuple[int, int]:
        """Return the supports of the whole tree, and the most plies to the win."""
        found = self.rest(at) if turn == DEFENDER else self.node(at, self.take())
        if self.at < self.size:
            raise _Fault("there are bytes after the end of the tree")
        return found

    def take(self) -> int:
        """Return the next cell, or a token, which is negative."""
        value, values = self.byte(), 1 << 8
        if self.board.bytes == 2:
            value, values = value << 8 | self.byte(), 1 << 16
        return value if value < self.board.area else value - values

    def byte(self) -> int:
        """Return the next byte of the tree."""
        if self.at == self.size:
            raise _Fault("the tree ends too early")
        self.at += 1
        return self._tree[self.at - 1]

    def node(self, at: _Position, token: int) -> tuple[int, int]:
        """Read a node with A to move that begins with this token; return supports and plies."""
        if len(self.path) >= DEEPEST:
            raise _Fault(f"the tree is deeper than {DEEPEST} steps")
        if token >= 0:
            return self.move(at, token)
        if token == KEEP:
            return self.keep(at)
        if token == AGAIN:
            return self.again(at)
        if token == USE:
            return self.use(at)
        if token == LESS:
            return self.less(at)
        raise _Fault("a move was expected here")

    def move(self, at: _Position, cell: int) -> tuple[int, int]:
        """Read an OR node."""
        board = self.board
        if not at.empty >> cell & 1:
            raise _Fault(f"the attacker's move {board.name(cell)} is not on an empty cell")
        self.nodes += 1
        after = board.attack(at, cell)
        if after.attacks & board.full:
            return board.each << cell | board.beyond, 1
        begun = board.begun(at, at.defences)
        others = begun & board.cells & ~(1 << cell)
        if others:
            raise _Fault(
                f"after {board.name(cell)} the defender can still win on {board.names(others)}"
            )
        if after.attacks & board.fours:
            self.fours += 1
        self.path.append(cell)
        support, plies = self.rest(after)
        self.path.pop()
        return support | (begun | board.stones[cell]) >> board.layer, plies + 1

    def rest(self, at: _Position) -> tuple[int, int]:
        """Read a node with D to move: AND-F, AND-Z or AND-ALL."""
        board = self.board
        if at.defences & board.fours:
            raise _Fault("the defender is to move and can win at once")
        if at.attacks & board.fours:
            return self.forced(at)
        token = self.take()
        return self.every(at) if token == ALL else self.zone(at, token)

    def forced(self, at: _Position) -> tuple[int, int]:
        """Read an AND-F node."""
        board = self.board
        cells = board.begun(at, at.attacks & board.fours)
        if cells & cells - 1:
            return cells * board.each | board.beyond, 2
        cell = cells.bit_length() - 1
        self.path.append(cell)
        support, plies = self.node(board.defend(at, cell), self.take())
        self.path.pop()
        return support | board.each << cell, plies + 1

    def zone(self, at: _Position, token: int) -> tuple[int, int]:
        """Read an AND-Z node."""
        board = self.board
        self.path.append("pass")
        null, plies = self.node(at, token)
        self.path.pop()
        if null & board.mark:
            raise _Fault("a pass is not allowed here: nulls are nested too deep")
        listed, support, longest = self.replies(at)
        missing = null & board.cells & ~listed
        if missing:
            raise _Fault(f"replies in the zone are missing: {board.names(missing)}")
        return null >> board.layer | support | board.beyond, max(plies, longest) + 1

    def every(self, at: _Position) -> tuple[int, int]:
        """Read an AND-ALL node."""
        board = self.board
        listed, _, longest = self.replies(at)
        covered = 0
        for symmetry in board.symmetries:
            if all(board.image(side, symmetry) == side for side in at[:2]):
                covered |= board.image(listed, symmetry)
        missing = at.empty & board.cells & ~covered
        if missing:
            raise _Fault(f"replies are missing: {board.names(missing)}")
        if not listed:
            raise _Fault("the board is full, and nobody has won")
        return board.closed, longest + 1

    def replies(self, at: _Position) -> tuple[int, int, int]:
        """Read replies up to END; return their cells, united supports and most plies."""
        listed, support, longest = 0, 0, 0
        while (cell := self.take()) != END:
            if cell < 0 or listed >> cell:
                raise _Fault("a reply in ascending order was expected, or the end of the replies")
            if not at.empty >> cell & 1:
                raise _Fault(f"the reply {self.board.name(cell)} is not on an empty cell")
            self.path.append(cell)
            more, plies = self.node(self.board.defend(at, cell), self.take())
            self.path.pop()
            listed |= 1 << cell
            support |= more
            longest = max(longest, plies)
        return listed, support, longest

    def less(self, at: _Position) -> tuple[int, int]:
        """Read a LESS node."""
        board, cell = self.board, self.take()
        if cell < 0 or not at.defender >> cell & 1:
            raise _Fault("LESS removes a stone that the defender does not have")
        self.path.append(f"-{board.name(cell)}")
        before = board.position(at.attacker, at.defender ^ 1 << cell)
        support, plies = self.node(before, self.take())
        self.path.pop()
        if support & board.mark:
            raise _Fault(f"{board.name(cell)} cannot be removed: nulls are nested too deep")
        if support >> cell & 1:
            raise _Fault(f"the removed stone {board.name(cell)} is in the zone of the tree")
        return support >> board.layer & ~(board.each << cell) | board.beyond, plies

    def keep(self, at: _Position) -> tuple[int, int]:
        """Read a node and keep it; a node that is kept several times gets several numbers."""
        times = 1
        while (token := self.take()) == KEEP:
            times += 1
        support, plies = self.node(at, token)
        if len(self._kept) + times > self.board.most_kept:
            raise _Fault(f"more than {self.board.most_kept} nodes are kept")
        self._kept += [(at.attacker, at.defender, support, plies)] * times
        return support, plies

    def again(self, at: _Position) -> tuple[int, int]:
        """Repeat a kept node that has the same stones."""
        number = _number(self.byte)
        if number >= len(self._kept):
            raise _Fault(f"node {number} is repeated but was not kept")
        attacker, defender, support, plies = self._kept[number]
        if (attacker, defender) != at[:2]:
            raise _Fault(f"node {number} is repeated with different stones")
        self.agains += 1
        return support, plies

    def use(self, at: _Position) -> tuple[int, int]:
        """Use an earlier part under a symmetry."""
        number = _number(self.byte)
        if number >= len(self._used):
            raise _Fault(f"used part {number} is not in the list of the part")
        part, bits = self._used[number]
        symmetry, image = self.board.symmetries[bits], self.board.image
        if (image(part.attacker, symmetry), image(part.defender, symmetry)) != at[:2]:
            raise _Fault(f"used part {number} proves another position")
        self.uses += 1
        return image(part.support, symmetry), part.plies


class _Source:
    """The bytes of a file, decompressed as they are needed."""

    def __init__(self, file: BinaryIO) -> None:
        self.at = 0
        self._file = file
        self._unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=MOST_BYTES)
        self._piece = b""
        self._used = 0

    def take(self, count: int) -> bytearray:
        """Return exactly `count` bytes."""
        taken = bytearray()
        while len(taken) < count:
            if self._used == len(self._piece) and not self._unpack():
                raise _Fault("the file ends too early")
            wanted = self._piece[self._used : self._used + count - len(taken)]
            self._used += len(wanted)
            taken += wanted
        self.at += count
        return taken

    def byte(self) -> int:
        """Return the next byte."""
        return self.take(1)[0]

    def number(self, most: int, what: str) -> int:
        """Return the next number; refuse it if it is larger than `most`."""
        number = _number(self.byte)
        if number > most:
            raise _Fault(f"{number} {what}: the limit is {most}")
        return number

    def finish(self) -> None:
        """Refuse bytes after the end."""
        if self._used < len(self._piece) or self._unpack() or self._unpacker.unused_data:
            raise _Fault("there are bytes after the end of the certificate")
        if self._file.read(1):
            raise _Fault("there are bytes after the end of the certificate")

    def _unpack(self) -> bool:
        """Decompress the next piece; return whether there is one."""
        self._piece, self._used = b"", 0
        while not self._piece and not self._unpacker.eof:
            packed = self._file.read(PIECE) if self._unpacker.needs_input else b""
            if not packed and self._unpacker.needs_input:
                raise _Fault("the file ends too early")
            try:
                self._piece = self._unpacker.decompress(packed, PIECE)
            except lzma.LZMAError as error:
                raise _Fault(f"not an xz file, or a damaged one: {error}") from None
        return bool(self._piece)


class _Certificate:
    """Reads a file part by part."""

    def __init__(self, source: _Source) -> None:
        self.parts: list[_Part] = []
        self.counts = ProofCounts(0, 0, 0, 0, 0)
        self._source = source
        self._began = 0
        self._tree: _Tree | None = None

    def read(self, on_part: Callable[[ProofCounts], None] | None) -> ProofVerdict:
        """Read the whole file. The last part is the claim."""
        self.board = self._header()
        self._began = self._source.at
        while turn := self._source.byte():
            self.parts.append(self._part(turn))
            self._began, self._tree = self._source.at, None
            if on_part:
                on_part(self.counts)
        if self._source.number(MOST_KEPT, "parts") != len(self.parts) or not self.parts:
            raise _Fault(f"the number of parts must be {len(self.parts)}, and at least 1")
        self._source.finish()
        return self._verdict(self.parts[-1])

    def refusal(self, fault: _Fault) -> ProofRefused:
        """Return a refusal with the place of a fault."""
        if not hasattr(self, "board"):
            return ProofRefused(str(fault), None, (), self._source.at)
        offset, path = self._source.at - self._began, list[str | int]()
        if self._tree is not None:
            offset += self._tree.at - self._tree.size
            path = self._tree.path
        node = [self.board.name(step) if isinstance(step, int) else step for step in path]
        return ProofRefused(str(fault), len(self.parts), tuple(node), offset)

    def _header(self) -> _Board:
        lines = bytearray()
        while not lines.endswith(b"\n\n") and len(lines) < 50:
            lines += self._source.take(1)
        match = HEADER.fullmatch(lines)
        if match is None:
            raise _Fault("not a `tengen proof 1` file")
        width, height, k = map(int, match.groups())
        if max(width, height) > WIDEST or k > max(width, height):
            raise _Fault(f"{width}x{height} with {k} in a row is not supported")
        return _Board(width, height, k)

    def _part(self, turn: int) -> _Part:
        if turn not in {ATTACKER, DEFENDER}:
            raise _Fault(f"a part must begin with 1 or 2, not {turn}")
        if len(self.parts) == self.board.most_kept:
            raise _Fault(f"more than {self.board.most_kept} parts")
        at = self._position()
        used = self._used()
        size = self._source.number(MOST_BYTES, "bytes in a tree")
        tree = self._tree = _Tree(self.board, self._source.take(size), used)
        support, plies = tree.read(turn, at)
        found = (1, tree.nodes, tree.fours, tree.agains, tree.uses)
        self.counts = ProofCounts(*map(sum, zip(self.counts, found, strict=True)))
        return _Part(turn, at.attacker, at.defender, support, plies)

    def _position(self) -> _Position:
        """Read the stones of a part."""
        sides = self._stones(), self._stones()
        if sides[0] & sides[1]:
            raise _Fault("both sides have a stone on the same cell")
        at = self.board.position(*sides)
        if (at.attacks | at.defences) & self.board.full:
            raise _Fault("the position of a part already has k in a row")
        return at

    def _stones(self) -> int:
        board, stones = self.board, 0
        for _ in range(self._source.number(board.area, "stones")):
            cell = int.from_bytes(self._source.take(board.bytes), "big")
            if cell >= board.area or stones >> cell:
                raise _Fault("stones must be on cells of the board, in ascending order")
            stones |= 1 << cell
        return stones

    def _used(self) -> list[tuple[_Part, int]]:
        """Read which parts a part may use, each with a symmetry."""
        used = []
        for _ in range(self._source.number(8 * len(self.parts), "used parts")):
            number, bits = _number(self._source.byte), self._source.byte()
            if number >= len(self.parts):
                raise _Fault(f"part {number} is used but does not come before")
            if self.parts[number].turn != ATTACKER:
                raise _Fault(f"part {number} cannot be used: the defender is to move there")
            if bits >= len(self.board.symmetries):
                raise _Fault(f"the board has no symmetry {bits}")
            used.append((self.parts[number], bits))
        return used

    def _verdict(self, claim: _Part) -> ProofVerdict:
        board, supports, left = self.board, [], claim.support
        while not left & board.mark:
            supports.append(frozenset(_bits(left & board.cells)))
            left >>= board.layer
        stones = frozenset(_bits(claim.attacker)), frozenset(_bits(claim.defender))
        game = board.width, board.height, board.k, claim.turn
        return ProofVerdict(*game, *stones, claim.plies, tuple(supports), self.counts)


def check(
    source: str | os.PathLike[str] | BinaryIO, on_part: Callable[[ProofCounts], None] | None = None
) -> ProofVerdict:
    """Return what a certificate proves. Raises ProofRefused if it is not a proof.

    `on_part` is called after each part with the counts so far.
    """
    if isinstance(source, (str, os.PathLike)):
        with open(source, "rb") as file:
            return check(file, on_part)
    certificate = _Certificate(_Source(source))
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(limit + CALLS * DEEPEST)
    try:
        return certificate.read(on_part)
    except _Fault as fault:
        raise certificate.refusal(fault) from None
    finally:
        sys.setrecursionlimit(limit)


def describe(verdict: ProofVerdict) -> str:
    """Return a verdict as a sentence with its counts."""
    board = _Board(verdict.width, verdict.height, 1)
    sides = [
        f"{side} on {' '.join(map(board.name, sorted(cells)))}"
        for side, cells in (("attacker", verdict.attacker), ("defender", verdict.defender))
        if cells
    ]
    counts = [f"{name} {count:,}" for name, count in verdict.counts._asdict().items()]
    return (
        f"{verdict.width}x{verdict.height}, {verdict.k} or more in a row,"
        f" {', '.join(sides) or 'empty board'}, {TURNS[verdict.turn]} to move:"
        f" the attacker wins in at most {verdict.plies} plies ({', '.join(counts)})"
    )


def main(arguments: list[str]) -> int:
    """Run the program: 0 if the file is a proof, 1 if not, 2 if it cannot be read."""
    status, words = 2, "usage: python check.py FILE"
    if len(arguments) == 1:
        try:
            status, words = 0, f"proved: {describe(check(arguments[0]))}"
        except ProofRefused as refused:
            status, words = 1, f"refused: {refused}"
        except OSError as error:
            words = f"cannot read {arguments[0]}: {error.strerror}"
    sys.stdout.write(words + "\n")
    return status


def _doublings(k: int, step: int) -> list[int]:
    """Return shifts that, applied one after another with `|`, make one cell k cells in a row."""
    there, shifts = 1, []
    while there < k:
        more = min(there, k - there)
        shifts.append(more * step)
        there += more
    return shifts


def _union(sets: list[int]) -> int:
    union = 0
    for cells in sets:
        union |= cells
    return union


def _bits(number: int) -> Iterator[int]:
    """Yield the bits that are set, from the lowest."""
    while number:
        bit = number & -number
        yield bit.bit_length() - 1
        number ^= bit


def _number(byte: Callable[[], int]) -> int:
    """Read a number: seven bits in each byte, the low ones first."""
    number = 0
    for shift in range(0, 35, 7):
        value = byte()
        number |= (value & 127) << shift
        if value < 128:
            return number
    raise _Fault("a number has more than five bytes")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
