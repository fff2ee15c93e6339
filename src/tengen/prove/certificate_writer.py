"""Write certificates of wins and of draws.

A `TreeWriter` receives the proof of a win, move by move in the order of the format, and a
`CertificateWriter` writes trees to a file. A `DrawTreeWriter` receives how a side holds a draw.
Nothing is checked here; the checkers do that. docs/design/proof.md and docs/solve.md specify the
formats and define the terms. A cell is `row * width + col` with row 0 at the top.
"""

from __future__ import annotations

import enum
import lzma
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tengen.atomic_file import AtomicFile
from tengen.errors import ProofError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

SHORT_BOARD = 240
LARGEST_BOARD = 65_000
END, KEEP, AGAIN, USE, ALL, LESS = range(-1, -7, -1)
INVERSE = (0, 1, 2, 3, 4, 6, 5, 7)  # the inverse of each symmetry

Cells = frozenset[int]
StoneCells = tuple[Cells, Cells]


class ProofTurn(enum.IntEnum):
    """The side to move in a part."""

    ATTACKER = 1
    DEFENDER = 2


class TreeWriter:
    """Writes the tree of one part from its events, in order.

    `move` is a move of the attacker. After a move that makes neither k in a row nor a four, call
    `every`, or write the tree for a pass of the defender; then each `reply` with its tree; then
    `end`. After a move with a single defence, write the tree after that defence, without `reply`.
    """

    def __init__(self, width: int, height: int) -> None:
        self._codes = _codes(width * height)
        self._tree = bytearray()
        self._numbers: dict[StoneCells, int] = {}

    @property
    def tree(self) -> bytes:
        """The bytes of the tree."""
        return bytes(self._tree)

    @property
    def uses(self) -> list[StoneCells]:
        """The positions that other parts must prove: the attacker's and the defender's stones."""
        return list(self._numbers)

    def move(self, cell: int) -> None:
        """Add a move of the attacker."""
        self._tree += self._codes[cell]

    def reply(self, cell: int) -> None:
        """Add a reply of the defender; its tree follows. Replies must be in ascending order."""
        self._tree += self._codes[cell]

    def keep(self) -> None:
        """Keep the next node. When it is complete, it gets the next number, from 0."""
        self._tree += self._codes[KEEP]

    def again(self, number: int) -> None:
        """Repeat the kept node of this number, which has the same stones."""
        self._tree += self._codes[AGAIN]
        self._tree += number_bytes(number)

    def use(self, attacker: Cells, defender: Cells) -> None:
        """Use an earlier part, which proves this position with the attacker to move."""
        number = self._numbers.setdefault((attacker, defender), len(self._numbers))
        self._tree += self._codes[USE]
        self._tree += number_bytes(number)

    def less(self, cell: int) -> None:
        """Remove a stone of the defender for the tree that follows."""
        self._tree += self._codes[LESS]
        self._tree += self._codes[cell]

    def every(self) -> None:
        """Announce replies on all empty cells, up to symmetry, and no tree for a pass."""
        self._tree += self._codes[ALL]

    def end(self) -> None:
        """End the replies."""
        self._tree += self._codes[END]


class CertificateWriter:
    """Writes a certificate in a `with` block. The file appears only if the block succeeds."""

    def __init__(self, path: str, width: int, height: int, k: int) -> None:
        self._file = AtomicFile(path)
        self._codes = _codes(width * height)
        self._header = f"tengen proof 1\nboard {width} {height}\nline {k}\n\n".encode()
        self._symmetries = cell_symmetries(width, height)
        self._stones: list[tuple[int, int]] = []
        self._known: dict[tuple[int, int], int] = {}

    def __enter__(self) -> Self:
        self._out = lzma.LZMAFile(self._file.__enter__(), "wb", format=lzma.FORMAT_XZ)
        self._out.write(self._header)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            self._out.write(b"\0" + number_bytes(len(self._stones)))
            self._out.close()
        except OSError as trouble:
            self._file.__exit__(type(trouble), trouble, trouble.__traceback__)
            raise
        self._file.__exit__(kind, error, trace)

    def add(
        self,
        turn: int,
        attacker: Iterable[int],
        defender: Iterable[int],
        tree: bytes,
        uses: Sequence[StoneCells | int] = (),
    ) -> int:
        """Write a part and return its number. Raises ProofError if a used part is missing.

        A use is a position, which several parts may prove, or the number of a part with exactly
        that position.
        """
        stones = sorted(attacker), sorted(defender)
        used = [self._find(position) for position in uses]
        self._out.write(bytes([ProofTurn(turn)]))
        for cells in stones:
            self._out.write(number_bytes(len(cells)))
            self._out.write(b"".join([self._codes[cell] for cell in cells]))
        self._out.write(number_bytes(len(used)))
        self._out.write(b"".join(used))
        self._out.write(number_bytes(len(tree)))
        self._out.write(tree)
        return self._remember(ProofTurn(turn), stones)

    def _remember(self, turn: ProofTurn, stones: tuple[list[int], list[int]]) -> int:
        number = len(self._stones)
        images = [transform_stones(stones, symmetry) for symmetry in self._symmetries]
        self._stones.append(images[0])
        if turn is ProofTurn.ATTACKER:
            self._known.setdefault(min(images), number)
        return number

    def _find(self, position: StoneCells | int) -> bytes:
        """Return the earlier part that proves a position and the symmetry to it, as bytes."""
        if isinstance(position, int):
            return number_bytes(position) + b"\0"
        images = [transform_stones(position, symmetry) for symmetry in self._symmetries]
        number = self._known.get(min(images))
        if number is None:
            attacker, defender = map(sorted, position)
            raise ProofError(
                f"part {len(self._stones)} uses a position that no earlier part proves:"
                f" attacker on {attacker}, defender on {defender}; write its part first"
            )
        back = images.index(self._stones[number])
        return number_bytes(number) + bytes([INVERSE[back]])


def number_bytes(number: int) -> bytes:
    """Return a number in the format: seven bits in each byte, the low ones first."""
    if number < 128:
        return bytes((number,))
    return bytes((number & 127 | 128,)) + number_bytes(number >> 7)


def _codes(area: int) -> list[bytes]:
    """Return the bytes of each cell and, from the end, of each token."""
    if area > LARGEST_BOARD:
        raise ProofError(f"a certificate allows at most {LARGEST_BOARD} cells, not {area}")
    width = 1 if area <= SHORT_BOARD else 2
    last = 256**width
    values = [*range(area), *range(last + LESS, last)]
    return [value.to_bytes(width, "big") for value in values]


DRAW_END, DRAW_KEEP, DRAW_AGAIN, DRAW_PAIRS = range(-1, -5, -1)
BY_TREE, BY_STEALING = 1, 2


class DrawTreeWriter:
    """Writes how one side holds from its events, in order.

    `move` is a move of the holder. Then, with the opponent to move, call `pairs`; or each `reply`
    with its tree, then `end`; or nothing, if the holder's row cannot be stopped; or, if one cell
    stops it, write the tree after that cell, without `reply`.
    """

    def __init__(self, width: int, height: int) -> None:
        self._codes = _draw_codes(width * height)
        self._tree = bytearray()

    @property
    def tree(self) -> bytes:
        """The bytes of the tree."""
        return bytes(self._tree)

    def move(self, cell: int) -> None:
        """Add a move of the holder."""
        self._tree += self._codes[cell]

    def reply(self, cell: int) -> None:
        """Add a reply of the opponent. Replies must be in ascending order."""
        self._tree += self._codes[cell]

    def end(self) -> None:
        """End the replies."""
        self._tree += self._codes[DRAW_END]

    def pairs(self, pairs: list[tuple[int, int]]) -> None:
        """Add pairs: from here the holder answers in the other cell of a pair."""
        self._tree += self._codes[DRAW_PAIRS] + _number_code(len(pairs))
        for one, other in pairs:
            self._tree += self._codes[one] + self._codes[other]

    def keep(self) -> None:
        """Keep the next tree. When it is complete, it gets the next number, from 0."""
        self._tree += self._codes[DRAW_KEEP]

    def again(self, number: int, symmetry: int) -> None:
        """Repeat the kept tree of this number under a symmetry."""
        self._tree += self._codes[DRAW_AGAIN] + _number_code(number) + bytes([symmetry])


@dataclass(frozen=True, slots=True)
class DrawClaim:
    """A position from which neither side wins: board, k, both sides' cells, side to move."""

    width: int
    height: int
    k: int
    first: frozenset[int]
    second: frozenset[int]
    turn: int


def write_draw_certificate(
    path: str, claim: DrawClaim, first: bytes | None, second: bytes | None
) -> None:
    """Write a certificate with the tree of each side; None is a stolen strategy."""
    with AtomicFile(path) as file, lzma.LZMAFile(file, "wb", format=lzma.FORMAT_XZ) as out:
        out.write(b"".join(_draw_pieces(claim, first, second)))


def _draw_pieces(claim: DrawClaim, *trees: bytes | None) -> Iterable[bytes]:
    codes = _draw_codes(claim.width * claim.height)
    header = f"tengen hold 1\nboard {claim.width} {claim.height}\nline {claim.k}\n\n"
    yield header.encode() + bytes([claim.turn])
    for stones in (claim.first, claim.second):
        yield _number_code(len(stones)) + b"".join([codes[cell] for cell in sorted(stones)])
    for tree in trees:
        yield (
            bytes([BY_STEALING])
            if tree is None
            else bytes([BY_TREE]) + _number_code(len(tree)) + tree
        )
    yield b"\0"


def _number_code(number: int) -> bytes:
    """Return a number in the format: seven bits in each byte, the low ones first."""
    if number < 128:
        return bytes((number,))
    return bytes((number & 127 | 128,)) + _number_code(number >> 7)


def _draw_codes(area: int) -> list[bytes]:
    """Return the bytes of each cell and, from the end, of each token."""
    if area > LARGEST_BOARD:
        raise ProofError(f"a certificate allows at most {LARGEST_BOARD} cells, not {area}")
    width = 1 if area <= SHORT_BOARD else 2
    last = 256**width
    values = [*range(area), *range(last + DRAW_PAIRS, last)]
    return [value.to_bytes(width, "big") for value in values]


def cell_symmetries(width: int, height: int) -> list[list[int]]:
    """Return the images of all cells: bit 0 mirrors columns, 1 rows, 2 then swaps the two."""
    cells = [divmod(cell, width) for cell in range(width * height)]
    found = []
    for bits in range(8 if width == height else 4):
        images = [
            (height - 1 - row if bits & 2 else row, width - 1 - col if bits & 1 else col)
            for row, col in cells
        ]
        found.append([col * width + row if bits & 4 else row * width + col for row, col in images])
    return found


def transform_stones(stones: Iterable[Iterable[int]], symmetry: list[int]) -> tuple[int, int]:
    """Return the image of a position under a symmetry, as two bit sets."""
    attacker, defender = (sum([1 << symmetry[cell] for cell in cells]) for cells in stones)
    return attacker, defender
