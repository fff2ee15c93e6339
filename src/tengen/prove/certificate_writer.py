"""Certificates, written: of wins part by part, and of draws.

A proof is told to a `TreeWriter`, move by move, in the order of the format; a `CertificateWriter`
puts trees into a file. How a side holds a draw is told to a `DrawTreeWriter`. Nothing is judged
here: that is what checkers are for. docs/design/proof.md and docs/solve.md have the formats and
what the words mean. A cell is `row * width + col` with row 0 at the top.
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
INVERSE = (0, 1, 2, 3, 4, 6, 5, 7)  # of the symmetries

Cells = frozenset[int]
StoneCells = tuple[Cells, Cells]


class ProofTurn(enum.IntEnum):
    """Who is to move in a part."""

    ATTACKER = 1
    DEFENDER = 2


class TreeWriter:
    """The tree of one part, from its events in order.

    `move` is the attacker's. What follows a move that neither makes k in a row nor threatens to is
    `every`, or the tree for a defender who passes; then each `reply` with its tree; then `end`.
    What follows a move with a single defence is the tree after that defence, without a `reply`.
    """

    def __init__(self, width: int, height: int) -> None:
        self._codes = _codes(width * height)
        self._tree = bytearray()
        self._numbers: dict[StoneCells, int] = {}

    @property
    def tree(self) -> bytes:
        """All that was told, as the format has it."""
        return bytes(self._tree)

    @property
    def uses(self) -> list[StoneCells]:
        """The positions that other parts must prove: attacker's stones, defender's stones."""
        return list(self._numbers)

    def move(self, cell: int) -> None:
        """The attacker plays here."""
        self._tree += self._codes[cell]

    def reply(self, cell: int) -> None:
        """The defender replies here; its tree follows. Replies come in ascending order."""
        self._tree += self._codes[cell]

    def keep(self) -> None:
        """The node that follows gets a number when it is complete: 0, 1, 2 and so on."""
        self._tree += self._codes[KEEP]

    def again(self, number: int) -> None:
        """The node that was kept under this number, which has the same stones."""
        self._tree += self._codes[AGAIN]
        self._tree += number_bytes(number)

    def use(self, attacker: Cells, defender: Cells) -> None:
        """An earlier part proves this position, with the attacker to move."""
        number = self._numbers.setdefault((attacker, defender), len(self._numbers))
        self._tree += self._codes[USE]
        self._tree += number_bytes(number)

    def less(self, cell: int) -> None:
        """The tree that follows is for the position without this stone of the defender."""
        self._tree += self._codes[LESS]
        self._tree += self._codes[cell]

    def every(self) -> None:
        """Replies to all empty cells follow, up to symmetry, and no tree for a pass."""
        self._tree += self._codes[ALL]

    def end(self) -> None:
        """There are no more replies."""
        self._tree += self._codes[END]


class CertificateWriter:
    """A certificate to write in a `with` block: the file is there at its end, or not at all."""

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
        """Write a part and say its number; raises ProofError if what it uses was not written.

        What is used is a position, for which there may be several parts, or the number of a part
        with just that position.
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
        """The earlier part that proves a position, and the symmetry that takes it there."""
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
    """A number as the format has it: seven bits a byte, the low ones first."""
    if number < 128:
        return bytes((number,))
    return bytes((number & 127 | 128,)) + number_bytes(number >> 7)


def _codes(area: int) -> list[bytes]:
    """What stands for each cell, and, counted from the end, for each of the tokens."""
    if area > LARGEST_BOARD:
        raise ProofError(f"a certificate holds boards of {LARGEST_BOARD} cells, not of {area}")
    width = 1 if area <= SHORT_BOARD else 2
    last = 256**width
    values = [*range(area), *range(last + LESS, last)]
    return [value.to_bytes(width, "big") for value in values]


DRAW_END, DRAW_KEEP, DRAW_AGAIN, DRAW_PAIRS = range(-1, -5, -1)
BY_TREE, BY_STEALING = 1, 2


class DrawTreeWriter:
    """How one side holds, from its events in order.

    `move` is the holder's. What follows, with the opponent to move, is `pairs`; or each `reply`
    with what follows it, then `end`; or nothing, if the holder's row cannot be stopped; or, where
    one cell stops it, what follows that, without a `reply`.
    """

    def __init__(self, width: int, height: int) -> None:
        self._codes = _draw_codes(width * height)
        self._tree = bytearray()

    @property
    def tree(self) -> bytes:
        """All that was told, as the format has it."""
        return bytes(self._tree)

    def move(self, cell: int) -> None:
        """The holder plays here."""
        self._tree += self._codes[cell]

    def reply(self, cell: int) -> None:
        """The opponent plays here; replies come in ascending order."""
        self._tree += self._codes[cell]

    def end(self) -> None:
        """There are no more replies."""
        self._tree += self._codes[DRAW_END]

    def pairs(self, pairs: list[tuple[int, int]]) -> None:
        """From now on the holder answers in the other cell of a pair."""
        self._tree += self._codes[DRAW_PAIRS] + _number_code(len(pairs))
        for one, other in pairs:
            self._tree += self._codes[one] + self._codes[other]

    def keep(self) -> None:
        """What comes next gets a number when it is complete: 0, 1, 2 and so on."""
        self._tree += self._codes[DRAW_KEEP]

    def again(self, number: int, symmetry: int) -> None:
        """What was kept under this number, put through a symmetry."""
        self._tree += self._codes[DRAW_AGAIN] + _number_code(number) + bytes([symmetry])


@dataclass(frozen=True, slots=True)
class DrawClaim:
    """Neither side wins from here: the board, the line, both sides' cells, and who is to move."""

    width: int
    height: int
    k: int
    first: frozenset[int]
    second: frozenset[int]
    turn: int


def write_draw_certificate(
    path: str, claim: DrawClaim, first: bytes | None, second: bytes | None
) -> None:
    """Write a certificate: how either side holds, or None for who steals the other's strategy."""
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
    """Seven bits a byte, the low ones first."""
    if number < 128:
        return bytes((number,))
    return bytes((number & 127 | 128,)) + _number_code(number >> 7)


def _draw_codes(area: int) -> list[bytes]:
    """What stands for each cell, and, counted from the end, for each of the tokens."""
    if area > LARGEST_BOARD:
        raise ProofError(f"a certificate holds boards of {LARGEST_BOARD} cells, not of {area}")
    width = 1 if area <= SHORT_BOARD else 2
    last = 256**width
    values = [*range(area), *range(last + DRAW_PAIRS, last)]
    return [value.to_bytes(width, "big") for value in values]


def cell_symmetries(width: int, height: int) -> list[list[int]]:
    """Where each cell goes: bit 0 mirrors columns, bit 1 rows, bit 2 then swaps the two."""
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
    """A position put through a symmetry, as two sets of bits."""
    attacker, defender = (sum([1 << symmetry[cell] for cell in cells]) for cells in stones)
    return attacker, defender
