"""Reads certificates: the parts of a file, and the tree of a part as nodes.

For inspecting a proof or playing by it. Nothing is checked here: a certificate that no checker has
accepted may prove nothing. ProofError is raised if it is not even a tree.
"""

from __future__ import annotations

import enum
import lzma
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import IO

from tengen.errors import ProofError
from tengen.prove.certificate_writer import SHORT_BOARD
from tengen.rules.geometry import DIRECTIONS

LONGEST_HEADER_LINE = 64


@dataclass(frozen=True, slots=True)
class CertificatePart:
    """A proved position: stones as cells, who is to move (1 attacks), and the bytes of the tree.

    `uses` are the earlier parts that it uses, each with the symmetry that takes it here.
    """

    width: int
    height: int
    k: int
    turn: int
    attacker: frozenset[int]
    defender: frozenset[int]
    uses: tuple[tuple[int, int], ...]
    tree: bytes

    @property
    def cell_bytes(self) -> int:
        """The number of bytes of a cell."""
        return 1 if self.width * self.height <= SHORT_BOARD else 2


def read_parts(path: str) -> Iterator[CertificatePart]:
    """Yield the parts of a certificate; the last is the claim. Raises ProofError or OSError."""
    try:
        with lzma.open(path) as file:
            yield from _Parts(file)
    except (lzma.LZMAError, EOFError, ValueError) as error:
        if isinstance(error, ProofError):
            raise
        raise ProofError(f"{path} is no certificate, or a damaged one: {error}") from None


class _Parts:
    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        if self._line() != "tengen proof 1":
            raise ValueError("it does not begin with 'tengen proof 1'")
        self._width, self._height = self._sizes("board", 2)
        (self._k,) = self._sizes("line", 1)
        if self._line():
            raise ValueError("an empty line must follow the header")
        self._cell_bytes = 1 if self._width * self._height <= SHORT_BOARD else 2

    def __iter__(self) -> Iterator[CertificatePart]:
        while turn := self._read(1)[0]:
            attacker, defender = self._cells(), self._cells()
            uses = tuple([(self._number(), self._read(1)[0]) for _ in range(self._number())])
            tree = self._read(self._number())
            sizes = self._width, self._height, self._k
            yield CertificatePart(*sizes, turn, attacker, defender, uses, tree)

    def _line(self) -> str:
        return self._file.readline(LONGEST_HEADER_LINE).rstrip(b"\n").decode("ascii")

    def _sizes(self, name: str, count: int) -> list[int]:
        first, *sizes = self._line().split(" ")
        if first != name or len(sizes) != count:
            raise ValueError(f"the header has no line for the {name}")
        return [int(size) for size in sizes]

    def _read(self, count: int) -> bytes:
        found = self._file.read(count)
        if len(found) < count:
            raise EOFError("it ends too early")
        return found

    def _number(self) -> int:
        value, shift = 0, 0
        while (byte := self._read(1)[0]) > 127:
            value, shift = value | (byte & 127) << shift, shift + 7
        return value | byte << shift

    def _cells(self) -> frozenset[int]:
        size = self._cell_bytes
        data = self._read(self._number() * size)
        return frozenset(
            int.from_bytes(data[at : at + size], "big") for at in range(0, len(data), size)
        )


END, KEEP, AGAIN, USE, ALL, LESS = range(-1, -7, -1)
ATTACKER = 1


@dataclass(frozen=True, slots=True, eq=False)
class ProofNode:
    """A move of the attacker, and the nodes after it.

    With `fives`, the attacker then makes k in a row on these cells: a single one has a reply, which
    is forced; of more the defender cannot stop all. Without, `otherwise` follows each reply that is
    not listed, as if the defender had passed. If that is None, too, the move has made k in a row,
    or all replies are listed, up to symmetry. A part where the defender is to move has no `move`.
    """

    move: int | None
    fives: frozenset[int] = frozenset()
    otherwise: Branch | None = None
    replies: Mapping[int, Branch] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class UsedPart:
    """A reference to an earlier part, with a symmetry."""

    part: int
    symmetry: int


@dataclass(frozen=True, slots=True, eq=False)
class WithoutStone:
    """The attacker wins even without the defender's stone on a cell, which does not matter."""

    cell: int
    branch: Branch


Branch = ProofNode | UsedPart | WithoutStone


def read_tree(part: CertificatePart) -> Branch:
    """Return the tree of a part. Raises ProofError."""
    try:
        return _Tree(part).read()
    except (IndexError, KeyError):
        raise ProofError("this is no tree of a proof; have the certificate checked first") from None


class _Kind(enum.Enum):
    KEEP = enum.auto()
    LESS = enum.auto()
    FOUR = enum.auto()
    NULL = enum.auto()
    REPLIES = enum.auto()


@dataclass(slots=True)
class _Frame:
    """An incomplete node: the attacker's move or the stone left out, and the current reply."""

    kind: _Kind
    cell: int | None = None
    reply: int = -1
    fives: frozenset[int] = frozenset()
    old_fives: frozenset[int] = frozenset()
    otherwise: Branch | None = None
    replies: dict[int, Branch] = field(default_factory=dict)


class _Tree:
    """Reads a tree, and keeps track of the position."""

    def __init__(self, part: CertificatePart) -> None:
        self._part = part
        self._data = part.tree
        self._at = 0
        self._attacker = set(part.attacker)
        self._defender = set(part.defender)
        self._windows = windows_by_cell(part.width, part.height, part.k)
        cells = range(part.width * part.height)
        self._fives = frozenset(cell for cell in cells if self._completes(cell))
        self._stack: list[_Frame] = []
        self._kept: list[Branch] = []

    def read(self) -> Branch:
        is_first = self._part.turn == ATTACKER
        done: Branch | None = None if is_first else self._rest(None, self._fives)
        while done is None or self._stack:
            done = self._open() if done is None else self._give(self._stack[-1], done)
        return done

    # Down.

    def _open(self) -> Branch | None:
        """Return the node that begins here if it is a leaf; else push a frame."""
        token = self._token()
        if token >= 0:
            return self._move(token)
        if token == AGAIN:
            return self._kept[self._number()]
        if token == USE:
            return UsedPart(*self._part.uses[self._number()])
        if token == KEEP:
            self._stack.append(_Frame(_Kind.KEEP))
        elif token == LESS:
            self._less(self._token())
        else:
            raise IndexError
        return None

    def _move(self, cell: int) -> ProofNode | None:
        if cell in self._fives:
            return ProofNode(cell)
        old = self._fives
        self._attacker.add(cell)
        for window in self._windows[cell]:
            left = [other for other in window if other not in self._attacker]
            if len(left) == 1 and left[0] not in self._defender:
                self._fives |= {left[0]}
        return self._rest(cell, old)

    def _rest(self, cell: int | None, old: frozenset[int]) -> ProofNode | None:
        """Return what follows a move."""
        frame = _Frame(_Kind.NULL, cell, fives=self._fives, old_fives=old)
        self._stack.append(frame)
        if len(self._fives) > 1:
            return self._close(frame)
        if self._fives:
            frame.kind = _Kind.FOUR
            self._reply(frame, min(self._fives))
        elif self._token() == ALL:
            frame.kind = _Kind.REPLIES
            return self._next(frame)
        else:
            self._at -= self._part.cell_bytes
        return None

    def _less(self, cell: int) -> None:
        self._stack.append(_Frame(_Kind.LESS, cell, old_fives=self._fives))
        self._defender.remove(cell)
        if self._completes(cell):
            self._fives |= {cell}

    def _reply(self, frame: _Frame, cell: int) -> None:
        frame.reply = cell
        self._defender.add(cell)
        self._fives -= {cell}

    # Up.

    def _give(self, frame: _Frame, branch: Branch) -> Branch | None:
        """Add a node to its parent; return the parent if it is complete."""
        if frame.kind is _Kind.KEEP:
            self._stack.pop()
            self._kept.append(branch)
            return branch
        if frame.kind is _Kind.LESS:
            assert frame.cell is not None
            self._stack.pop()
            self._defender.add(frame.cell)
            self._fives = frame.old_fives
            return WithoutStone(frame.cell, branch)
        if frame.kind is _Kind.NULL:
            frame.otherwise = branch
            frame.kind = _Kind.REPLIES
            return self._next(frame)
        self._defender.remove(frame.reply)
        self._fives = frame.fives
        frame.replies[frame.reply] = branch
        return self._close(frame) if frame.kind is _Kind.FOUR else self._next(frame)

    def _next(self, frame: _Frame) -> ProofNode | None:
        token = self._token()
        if token == END:
            return self._close(frame)
        if token < 0:
            raise IndexError
        self._reply(frame, token)
        return None

    def _close(self, frame: _Frame) -> ProofNode:
        self._stack.pop()
        if frame.cell is not None:
            self._attacker.remove(frame.cell)
        self._fives = frame.old_fives
        return ProofNode(frame.cell, frame.fives, frame.otherwise, frame.replies)

    def _completes(self, cell: int) -> bool:
        """Whether the attacker makes k in a row with a cell."""
        if cell in self._attacker or cell in self._defender:
            return False
        there = self._attacker | {cell}
        return any(there.issuperset(window) for window in self._windows[cell])

    def _token(self) -> int:
        """Read a cell, or a token as a negative number."""
        size = self._part.cell_bytes
        if self._at + size > len(self._data):
            raise IndexError
        value = int.from_bytes(self._data[self._at : self._at + size], "big")
        self._at += size
        return value - 256**size if value >= 256**size + LESS else value

    def _number(self) -> int:
        value, shift = 0, 0
        while (byte := self._data[self._at]) > 127:
            value, shift = value | (byte & 127) << shift, shift + 7
            self._at += 1
        self._at += 1
        return value | byte << shift


@cache
def windows_by_cell(width: int, height: int, k: int) -> dict[int, list[tuple[int, ...]]]:
    """Return the windows of k cells that contain each cell."""
    found: dict[int, list[tuple[int, ...]]] = {cell: [] for cell in range(width * height)}
    for cell in found:
        row, col = divmod(cell, width)
        for down, right in DIRECTIONS:
            last = row + down * (k - 1), col + right * (k - 1)
            if 0 <= last[0] < height and 0 <= last[1] < width:
                window = tuple([cell + (down * width + right) * step for step in range(k)])
                for other in window:
                    found[other].append(window)
    return found
