"""Certificates of wins, written part by part.

Whoever has a proof tells it to a `TreeWriter`, move by move, in the order of the format; a
`CertificateWriter` puts trees into a file. Neither judges a proof: that is what checkers are for.
docs/design/proof.md has the format and what the words mean. A cell is `row * width + col` with
row 0 at the top.
"""

from __future__ import annotations

import enum
import lzma
from collections.abc import Iterable, Sequence

from tengen.atomic_file import AtomicFile
from tengen.errors import ProofError
from tengen.proofs.forms import image, symmetries

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

SHORT_BOARD = 240
LARGEST_BOARD = 65_000
END, KEEP, AGAIN, USE, ALL, LESS = range(-1, -7, -1)
INVERSE = (0, 1, 2, 3, 4, 6, 5, 7)  # of the symmetries

Cells = frozenset[int]
Position = tuple[Cells, Cells]


class Turn(enum.IntEnum):
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
        self._numbers: dict[Position, int] = {}

    @property
    def tree(self) -> bytes:
        """All that was told, as the format has it."""
        return bytes(self._tree)

    @property
    def uses(self) -> list[Position]:
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
        self._symmetries = symmetries(width, height)
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
        uses: Sequence[Position | int] = (),
    ) -> int:
        """Write a part and say its number; raises ProofError if what it uses was not written.

        What is used is a position, for which there may be several parts, or the number of a part
        with just that position.
        """
        stones = sorted(attacker), sorted(defender)
        used = [self._find(position) for position in uses]
        self._out.write(bytes([Turn(turn)]))
        for cells in stones:
            self._out.write(number_bytes(len(cells)))
            self._out.write(b"".join([self._codes[cell] for cell in cells]))
        self._out.write(number_bytes(len(used)))
        self._out.write(b"".join(used))
        self._out.write(number_bytes(len(tree)))
        self._out.write(tree)
        return self._remember(Turn(turn), stones)

    def _remember(self, turn: Turn, stones: tuple[list[int], list[int]]) -> int:
        number = len(self._stones)
        images = [image(stones, symmetry) for symmetry in self._symmetries]
        self._stones.append(images[0])
        if turn is Turn.ATTACKER:
            self._known.setdefault(min(images), number)
        return number

    def _find(self, position: Position | int) -> bytes:
        """The earlier part that proves a position, and the symmetry that takes it there."""
        if isinstance(position, int):
            return number_bytes(position) + b"\0"
        images = [image(position, symmetry) for symmetry in self._symmetries]
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
